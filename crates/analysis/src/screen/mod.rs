//! What the kernel shows on a screen where no serial port takes its records, typed in or read from a
//! photograph: `kernel/core/summary.c` writes it.

mod line;
mod page;

use line::Ended;
use page::Page;
use results::{
    Boot, Cpu, Document, GuestEnvironment, HostEnvironment, Hypervisor, PlatformRun, Resolution,
    SCHEMA_VERSION, Settings, Status, Summary, Timer, Unit,
};

pub use page::Mistake;

/// What a reader of the figures has to know.
const CAVEAT: &str = "from a screen: one boot's medians of batches, and no records";

/// The pages of a summary.
#[derive(Debug)]
pub struct Screen {
    pages: Vec<Page>,
}

impl Screen {
    /// Reads pages in any order. All that is no line of one is left out.
    ///
    /// # Errors
    /// Names every line that is not what the kernel showed.
    pub fn read(text: &str) -> Result<Self, Vec<Mistake>> {
        let mut pages = page::read(text)?;
        let stranger = pages.iter().find(|page| !page.belongs_to(&pages[0]));
        if let Some(page) = stranger {
            let why = "this page is of another run than the first";
            return Err(vec![Mistake { line: page.at, why }]);
        }
        pages.sort_by_key(|page| page.number);
        pages.dedup_by_key(|page| page.number);
        Ok(Self { pages })
    }

    /// The architecture that its first line names.
    pub fn arch(&self) -> &str {
        &self.pages[0].kernel.arch
    }

    /// Which pages of it are not there; empty when all are.
    pub fn missing(&self) -> Vec<u32> {
        let is_there = |number: &u32| self.pages.iter().any(|page| page.number == *number);
        (1..=self.pages[0].count).filter(|number| !is_there(number)).collect()
    }

    /// Results with the name `label`; `category` has that of a benchmark. Figures are of `unit`.
    pub fn document(
        &self,
        label: &str,
        unit: Unit,
        category: impl Fn(&str) -> Option<String>,
    ) -> Document {
        let lines = || self.pages.iter().flat_map(|page| &page.lines);
        let of = |name: &str| category(name).unwrap_or_else(|| "elsewhere".to_owned());
        let benchmarks = lines().filter_map(|line| Some(summary(line.name(), of, line.ended()?)));
        let panic = lines().find_map(|line| line.panic());
        let missing = self.missing();
        let lost = missing.iter().map(|page| format!("page {page} of the screen is not here"));
        let incomplete: Vec<String> = panic
            .map(|why| format!("the kernel ended early: {why}"))
            .into_iter()
            .chain(lost)
            .collect();
        let run = PlatformRun {
            label: label.to_owned(),
            platform: "screen".to_owned(),
            spec: label.to_owned(),
            caveat: CAVEAT.to_owned(),
            unit,
            incomplete: (!incomplete.is_empty()).then(|| incomplete.join("; ")),
            benchmarks: benchmarks.collect(),
            boots: vec![Boot { round: 1, guest: self.guest(), ..Boot::default() }],
            ..PlatformRun::default()
        };
        Document {
            schema_version: SCHEMA_VERSION,
            complete: missing.is_empty(),
            host: HostEnvironment {
                cpu: "unknown: a screen does not name it".to_owned(),
                ..HostEnvironment::default()
            },
            settings: Settings { suite: "screen".to_owned(), ..Settings::default() },
            baseline: label.to_owned(),
            platforms: vec![run],
            ..Document::default()
        }
    }

    fn guest(&self) -> GuestEnvironment {
        let first = &self.pages[0];
        let cpu = Cpu { model: first.cpu.clone(), count: Some(first.cpus), ..Cpu::default() };
        GuestEnvironment {
            kernel: Some(first.kernel.clone()),
            cpu: Some(cpu),
            hypervisor: Some(Hypervisor {
                name: first.hypervisor.clone(),
                ..Hypervisor::default()
            }),
            timer: Some(Timer { hz: Some(first.hz), found: "shown".to_owned(), invariant: None }),
            ..GuestEnvironment::default()
        }
    }
}

fn summary(name: &str, category: impl Fn(&str) -> String, ended: Ended) -> Summary {
    let blank = |status, reason| Summary::without_value(name, &category(name), status, reason);
    match ended {
        Ended::Without(status, reason) => blank(status, reason),
        Ended::With { median, interval } => {
            let bare = blank(Status::Ok, String::new());
            let (low, high) = interval.unzip();
            if low.unwrap_or(median) > 0.0 {
                let resolution = Some(Resolution::Resolved);
                return Summary { value: Some(median), low, high, resolution, ..bare };
            }
            let high = high.map(|high| high.max(0.0));
            Summary { low: high.map(|_| 0.0), high, resolution: Some(Resolution::Below), ..bare }
        }
    }
}

#[cfg(test)]
mod tests;
