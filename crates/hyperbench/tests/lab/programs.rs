//! Known changes of a device model and of Xen, found to the instruction: Debian's files with 37
//! instructions more at the beginning of one function, in the room that the compiler has left
//! before it.

use std::fs;
use std::process::Command;

use ::lab::{LabArch, LabImage};
use ground::Arch;
use memchr::memmem;
use object::{Object, ObjectSection, ObjectSegment, ObjectSymbol};

use crate::columns::built;
use crate::common::path;
use crate::patch::{only_change, unpack};

/// A register is counted down from 18 to 0, one that holds nothing when a function begins that
/// returns a number: with the instruction that sets it, 37 instructions.
const ADDED: [u8; 9] = [0xb8, 18, 0, 0, 0, 0xff, 0xc8, 0x75, 0xfc];

/// How many bytes earlier the function begins.
const EARLIER: i32 = 9;

/// Instructions that do nothing, which compilers put between functions: the longest one, or many.
const ROOM: [[u8; ADDED.len()]; 2] = [[0x2e, 0x0f, 0x1f, 0x84, 0, 0, 0, 0, 0], [0x90; 9]];

/// What stands before the distance to a function that is called, or jumped to in the end.
const CALL: u8 = 0xe8;
const JUMP: u8 = 0xe9;

/// Functions that `in` comes through once on its way through QEMU, and a hypercall through Xen;
/// which of them has room before it depends on Debian's build.
const OF_QEMU: [&str; 3] =
    ["flatview_read_continue", "memory_region_access_valid", "kvm_arch_pre_run"];
const OF_XEN: [&str; 3] = ["svm_get_insn_len", "guest_walk_tables_4_levels", "paging_gva_to_gfn"];

/// What addresses in the table of symbols that Xen carries are counted from.
const ORIGIN: u64 = 0xffff_82d0_4000_0000;

/// Puts the added instructions before the function whose code is at `at`, and lets its callers begin
/// with them. False where there is no room.
fn lengthen(program: &mut [u8], at: usize) -> bool {
    if !ROOM.iter().any(|room| memmem::find(&program[at - 16..at], room).is_some()) {
        return false;
    }
    for place in memchr::memchr2_iter(CALL, JUMP, program.to_vec().as_slice()) {
        let Some(distance) = program[place + 1..].first_chunk().copied() else { break };
        let distance = i32::from_le_bytes(distance);
        if (place + 5).checked_add_signed(distance as isize) == Some(at) {
            program[place + 1..place + 5].copy_from_slice(&(distance - EARLIER).to_le_bytes());
        }
    }
    program[at - ADDED.len()..at].copy_from_slice(&ADDED);
    true
}

/// Where the code at `address` is in a file.
fn place(program: &[u8], address: u64) -> usize {
    let file = object::File::parse(program).unwrap();
    let mut segments = file.segments().filter(|segment| segment.address() <= address);
    let in_segment = |segment: object::Segment<'_, '_>| {
        let (offset, size) = segment.file_range();
        Some(offset + address - segment.address()).filter(|place| *place < offset + size)
    };
    usize::try_from(segments.find_map(in_segment).expect("code is in a segment")).unwrap()
}

/// Adds to the number at `at`.
fn add<const SIZE: usize>(program: &mut [u8], at: usize, more: i32) {
    let field = &mut program[at..at + SIZE];
    let mut number = [0; 8];
    number[..SIZE].copy_from_slice(field);
    let sum = u64::from_le_bytes(number).checked_add_signed(more.into()).unwrap();
    field.copy_from_slice(&sum.to_le_bytes()[..SIZE]);
}

/// QEMU with a longer function, and its name. The symbol says that it begins earlier.
pub fn longer_qemu(program: &[u8]) -> (&'static str, Vec<u8>) {
    const SYMBOL: usize = 24;
    let file = object::File::parse(program).unwrap();
    let table = file.section_by_name(".dynsym").unwrap().file_range().unwrap().0;
    let longer = OF_QEMU.iter().find_map(|name| {
        let symbol = file.dynamic_symbols().find(|symbol| symbol.name() == Ok(name))?;
        let mut longer = program.to_vec();
        let entry = usize::try_from(table).unwrap() + symbol.index().0 * SYMBOL;
        add::<8>(&mut longer, entry + 8, -EARLIER);
        add::<8>(&mut longer, entry + 16, EARLIER);
        lengthen(&mut longer, place(program, symbol.address())).then_some((*name, longer))
    });
    longer.expect("one of the functions has room before it")
}

/// The same of Xen.
fn longer_xen(program: &[u8]) -> (&'static str, Vec<u8>) {
    let symbols = ::lab::xen_functions(program);
    let longer = OF_XEN.iter().find_map(|name| {
        let number = symbols.iter().position(|(_, of)| of == name)?;
        let offset = |number: usize| u32::try_from(symbols[number].0 - ORIGIN).unwrap();
        let neighbours = [offset(number), offset(number + 1)].map(u32::to_le_bytes).concat();
        let entry = memmem::find(program, &neighbours)?;
        let mut longer = program.to_vec();
        add::<4>(&mut longer, entry, -EARLIER);
        lengthen(&mut longer, place(program, symbols[number].0 - ORIGIN)).then_some((*name, longer))
    });
    longer.expect("one of the functions has room before it")
}

pub fn image(name: &str) -> &'static LabImage {
    &LabArch::of(Arch::native()).expect("a lab").images[name]
}

/// Profiles `bench` on `platform` with Debian's part and with the patched one.
fn assert_named(platform: &str, key: &str, bench: &str, (name, patched): (&str, Vec<u8>)) {
    let folder = tempfile::tempdir().unwrap();
    let file = path(&folder, "patched");
    fs::write(&file, patched).unwrap();
    let change = only_change([platform, &format!("{platform}:{key}={file}")], bench);
    assert_eq!(change["name"], name, "{change}");
    assert!(change["before"].as_f64() > Some(10.0), "{change}");
}

#[test]
fn a_patch_of_a_device_model_is_named_by_its_function() {
    if !built() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    unpack("kvm", "qemu-system-", folder.path());
    let debian = fs::read(folder.path().join(&image("kvm").qemu)).unwrap();
    assert_named("lab-kvm-npt", "qemu", "in", longer_qemu(&debian));
}

#[test]
fn a_patch_of_xen_is_named_by_its_function() {
    if !built() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    unpack("xen", "xen-hypervisor-", folder.path());
    let xen = image("xen");
    let place = xen.hypervisor.as_ref().unwrap().replace("{xen}", &xen.xen);
    let file = folder.path().join(place);
    let unpacked = Command::new("gzip").arg("-dc").arg(file).output().unwrap();
    assert_named("lab-xen-pvh", "xen", "hypercall", longer_xen(&unpacked.stdout));
}
