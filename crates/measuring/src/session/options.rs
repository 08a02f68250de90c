//! The kernel's command line.

use std::fmt::{self, Write};
use std::str::FromStr;

use protocol::Benchmark;
use results::channels::Channel;

/// Characters that the names of benchmarks may take on a command line.
const LONGEST_NAMES: usize = 600;

/// Operations in a batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Iterations {
    /// As many as it takes to dwarf the timer's own fluctuation.
    Auto,
    /// As many as the time for all batches allows.
    Long,
    /// The paper's recommendation.
    Paper,
    /// This many, at least 1.
    Fixed(u64),
}

impl fmt::Display for Iterations {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Auto => f.write_str("auto"),
            Self::Long => f.write_str("long"),
            Self::Paper => f.write_str("paper"),
            Self::Fixed(n) => n.fmt(f),
        }
    }
}

impl FromStr for Iterations {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match (text, text.parse()) {
            ("auto", _) => Ok(Self::Auto),
            ("long", _) => Ok(Self::Long),
            ("paper", _) => Ok(Self::Paper),
            (_, Ok(n)) if n > 0 => Ok(Self::Fixed(n)),
            _ => Err("auto, long, paper or a number from 1 up is expected".to_owned()),
        }
    }
}

/// How the kernel is to measure; `docs/protocol.md` explains each option.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KernelOptions {
    /// Operations in a batch.
    pub iterations: Iterations,
    /// Batches of each benchmark.
    pub batches: u32,
    /// Whether to time the reference beside each of them.
    pub reference: bool,
    /// Ticks of the reference at which the machine is quiet; the session finds that out.
    pub quiet: Option<u64>,
    /// Single operations to time instead of batches.
    pub latency: Option<u32>,
    /// Guest milliseconds for one benchmark's batches.
    pub budget_ms: u32,
    /// Batches that are taken even without time; `None` for as many as give an interval of one boot.
    pub least: Option<u32>,
    /// Guest milliseconds after which the guest ends a benchmark that does not return.
    pub timeout_ms: u32,
    /// Bytes that hot-access walks over.
    pub working_set: Option<u64>,
    /// Operations whose events are counted; `None` for none.
    pub count: Option<u64>,
    /// Whether to run what is dangerous on a real machine even on one.
    pub danger: bool,
    /// Whether to run from the catalogue's end to its beginning.
    pub reversed: bool,
    /// Page size of the memory benchmarks, as the kernel names it.
    pub page_size: Option<String>,
    /// Whose clock times the benchmarks.
    pub timing: Channel,
}

impl KernelOptions {
    /// Guest milliseconds that a benchmark may be silent: those of its batches, and its timeout or that of the
    /// options `more`, where a specification has them.
    pub fn silence_ms(&self, more: Option<&str>) -> u64 {
        let words = more.unwrap_or_default().split(' ');
        let theirs = words.filter_map(|word| word.strip_prefix("timeout=")?.parse::<u32>().ok());
        let longest = theirs.fold(self.timeout_ms, u32::max);
        u64::from(longest) + u64::from(self.budget_ms)
    }

    /// One batch of each benchmark within `timeout_ms`, and nothing special.
    pub fn plain(timeout_ms: u32) -> Self {
        Self {
            iterations: Iterations::Auto,
            batches: 1,
            reference: false,
            quiet: None,
            latency: None,
            budget_ms: timeout_ms,
            least: None,
            timeout_ms,
            working_set: None,
            count: None,
            danger: false,
            reversed: false,
            page_size: None,
            timing: Channel::Internal,
        }
    }

    /// The command line that runs `benchmarks`: by their names, or where these are many, by their
    /// positions in the catalogue, since loaders take only so much.
    pub fn line(&self, benchmarks: &[Benchmark]) -> String {
        let names: Vec<_> = benchmarks.iter().map(|b| b.name.as_str()).collect();
        let names = names.join(",");
        let list = if names.len() > LONGEST_NAMES { positions(benchmarks) } else { names };
        format!("{self} bench={list}")
    }
}

/// The positions as the kernel reads them: `#0-16,#20-20`.
fn positions(benchmarks: &[Benchmark]) -> String {
    let runs = benchmarks.chunk_by(|a, b| a.position + 1 == b.position);
    let range = |run: &[Benchmark]| format!("#{}-{}", run[0].position, run[run.len() - 1].position);
    runs.map(range).collect::<Vec<_>>().join(",")
}

impl fmt::Display for KernelOptions {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let mut line = format!("iterations={} batches={}", self.iterations, self.batches);
        if !self.reference {
            line += " reference=off";
        }
        if let Some(ticks) = self.quiet {
            write!(line, " quiet={ticks}")?;
        }
        if let Some(count) = self.latency {
            write!(line, " latency={count}")?;
        }
        write!(line, " budget={} timeout={}", self.budget_ms, self.timeout_ms)?;
        if let Some(batches) = self.least {
            write!(line, " least={batches}")?;
        }
        if let Some(bytes) = self.working_set {
            write!(line, " working-set={bytes}")?;
        }
        if let Some(count) = self.count {
            write!(line, " count={count}")?;
        }
        if self.reversed {
            line += " order=reversed";
        }
        if self.danger {
            line += " danger=on";
        }
        if let Some(size) = &self.page_size {
            write!(line, " page-size={size}")?;
        }
        if self.timing.is_external() {
            write!(line, " timing={}", self.timing)?;
        }
        f.write_str(&line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_guest_may_be_silent_for_as_long_as_its_platforms_own_timeout() {
        let options = KernelOptions { budget_ms: 300, ..KernelOptions::plain(3000) };
        for (more, silence) in [
            (None, 3300),
            (Some("slow=in,out"), 3300),
            (Some("slow=in timeout=9000"), 9300),
            (Some("timeout=1000"), 3300),
            (Some("timeout=often"), 3300),
        ] {
            assert_eq!(options.silence_ms(more), silence, "{more:?}");
        }
    }

    #[test]
    fn the_line_names_every_option_and_benchmark() {
        let options = KernelOptions {
            iterations: Iterations::Fixed(10),
            batches: 5,
            reference: false,
            quiet: Some(20_000),
            latency: Some(99),
            budget_ms: 200,
            least: Some(3),
            timeout_ms: 3000,
            working_set: Some(4096),
            count: Some(1000),
            danger: false,
            reversed: false,
            page_size: Some("2m".into()),
            timing: Channel::Uart,
        };
        let benchmarks = [Benchmark::named("in", "io"), Benchmark::named("out", "io")];
        let expected = "iterations=10 batches=5 reference=off quiet=20000 latency=99 \
                        budget=200 timeout=3000 least=3 working-set=4096 count=1000 page-size=2m timing=uart \
                        bench=in,out";
        assert_eq!(options.line(&benchmarks), expected);
    }

    #[test]
    fn iterations_are_auto_paper_or_a_positive_number() {
        assert_eq!("paper".parse(), Ok(Iterations::Paper));
        assert_eq!("long".parse(), Ok(Iterations::Long));
        assert_eq!("12".parse(), Ok(Iterations::Fixed(12)));
        assert!("0".parse::<Iterations>().is_err() && "many".parse::<Iterations>().is_err());
    }
}
