//! Pages: their first lines, and the checks that say whether all of it was read as it was shown.

use std::fmt;

use super::line::Line;
use results::Hello;

/// Lines that a page has in front of its benchmarks.
const HEAD: usize = 3;

/// The most pages that are one summary's.
const MOST: u32 = 1000;

/// A page of the summary.
#[derive(Debug)]
pub(super) struct Page {
    /// Where in the text its sum is.
    pub at: usize,
    pub number: u32,
    pub count: u32,
    pub kernel: Hello,
    pub cpus: u64,
    pub hypervisor: String,
    pub cpu: String,
    pub hz: u64,
    pub lines: Vec<Line>,
}

/// A line that is not what was shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistake {
    /// Its number in the text, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub why: &'static str,
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.why)
    }
}

impl Page {
    /// Whether both are of the same boot. Hardly two have found the same rate of their counter.
    pub(super) fn belongs_to(&self, other: &Self) -> bool {
        let about = |page: &Self| (page.count, page.kernel.clone(), page.cpu.clone(), page.hz);
        about(self) == about(other)
    }
}

/// All pages in `text`.
pub(super) fn read(text: &str) -> Result<Vec<Page>, Vec<Mistake>> {
    let (mut pages, mut mistakes, mut lines) = (Vec::new(), Vec::new(), Vec::new());
    let mut is_misread = false;
    for (number, line) in (1..).zip(text.lines()) {
        let mut wrong = |why| mistakes.push(Mistake { line: number, why });
        let Some((body, check)) = checked(line) else { continue };
        if check.len() == 4 {
            if check != format!("{:04x}", crc32fast::hash(body.as_bytes()) & 0xffff) {
                wrong("its check is that of another text");
                is_misread = true;
            }
            lines.push(body);
            continue;
        }
        let taken = std::mem::take(&mut lines);
        let sum = crc32fast::hash(taken.concat().as_bytes());
        if std::mem::take(&mut is_misread) {
            continue;
        }
        if check != format!("{sum:08x}") {
            wrong("the lines above are not those of its sum: one is missing or too many");
        } else if let Some(page) = page(number, taken) {
            pages.push(page);
        } else {
            wrong("the lines above are no page of this version's kernel");
        }
    }
    if !lines.is_empty() || (pages.is_empty() && mistakes.is_empty()) {
        let line = text.lines().count().max(1);
        mistakes.push(Mistake { line, why: "there is no line with the sum behind it" });
    }
    if mistakes.is_empty() { Ok(pages) } else { Err(mistakes) }
}

/// A line with single blanks, and the check behind its asterisk: 4 digits, or 8 of a sum.
fn checked(line: &str) -> Option<(String, String)> {
    let (body, check) = line.rsplit_once('*')?;
    let words = |text: &str, between| text.split_whitespace().collect::<Vec<_>>().join(between);
    let check = words(check, "").to_ascii_lowercase();
    let is_check = [4, 8].contains(&check.len()) && check.bytes().all(|b| b.is_ascii_hexdigit());
    is_check.then(|| (words(body, " "), check))
}

/// The page that `lines` are. All have been shown by the kernel, of another version perhaps.
fn page(at: usize, mut lines: Vec<String>) -> Option<Page> {
    let rest = lines.split_off(HEAD.min(lines.len()));
    let [title, machine, counter] = &lines[..] else { return None };
    let words: Vec<&str> = title.split_whitespace().collect();
    let ["HyperBench", kernel, arch, boot, "page", number, "of", count] = words[..] else {
        return None;
    };
    let (cpus, others) = machine.split_once(" CPUs, hypervisor ")?;
    let (hypervisor, cpu) = others.split_once(", ")?;
    let (hz, _) = counter.split_once(" ticks a second")?;
    let [kernel, arch, boot] = [kernel, arch, boot.trim_end_matches(',')].map(str::to_owned);
    Some(Page {
        at,
        number: number.parse().ok()?,
        count: count.parse().ok().filter(|count| (1..=MOST).contains(count))?,
        kernel: Hello { kernel, arch, boot, cmdline: String::new() },
        cpus: cpus.parse().ok()?,
        hypervisor: hypervisor.to_owned(),
        cpu: cpu.to_owned(),
        hz: hz.parse().ok()?,
        lines: rest.into_iter().map(Line).collect(),
    })
}
