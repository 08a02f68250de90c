//! Catalogues of images that are written here, byte by byte.

use super::*;

/// Where the image is loaded.
const BASE: u64 = 0x10_0000;

/// Where in a file its loaded content begins: behind the file header and one program header.
const HEADERS: usize = 64 + 56;

/// What is loaded, as it grows.
#[derive(Clone)]
struct Content(Vec<u8>);

impl Content {
    /// Adds bytes; returns their address.
    fn add(&mut self, bytes: &[u8]) -> u64 {
        let address = BASE + self.0.len() as u64;
        self.0.extend_from_slice(bytes);
        address
    }

    fn string(&mut self, text: &str) -> u64 {
        self.add(&[text.as_bytes(), b"\0"].concat())
    }

    fn words(&mut self, words: &[u64]) -> u64 {
        self.add(&words.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<_>>())
    }

    /// A descriptor of `iterations`, `needs` and `flags`, answered by the monitor; what else it says is
    /// told from all others.
    fn descriptor(&mut self, iterations: (u64, u64), needs: u64, flags: u64) -> [u64; 18] {
        let [name, category, summary] = ["in", "io", "Read a port."].map(|text| self.string(text));
        let also = self.string("kut: inl_from_pmtimer, inl; CVM: port");
        let [event, unit, term] = ["io_in", "B", "in"].map(|text| self.string(text));
        let (low, high) = iterations;
        [
            MAGIC, name, category, summary, low, high, 2, needs, flags, 2, 1, also, 0x1000, 0x2000,
            event, 4, unit, term,
        ]
    }
}

/// An ELF file for 64 bits, little-endian, that loads `content` at [`BASE`], with its last bytes as the
/// section of pointers, and that of the versions.
fn image(content: &Content, pointers: &[u64], info: &[u8]) -> Vec<u8> {
    let mut content = content.clone();
    let pointers_at = content.words(pointers) - BASE;
    let info_at = content.add(info) - BASE;
    let names = b"\0.hb.info\0.benchmarks\0.shstrtab\0";
    let names_at = content.add(names) - BASE;
    let (file, size) = (HEADERS as u64, content.0.len() as u64);
    let half = |values: &[u16]| values.iter().flat_map(|v| v.to_le_bytes()).collect::<Vec<_>>();
    let word = |values: &[u32]| values.iter().flat_map(|v| v.to_le_bytes()).collect::<Vec<_>>();
    let long = |values: &[u64]| values.iter().flat_map(|v| v.to_le_bytes()).collect::<Vec<_>>();
    let section = |name: u32, kind: u32, at: u64, size: u64| {
        let places = long(&[0, BASE + at, file + at, size]);
        [word(&[name, kind]), places, word(&[0, 0]), long(&[1, 0])].concat()
    };
    [
        b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0".to_vec(),
        half(&[2, 62]),
        word(&[1]),
        long(&[BASE, 64, file + size]),
        word(&[0]),
        half(&[64, 56, 1, 64, 4, 3]),
        word(&[1, 5]), // PT_LOAD, readable and executable
        long(&[file, BASE, BASE, size, size, 1]),
        content.0,
        vec![0; 64],
        section(1, 1, info_at, info.len() as u64),
        section(10, 1, pointers_at, 8 * pointers.len() as u64),
        section(22, 3, names_at, names.len() as u64),
    ]
    .concat()
}

/// An image with one descriptor that `change` has changed.
fn with_one(change: impl Fn(&mut Content, &mut [u64; 18])) -> Result<Catalogue, String> {
    let mut content = Content(Vec::new());
    let mut descriptor = content.descriptor((0, 0), 0, 0);
    change(&mut content, &mut descriptor);
    let address = content.words(&descriptor);
    read(&image(&content, &[address], b"1.2\0z80\0"))
}

fn one(change: impl Fn(&mut Content, &mut [u64; 18])) -> Benchmark {
    with_one(change).unwrap().benchmarks.remove(0)
}

#[test]
fn all_that_a_descriptor_says_is_read() {
    let catalogue = with_one(|_, _| ()).unwrap();
    assert_eq!((catalogue.version.as_str(), catalogue.arch.as_str()), ("1.2", "z80"));
    let expected = Benchmark {
        summary: "Read a port.".into(),
        cpus: 2,
        path: Path::Monitor,
        exits: Some(1),
        also: "kut: inl_from_pmtimer, inl; CVM: port".into(),
        event: Some("io_in".into()),
        work: Some(Work { amount: 4, unit: "B".into() }),
        term: Some("in".into()),
        loops: (0x1000, 0x2000),
        ..Benchmark::named("in", "io")
    };
    assert_eq!(catalogue.benchmarks, [expected]);
}

#[test]
fn benchmarks_are_numbered_in_their_order() {
    let mut content = Content(Vec::new());
    let descriptor = content.descriptor((0, 0), 0, 0);
    let address = content.words(&descriptor);
    let catalogue = read(&image(&content, &[address; 3], b"")).unwrap();
    let positions: Vec<_> = catalogue.benchmarks.iter().map(|one| one.position).collect();
    assert_eq!(positions, [0, 1, 2]);
}

#[test]
fn each_flag_is_a_bit_of_its_own() {
    let flags = |bits: u64| {
        let it = one(|_, words| words[8] = bits);
        [it.extra, it.dangerous, it.quick, it.paper_sized, it.long]
    };
    for bit in 0..5 {
        let mut expected = [false; 5];
        expected[bit] = true;
        assert_eq!(flags(1 << bit), expected, "{bit}");
    }
    assert!(one(|_, words| words[5] = 9).quick, "the paper's operations are in the quick suite");
}

#[test]
fn needs_are_told_by_their_bits() {
    for (bit, need) in Need::BITS.into_iter().enumerate() {
        assert_eq!(one(|_, words| words[7] = 1 << bit).needs, [need]);
    }
    assert_eq!(one(|_, words| words[7] = 0b101).needs, [Need::SerialPort, Need::UntouchedMemory]);
    let words = Need::BITS.map(Need::describe);
    let papers = "programs of `guest build --with papers`";
    assert_eq!(words[..4], ["serial port", "hypercalls", "untouched memory", papers]);
    assert_eq!(words[4..], ["scratch disk", "scratch network"]);
}

#[test]
fn what_a_descriptor_may_lack_is_absent() {
    assert_eq!(one(|_, words| words[10] = u64::MAX).exits, None);
    assert_eq!(one(|_, words| words[11] = 0).also, "");
    assert_eq!(one(|_, words| words[6] = 0).cpus, 1, "there is no guest without a CPU");
    assert_eq!(one(|_, words| words[15] = 0).work, None);
    let unlike_a_name =
        |text: &str, index: usize| one(|content, words| words[index] = content.string(text));
    for text in ["", "IO in", "io2"] {
        assert_eq!(unlike_a_name(text, 14).event, None, "{text:?}");
        assert_eq!(unlike_a_name(text, 17).term, None, "{text:?}");
    }
    for text in ["", "B/s", &"x".repeat(101)] {
        assert_eq!(unlike_a_name(text, 16).work, None, "{text:?}");
    }
    assert!(unlike_a_name(&"x".repeat(100), 16).work.is_some());
}

#[test]
fn what_is_broken_is_refused() {
    let broken = "entry 0 of its catalogue is broken";
    let refused = |change: &dyn Fn(&mut Content, &mut [u64; 18])| with_one(change).unwrap_err();
    assert_eq!(refused(&|_, words| words[0] += 1), broken, "another first word");
    assert_eq!(refused(&|_, words| words[9] = 7), broken, "no such path");
    assert_eq!(refused(&|_, words| words[1] = BASE - 1), broken, "a name before the image");
    assert_eq!(refused(&|_, words| words[1] = u64::MAX), broken, "a name behind it");
    assert_eq!(refused(&|content, words| words[1] = content.string(&"x".repeat(4096))), broken);
    let longest = one(|content, words| words[1] = content.string(&"x".repeat(4095)));
    assert_eq!(longest.name.len(), 4095);

    let content = Content(Vec::new());
    assert_eq!(read(&image(&content, &[0], b"")).unwrap_err(), broken);
    let many = "its catalogue claims 10001 benchmarks";
    assert_eq!(read(&image(&content, &vec![0; 10_001], b"")).unwrap_err(), many);
    assert_eq!(read(&image(&content, &vec![0; 10_000], b"")).unwrap_err(), broken);
    assert!(read(b"MZ").unwrap_err().starts_with("not a 64-bit ELF file"));
    let mut nameless = image(&content, &[], b"");
    let at = nameless.windows(8).position(|bytes| bytes == b".hb.info").unwrap();
    nameless[at] = b'_';
    assert_eq!(read(&nameless).unwrap_err(), "it has no section .hb.info");
}

#[test]
fn foreign_versions_are_cut_short() {
    let content = Content(Vec::new());
    let info = [&[b'v'; 300][..], b"\0arch\0"].concat();
    let catalogue = read(&image(&content, &[], &info)).unwrap();
    assert_eq!((catalogue.version.len(), catalogue.arch.as_str()), (100, "arch"));
}

#[test]
fn paths_have_names_and_words() {
    let names = Path::ALL.map(Path::name);
    let known = ["direct", "hypervisor", "monitor", "paging", "interrupt", "firmware", "nested"];
    assert_eq!(names, known);
    let words = Path::ALL.map(Path::describe);
    assert!(words.iter().zip(names).all(|(text, name)| text.len() > name.len() + 10), "{words:?}");
    assert!(words.iter().enumerate().all(|(i, text)| !words[..i].contains(text)), "{words:?}");
}

#[test]
fn the_papers_operations_and_workloads_are_told_apart() {
    let plain = one(|_, _| ());
    assert!(!plain.is_of_the_paper() && !plain.is_for_papers_suite());
    assert!(one(|_, words| words[5] = 1).is_of_the_paper());
    assert!(one(|_, words| words[8] = PAPER_SIZED).is_for_papers_suite());
    assert!(one(|_, words| words[7] = 0b1000).is_for_papers_suite());
}

#[test]
fn other_suites_names_are_known() {
    let it = one(|_, _| ());
    for (suite, name, known) in [
        ("kut", "inl_from_pmtimer", true),
        ("kut", "inl", true),
        ("CVM", "port", true),
        ("CVM", "inl", false),
        ("kut", "port", false),
        ("ku", "inl", false),
    ] {
        assert_eq!(it.is_called(suite, name), known, "{suite} {name}");
    }
}
