//! The catalogue: what the benchmarks of an image are called, do and need, read from the
//! ELF without booting it. `docs/protocol.md` describes the format.

mod memory;
#[cfg(test)]
mod tests;

use object::read::{Object, ObjectSection};
use serde::{Deserialize, Serialize};

use ground::clean;
use memory::{Elf, ImageMemory};

/// First word of every descriptor.
const MAGIC: u64 = 0x3244_4248_4259_5048;

/// More benchmarks than this are a sign of a broken section.
const MAX_BENCHMARKS: usize = 10_000;

/// The number of exits of an operation that has no fixed one.
const VARYING_EXITS: u64 = u64::MAX;

/// Characters of the version and the architecture that are kept.
const LONGEST: usize = 100;

/// Bits of a descriptor's flags.
const EXTRA: u64 = 1;
const DANGEROUS: u64 = 1 << 1;
const QUICK: u64 = 1 << 2;
const PAPER_SIZED: u64 = 1 << 3;
const TAKES_MINUTES: u64 = 1 << 4;

/// What a benchmark needs of the platform, by bit of the descriptor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Need {
    /// A serial port.
    SerialPort,
    /// An interface for hypercalls.
    Hypercalls,
    /// Memory that nothing has touched yet.
    UntouchedMemory,
    /// Programs that only a larger Linux guest has.
    MorePrograms,
    /// A disk that it may write to.
    Disk,
    /// A network with a peer that is there for it.
    Network,
}

impl Need {
    const BITS: [Self; 6] = [
        Self::SerialPort,
        Self::Hypercalls,
        Self::UntouchedMemory,
        Self::MorePrograms,
        Self::Disk,
        Self::Network,
    ];

    /// The need in words.
    pub fn describe(self) -> &'static str {
        match self {
            Self::SerialPort => "serial port",
            Self::Hypercalls => "hypercalls",
            Self::UntouchedMemory => "untouched memory",
            Self::MorePrograms => "programs of `guest build --with papers`",
            Self::Disk => "scratch disk",
            Self::Network => "scratch network",
        }
    }
}

/// Who answers an operation in a guest of a processor with virtualization extensions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Path {
    /// The processor, as without a hypervisor.
    Direct,
    /// The hypervisor, after an exit.
    Hypervisor,
    /// The monitor's device model, beyond the hypervisor.
    Monitor,
    /// Second-stage tables; an exit where the hypervisor shadows the guest's.
    Paging,
    /// An interrupt's way: sent, injected, ended.
    Interrupt,
    /// Firmware, or the hypervisor in its place.
    Firmware,
    /// The hypervisor below, for a guest that is a hypervisor itself.
    Nested,
}

impl Path {
    /// By their numbers in a descriptor.
    pub const ALL: [Self; 7] = [
        Self::Direct,
        Self::Hypervisor,
        Self::Monitor,
        Self::Paging,
        Self::Interrupt,
        Self::Firmware,
        Self::Nested,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Direct => "direct",
            Self::Hypervisor => "hypervisor",
            Self::Monitor => "monitor",
            Self::Paging => "paging",
            Self::Interrupt => "interrupt",
            Self::Firmware => "firmware",
            Self::Nested => "nested",
        }
    }

    /// What it is, in words.
    pub fn describe(self) -> &'static str {
        match self {
            Self::Direct => "the processor, as without a hypervisor",
            Self::Hypervisor => "the hypervisor, after an exit",
            Self::Monitor => "the monitor's device model, beyond the hypervisor",
            Self::Paging => "second-stage tables, or an exit where the guest's are shadowed",
            Self::Interrupt => "an interrupt is sent, injected or ended",
            Self::Firmware => "firmware, or the hypervisor in its place",
            Self::Nested => "the hypervisor below, for a guest that is one itself",
        }
    }
}

/// What an operation gets done, of which so much a second is a rate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Work {
    /// How much; never 0.
    pub amount: u64,
    /// Of what: `B` (bytes), `flop` (floating-point operations), or a thing, such as `transaction`.
    pub unit: String,
}

/// A benchmark as its descriptor describes it.
#[expect(clippy::struct_excessive_bools, reason = "each is a bit of its own in the descriptor")]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Benchmark {
    /// Its place in the catalogue, from 0.
    #[serde(skip)]
    pub position: usize,
    /// Its name, unique in the image.
    pub name: String,
    /// The category that it belongs to.
    pub category: String,
    /// What it does, in one sentence.
    pub summary: String,
    /// The paper's range of operations in a batch, low and high end.
    pub iterations: (u64, u64),
    /// CPUs that it needs.
    pub cpus: u64,
    /// What else it needs.
    pub needs: Vec<Need>,
    /// Not part of the standard suite: runs only when named.
    pub extra: bool,
    /// May harm a machine that no hypervisor protects.
    pub dangerous: bool,
    /// In the quick suite.
    pub quick: bool,
    /// A workload as large as a paper's, which takes seconds.
    #[serde(default)]
    pub paper_sized: bool,
    /// Takes minutes, and may take an emulator hours: run once in a boot.
    #[serde(default)]
    pub long: bool,
    /// Who answers it in a guest.
    pub path: Path,
    /// Exits of an operation under hardware virtualization with nested paging and without
    /// interrupt virtualization; `None` where no fixed number is expected.
    pub exits: Option<u64>,
    /// What other suites call it, such as `kut: vmcall; CVM: hypercall`; empty where none has it.
    pub also: String,
    /// The event of workloads whose cost it is; absent where it is of none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<String>,
    /// What one operation gets done; absent where nobody asks for that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub work: Option<Work>,
    /// The term of the paper's cost model that it measures; absent where the model has none for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub term: Option<String>,
    /// Addresses in the image of the timed loop and of its control.
    #[serde(skip)]
    pub loops: (u64, u64),
}

impl Benchmark {
    /// Whether the paper's Table 1 has it, or its like on another architecture.
    pub fn is_of_the_paper(&self) -> bool {
        self.iterations.1 > 0
    }

    /// Whether it is for the suite of the papers' workloads alone: it takes seconds, or programs that
    /// a small guest has not.
    pub fn is_for_papers_suite(&self) -> bool {
        self.paper_sized || self.needs.contains(&Need::MorePrograms)
    }

    /// Whether the other `suite` calls it `name`.
    pub fn is_called(&self, suite: &str, name: &str) -> bool {
        let of_suite = |part: &str| {
            let names = part.trim().strip_prefix(suite)?.strip_prefix(": ")?;
            names.split(", ").any(|known| known == name).then_some(())
        };
        self.also.split(';').find_map(of_suite).is_some()
    }

    /// A benchmark of which only name and category are known.
    pub fn named(name: &str, category: &str) -> Self {
        Self {
            position: 0,
            name: name.to_owned(),
            category: category.to_owned(),
            summary: String::new(),
            iterations: (0, 0),
            cpus: 1,
            needs: Vec::new(),
            extra: false,
            dangerous: false,
            quick: false,
            paper_sized: false,
            long: false,
            path: Path::Direct,
            exits: None,
            also: String::new(),
            event: None,
            work: None,
            term: None,
            loops: (0, 0),
        }
    }
}

/// All that an image tells of itself.
#[derive(Debug)]
pub struct Catalogue {
    /// The kernel's version.
    pub version: String,
    /// The architecture that it is built for.
    pub arch: String,
    /// Its benchmarks, sorted as they run.
    pub benchmarks: Vec<Benchmark>,
}

/// Reads the catalogue of an image.
///
/// # Errors
/// Says what is wrong with it.
pub fn read(image: &[u8]) -> Result<Catalogue, String> {
    let elf = Elf::parse(image).map_err(|e| format!("not a 64-bit ELF file ({e})"))?;
    let memory = ImageMemory::new(&elf, image);
    let mut info = section(&elf, ".hb.info")?.split(|byte| *byte == 0);
    let mut next = || clean(info.next().unwrap_or_default()).chars().take(LONGEST).collect();
    let (version, arch) = (next(), next());
    let pointers = elf.section_by_name(".benchmarks").ok_or("it has no section .benchmarks")?;
    let count = usize::try_from(pointers.size() / 8).unwrap_or(usize::MAX);
    if count > MAX_BENCHMARKS {
        return Err(format!("its catalogue claims {count} benchmarks"));
    }
    let mut benchmarks = Vec::with_capacity(count);
    for position in 0..count {
        let pointer = memory.word(pointers.address() + 8 * position as u64);
        let benchmark = pointer.and_then(|address| descriptor(&memory, address));
        let broken = || format!("entry {position} of its catalogue is broken");
        benchmarks.push(Benchmark { position, ..benchmark.ok_or_else(broken)? });
    }
    Ok(Catalogue { version, arch, benchmarks })
}

fn section<'a>(elf: &Elf<'a>, name: &str) -> Result<&'a [u8], String> {
    let missing = || format!("it has no section {name}");
    elf.section_by_name(name).and_then(|section| section.data().ok()).ok_or_else(missing)
}

/// Whether `text` is written as names of events and terms are.
fn is_name(text: &str) -> bool {
    let is_letter = |c: char| c.is_ascii_lowercase() || c == '_';
    !text.is_empty() && text.chars().all(is_letter)
}

/// Whether `text` is written as units of work are.
fn is_unit(text: &str) -> bool {
    (1..=LONGEST).contains(&text.len()) && text.chars().all(|c| c.is_ascii_alphabetic())
}

fn descriptor(memory: &ImageMemory, address: u64) -> Option<Benchmark> {
    let word = |index: u64| memory.word(address.checked_add(8 * index)?);
    let text = |index| memory.string(word(index)?);
    if word(0)? != MAGIC {
        return None;
    }
    let (iterations, needs, flags) = ((word(4)?, word(5)?), word(7)?, word(8)?);
    let needed = Need::BITS.iter().enumerate().filter(|(bit, _)| needs >> bit & 1 == 1);
    Some(Benchmark {
        position: 0,
        name: text(1)?,
        category: text(2)?,
        summary: text(3)?,
        iterations,
        cpus: word(6)?.max(1),
        needs: needed.map(|(_, need)| *need).collect(),
        extra: flags & EXTRA != 0,
        dangerous: flags & DANGEROUS != 0,
        quick: flags & QUICK != 0 || iterations.1 > 0,
        paper_sized: flags & PAPER_SIZED != 0,
        long: flags & TAKES_MINUTES != 0,
        path: *Path::ALL.get(usize::try_from(word(9)?).ok()?)?,
        exits: Some(word(10)?).filter(|exits| *exits != VARYING_EXITS),
        also: if word(11)? == 0 { String::new() } else { text(11)? },
        loops: (word(12)?, word(13)?),
        // An older kernel has none, and something else there.
        event: text(14).filter(|event| is_name(event)),
        work: word(15).filter(|amount| *amount > 0).and_then(|amount| {
            let unit = text(16).filter(|unit| is_unit(unit))?;
            Some(Work { amount, unit })
        }),
        term: text(17).filter(|term| is_name(term)),
    })
}
