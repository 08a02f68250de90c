//! A known change of a hypervisor, found to the instruction: KVM's module with 37 instructions
//! more on the way of one exit.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use ground::Arch;
use object::read::elf::{ElfFile64, SectionHeader};
use object::{Object, ObjectSection, ObjectSymbol};
use serde_json::Value;
use tempfile::TempDir;

use crate::columns::built;
use crate::common::{output, path, run, stderr, stdout};
use crate::vmx;

/// What is put on the way: 36 NOPs and the jump to where the way had led directly.
pub const ADDED: u8 = 37;
const NOPS: [u8; ADDED as usize - 1] = [0x90; ADDED as usize - 1];
const JUMP: [u8; 5] = [0xe9, 0, 0, 0, 0];
const CALL: u8 = 0xe8;

/// What may be overwritten of a victim, behind the call that it begins with.
const ROOM: usize = NOPS.len() + JUMP.len();

/// Relocations (ELF ABI supplement of the lab's processor): none, an address, a distance.
const NONE: u32 = 0;
const ADDRESS: u32 = 1;
const DISTANCE: u32 = 4;

/// A change of a module.
pub struct Patch<'a> {
    /// The image whose modules have it.
    pub image: &'a str,
    pub module: &'a str,
    /// A function of the module that is called only when a virtual CPU has failed: its code makes room.
    pub victim: &'a str,
    /// The handler of the exit that gets longer, in this module or another one.
    pub handler: &'a str,
    /// What is executed before it.
    pub added: &'a [u8],
}

pub const SVM: Patch = Patch {
    image: "kvm",
    module: "kvm-amd.ko",
    victim: "dump_vmcb",
    handler: "kvm_emulate_hypercall",
    added: &NOPS,
};
const VMX: Patch = Patch { image: "kvm-vmx", module: "kvm-intel.ko", victim: "dump_vmcs", ..SVM };

/// Where functions begin, for Linux' tracer: they do so where they did.
const TRACED: &str = "__mcount_loc";

/// The end of a module that has a signature.
const SIGNED: &[u8] = b"~Module signature appended~\n";

/// An entry of a table of relocations: place, type and symbol, addend; eight bytes each.
struct Relocations<'a>(&'a mut [u8]);

impl Relocations<'_> {
    fn field(&self, entry: usize, field: usize) -> u64 {
        let at = entry * 24 + field * 8;
        u64::from_le_bytes(self.0[at..at + 8].try_into().unwrap())
    }

    fn len(&self) -> usize {
        self.0.len() / 24
    }

    fn set(&mut self, entry: usize, place: u64, kind: u32, symbol: usize, addend: i64) {
        let info = (symbol as u64) << 32 | u64::from(kind);
        let words = [place, info, addend.cast_unsigned()];
        for (field, word) in words.into_iter().enumerate() {
            let at = entry * 24 + field * 8;
            self.0[at..at + 8].copy_from_slice(&word.to_le_bytes());
        }
    }
}

/// The module with the table of exit handlers pointing to the added instructions, in the place of the
/// victim.
fn lengthened(module: &[u8], patch: &Patch) -> Vec<u8> {
    let file = ElfFile64::<object::Endianness>::parse(module).unwrap();
    let named = |name| file.symbols().find(|symbol| symbol.name() == Ok(name)).expect(name);
    let (handler, victim) = (named(patch.handler), named(patch.victim));
    // One of the module's own is named by its section and the place there.
    let section = |symbol: &object::read::elf::ElfSymbol64<'_, '_>| {
        let is_section = symbol.kind() == object::SymbolKind::Section;
        is_section && symbol.section_index() == handler.section_index()
    };
    let (named, within) = match file.symbols().find(section) {
        Some(section) => (section.index().0, handler.address()),
        None => (handler.index().0, 0),
    };
    let handler = handler.index().0;
    let code = file.section_by_index(victim.section_index().unwrap()).unwrap();
    let start = victim.address();
    let base = usize::try_from(code.file_range().unwrap().0 + start).unwrap();
    // The call that tracing needs at a function's start stays.
    assert_eq!(module[base], CALL, "the function does not begin with a call");
    let entry = start + JUMP.len() as u64;

    let mut patched = module.to_vec();
    let (from, added) = (base + JUMP.len(), patch.added.len());
    patched[from..from + added].copy_from_slice(patch.added);
    patched[from + added..][..JUMP.len()].copy_from_slice(&JUMP);
    let jump = entry + added as u64;
    let end = entry + ROOM as u64;

    let (mut jumps, mut tables) = (0, 0);
    for section in file.sections() {
        let header = section.elf_section_header();
        let is_traced = section.name().is_ok_and(|name| name.ends_with(TRACED));
        if header.sh_type(object::Endianness::Little) != object::elf::SHT_RELA || is_traced {
            continue;
        }
        let of_code = header.sh_info(object::Endianness::Little) as usize == code.index().0;
        let (offset, size) = header.file_range(object::Endianness::Little).unwrap();
        let (offset, size) = (usize::try_from(offset).unwrap(), usize::try_from(size).unwrap());
        let mut table = Relocations(&mut patched[offset..offset + size]);
        for index in 0..table.len() {
            let (place, info) = (table.field(index, 0), table.field(index, 1));
            if of_code && (entry..end).contains(&place) {
                let kind = if jumps == 0 { DISTANCE } else { NONE };
                table.set(index, jump + 1, kind, handler, -4);
                jumps += 1;
            } else if info == (named as u64) << 32 | u64::from(ADDRESS)
                && table.field(index, 2) == within
            {
                let skipped = i64::try_from(JUMP.len()).unwrap();
                table.set(index, place, ADDRESS, victim.index().0, skipped);
                tables += 1;
            }
        }
    }
    assert!(jumps > 0 && tables > 0, "{jumps} {tables}");
    patched
}

/// The module without the end that says that it is signed: Linux loads one without a signature,
/// but none whose signature is wrong.
fn unsigned(mut module: Vec<u8>) -> Vec<u8> {
    assert!(module.ends_with(SIGNED));
    module.truncate(module.len() - SIGNED.len());
    module
}

/// Unpacks the packages of `image` whose names begin with `prefix` into `folder`.
pub fn unpack(image: &str, prefix: &str, folder: &Path) {
    let cache = debian::Cache::open("lab").unwrap();
    let packages = debian::cached(&cache, &Arch::native().debian, image).unwrap();
    for package in packages.iter().filter(|path| debian::package_name(path).starts_with(prefix)) {
        let mut unpack = Command::new("dpkg-deb");
        let unpacked = unpack.arg("-x").arg(package).arg(folder).status().unwrap();
        assert!(unpacked.success());
    }
}

/// Where the file `name` is below `folder`.
pub fn find(folder: &Path, name: &str) -> Option<PathBuf> {
    fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).find_map(|path| {
        match path.is_dir() && !path.is_symlink() {
            true => find(&path, name),
            false => path.ends_with(name).then_some(path),
        }
    })
}

/// A kernel that does the same, in a longer file.
fn longer_kernel(folder: &TempDir) -> String {
    let longer = path(folder, "kernel.elf");
    fs::write(&longer, [images::kernel(Arch::native()), &[0; 5000]].concat()).unwrap();
    longer
}

/// The folder in `folder` with the modules of an image, of which one is patched.
pub fn patched_modules(folder: &TempDir, patch: &Patch) -> PathBuf {
    unpack(patch.image, "linux-image-", folder.path());
    let modules = folder.path().join("lib/modules");
    let module = find(&modules, patch.module).unwrap();
    let content = lengthened(&fs::read(&module).unwrap(), patch);
    fs::write(&module, unsigned(content)).unwrap();
    modules
}

/// What the patch adds is all that changes, though the patched module has lost its signature and
/// the guest has come in a longer file, so that Linux finds other places for everything.
#[test]
fn a_patch_of_kvm_shows_as_exactly_its_instructions_and_nowhere_else() {
    if !built() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let modules = patched_modules(&folder, &SVM);
    let (before, after) = (path(&folder, "before.json"), path(&folder, "after.json"));
    let patched = format!("lab-kvm-npt:modules={}", modules.display());
    let kernel = longer_kernel(&folder);
    measured(&["--platform", "lab-kvm-npt", "-o", &before]);
    measured(&["--platform", &patched, "--kernel", &kernel, "-o", &after]);
    let compared = stdout(&output(&["compare", &before, &after, "--json"]));
    let compared: Value = serde_json::from_str(&compared).unwrap();
    let mut changes = 0;
    for row in compared["rows"].as_array().unwrap() {
        let Some(difference) = row["change"]["difference"].as_f64() else { continue };
        if row["benchmark"] == "cold-access" {
            // Linux looks for the guest's pages: how long depends on what it did before.
            assert!(row["change"]["share"].as_f64().unwrap().abs() < 0.001, "{row}");
            continue;
        }
        let is_patched = row["benchmark"] == "hypercall";
        let added = if is_patched { f64::from(ADDED) } else { 0.0 };
        assert_eq!(difference.to_bits(), added.to_bits(), "{row}");
        assert_eq!(row["verdict"] == "slower", is_patched, "{row}");
        changes += 1;
    }
    assert!(changes > 10, "{compared}");
    profile_names_the_patched("lab-kvm-npt", &patched, &SVM);
}

/// With the outer machine that `HYPERBENCH_OUTER` names (tools/qemu-versions.sh), otherwise a newer QEMU.
#[test]
fn a_patch_of_kvm_shows_as_exactly_its_instructions_on_another_outer_machine() {
    if !built() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let modules = patched_modules(&folder, &SVM);
    let outer = std::env::var("HYPERBENCH_OUTER").unwrap_or_else(|_| "10.0".to_owned());
    let before = format!("lab-kvm-npt:outer={outer},label=before");
    let patched = format!("lab-kvm-npt:outer={outer},modules={},label=patched", modules.display());
    let platforms = ["--platform", &before, "--platform", &patched];
    // As many operations on both sides: what a loop costs by itself is divided by their number.
    let same = ["--bench", "{sgdt,set-cr3,hypercall,in}", "--iterations", "8"];
    let (lab, code) = run(&[&platforms[..], &same].concat());
    assert_eq!(code, 0);
    for (bench, added) in [("sgdt", 0), ("set-cr3", 0), ("hypercall", ADDED), ("in", 0)] {
        let [before, after] = ["before", "patched"].map(|label| vmx::figure(&lab, label, bench));
        assert_eq!((after - before).to_bits(), f64::from(added).to_bits(), "{bench}");
    }
}

#[test]
#[ignore = "it takes minutes: make test-intel"]
fn a_patch_of_kvm_on_vmx_shows_as_exactly_its_instructions() {
    if !vmx::available() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let modules = patched_modules(&folder, &VMX);
    let patched = format!("lab-kvm-ept:modules={},label=patched", modules.display());
    let platforms = ["--platform", "lab-kvm-ept", "--platform", &patched];
    let (lab, code) = run(&[&platforms[..], &["--bench", "{sgdt,set-cr3,hypercall,in}"]].concat());
    assert_eq!(code, 0);
    for (bench, added) in [("sgdt", 0), ("set-cr3", 0), ("hypercall", ADDED), ("in", 0)] {
        let [before, after] =
            ["lab-kvm-ept", "patched"].map(|label| vmx::figure(&lab, label, bench));
        assert_eq!((after - before).to_bits(), f64::from(added).to_bits(), "{bench}");
    }
    profile_names_the_patched("lab-kvm-ept", &patched, &VMX);
}

/// The profile's difference is the added instructions, in the function whose room they took.
fn profile_names_the_patched(platform: &str, patched: &str, patch: &Patch) {
    let change = only_change([platform, patched], "hypercall");
    let module = patch.module.trim_end_matches(".ko").replace('-', "_");
    assert_eq!((&change["name"], &change["module"]), (&patch.victim.into(), &module.into()));
    assert!(change["before"].is_null(), "{change}");
}

/// The function that changes from one of the platforms to the other, by the added instructions.
pub fn only_change([from, to]: [&str; 2], bench: &str) -> Value {
    let run = output(&["profile", from, bench, "--diff", to, "--format", "json"]);
    assert!(run.status.success(), "{}", stderr(&run));
    let changes: Value = serde_json::from_str(&stdout(&run)).unwrap();
    let [change] = &changes.as_array().unwrap()[..] else { panic!("not one change: {changes}") };
    assert_eq!(change["difference"].as_f64(), Some(f64::from(ADDED)), "{change}");
    change.clone()
}

fn measured(arguments: &[&str]) {
    let run = output(&[&["run"], arguments].concat());
    assert!(run.status.success(), "{}", stderr(&run));
}
