//! What addresses are called: in the benchmark kernel, in the Linux and the Xen of the lab, and in
//! the programs above.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::rc::Rc;

use object::elf::PF_X;
use object::{Object, ObjectSegment, ObjectSymbol, SegmentFlags, SymbolKind};

use super::inlined::Inlined;
use super::names::plain;
use super::{HYPERVISOR as HYPERVISOR_FILE, MONITOR, PROGRAMS, packed, vmlinux};
use debian::cpio;

/// What is at an address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) module: String,
    /// The function; where there is no symbol, its address in the module's file.
    pub(super) name: String,
    /// Where it begins.
    pub(super) start: u64,
}

/// A symbol: how many bytes, 0 where that is not known, what it is called and what it belongs to.
#[derive(Debug)]
struct Symbol {
    size: u64,
    name: String,
    module: usize,
}

/// A part of an address space with nothing but code of one file.
#[derive(Debug)]
struct Range {
    end: u64,
    module: usize,
    /// How far above the addresses in the file.
    bias: u64,
    /// The functions inside of others.
    inlined: Option<Rc<Inlined>>,
}

/// Symbols by address.
#[derive(Debug, Default)]
struct Table {
    symbols: BTreeMap<u64, Symbol>,
    ranges: BTreeMap<u64, Range>,
}

/// All symbols of a guest and of what is around it.
#[derive(Debug, Default)]
pub struct Symbols {
    modules: Vec<String>,
    guest: Table,
    outside: Table,
    /// What has no names, and why.
    missing: Vec<String>,
}

/// Worlds of the guest have smaller numbers.
const HYPERVISOR: u8 = 2;

/// What the lab's Linux calls its own symbols, and those of Xen, which has none.
const LINUX: &str = "linux";
const XEN: &str = "xen";

/// Where Xen is (Xen, asm/config.h), below every Linux.
const XEN_BEGINS: u64 = 0xffff_8000_0000_0000;
const XEN_ENDS: u64 = 0xffff_8800_0000_0000;

/// Whether a name is what assemblers call places inside of functions and kinds of code: modules of some
/// architectures have them (Linux, `include/linux/module_symbol.h`).
fn is_inside_a_function(name: &str) -> bool {
    name.starts_with(".L") || name.starts_with('$')
}

/// What Linux' names of functions at EL2 begin with, where its own kernel is at EL1.
const AT_EL2: &str = "__kvm_nvhe_";

/// Longer than any function whose length is not known: code farther behind a name is of something that has none, such as
/// a filter of system calls that Linux has translated.
const LONGEST: u64 = 64 << 10;

/// What is moved stays at its place in a page.
const PAGE: u64 = 4096;

/// Between these lines of the console the lab's Linux tells its own symbols.
const BEGIN: &str = "@symbols";
const END: &str = "@end symbols";

impl Symbols {
    /// Those of a guest's `kernel`, and of what the `console` tells of the lab's Linux, with what the
    /// `folder` of the trace has of programs and Xen.
    pub fn new(kernel: &[u8], console: &str, folder: &Path) -> Self {
        let mut symbols = Self::default();
        let module = symbols.module("kernel");
        add_elf(&mut symbols.guest, kernel, 0, module);
        let inlined = Inlined::of(kernel).map(Rc::new);
        for (start, end) in code(kernel) {
            let range = Range { end, module, bias: 0, inlined: inlined.clone() };
            symbols.guest.ranges.insert(start, range);
        }
        if symbols.guest.symbols.is_empty() {
            symbols.misses("the guest's kernel: its file has no symbols");
        }
        if let Ok(xen) = system::input::read(folder.join(HYPERVISOR_FILE)) {
            symbols.xen(&xen);
        }
        // A monitor's files have taken the place of others.
        let archives = [MONITOR, PROGRAMS].map(|name| system::input::read(folder.join(name)).ok());
        if let [own, Some(files)] = &archives {
            let archives: Vec<&[u8]> = own.iter().chain([files]).map(Vec::as_slice).collect();
            symbols.told(console, &archives);
        }
        symbols
    }

    /// Adds those of a guest's own Linux, which the file `kernel` boots.
    #[must_use]
    pub fn with_linux(mut self, kernel: &[u8]) -> Self {
        let module = self.module(LINUX);
        let functions = vmlinux::functions(kernel);
        if functions.is_empty() {
            self.misses("the guest's Linux: its file has no table of symbols");
        }
        for (address, name) in functions {
            self.guest.symbols.entry(address).or_insert(Symbol { size: 0, name, module });
        }
        self
    }

    /// How far above those called `at_el2`, where KVM's part at EL2 runs, Linux has the symbols for it (an address
    /// space of its own, Linux' `va_layout.c` of KVM): as far as most of what is called there begins with one.
    pub(super) fn above_el2(&self, at_el2: &BTreeSet<u64>) -> u64 {
        let symbols = self.outside.symbols.iter();
        let named = symbols.filter(|(_, symbol)| symbol.name.starts_with(AT_EL2));
        let mut votes: BTreeMap<u64, usize> = BTreeMap::new();
        for (address, _) in named {
            for called in at_el2.iter().filter(|called| *called % PAGE == address % PAGE) {
                *votes.entry(address.wrapping_sub(*called)).or_default() += 1;
            }
        }
        let most = votes.into_iter().max_by_key(|(above, count)| (*count, Reverse(*above)));
        most.map_or(0, |(above, _)| above)
    }

    /// What has no names, and why: a sentence's part each. Its addresses are shown.
    pub fn missing(&self) -> &[String] {
        &self.missing
    }

    fn misses(&mut self, what: impl Into<String>) {
        self.missing.push(what.into());
    }

    fn xen(&mut self, image: &[u8]) {
        let module = self.module(XEN);
        self.outside
            .ranges
            .insert(XEN_BEGINS, Range { end: XEN_ENDS, module, bias: 0, inlined: None });
        let functions = packed::functions(image);
        if functions.is_empty() {
            self.misses("Xen: its file has no table of symbols");
        }
        for (address, name) in functions {
            self.outside.symbols.entry(address).or_insert(Symbol { size: 0, name, module });
        }
    }

    /// Takes what the lab's Linux tells on the `console`; its programs are in one of the `archives`.
    fn told(&mut self, console: &str, archives: &[&[u8]]) {
        let told = console.split_once(BEGIN).map_or("", |(_, rest)| rest);
        let known = self.outside.symbols.len();
        for line in told.split(END).next().unwrap_or_default().lines() {
            self.kernel_line(line.trim_end());
        }
        if self.outside.symbols.len() == known {
            self.misses("the lab's Linux: it tells no symbols (its /proc/kallsyms)");
        }
        let programs = self.outside.ranges.len();
        for line in told.split(END).next().unwrap_or_default().lines() {
            self.mapping(line.trim_end(), archives);
        }
        if self.outside.ranges.len() == programs {
            self.misses("the device model: nobody tells where it lies");
        }
    }

    fn module(&mut self, name: &str) -> usize {
        let known = self.modules.iter().position(|module| module == name);
        known.unwrap_or_else(|| {
            self.modules.push(name.to_owned());
            self.modules.len() - 1
        })
    }

    /// A line of `/proc/modules` or of `/proc/kallsyms`, which has zeros for addresses that Linux
    /// keeps to itself.
    fn kernel_line(&mut self, line: &str) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let (address, name, module) = match words[..] {
            [name, size, _, _, "Live", address, ..] => return self.loaded(name, size, address),
            [address, _, name] => (address, name, LINUX),
            [address, _, name, module] => (address, name, module.trim_matches(['[', ']'])),
            _ => return,
        };
        if is_inside_a_function(name) {
            return;
        }
        if let Some(address) = hexadecimal(address).filter(|address| *address != 0) {
            let module = self.module(module);
            let symbol = Symbol { size: 0, name: name.to_owned(), module };
            self.outside.symbols.entry(address).or_insert(symbol);
        }
    }

    /// A module of Linux.
    fn loaded(&mut self, name: &str, size: &str, address: &str) {
        let address = hexadecimal(address.trim_start_matches("0x")).filter(|start| *start != 0);
        if let (Ok(size), Some(start)) = (size.parse::<u64>(), address) {
            let module = self.module(name);
            let end = start.saturating_add(size);
            let range = Range { end, module, bias: start, inlined: None };
            self.outside.ranges.insert(start, range);
        }
    }

    /// A line of `/proc/PID/maps`.
    fn mapping(&mut self, line: &str, archives: &[&[u8]]) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [range, rights, offset, _, _, path] = words[..] else { return };
        let range = range.split_once('-').filter(|_| rights.contains('x'));
        let Some((start, end)) = range.and_then(|(a, b)| Some((hexadecimal(a)?, hexadecimal(b)?)))
        else {
            return;
        };
        let Some(offset) = hexadecimal(offset) else { return };
        let name = path.rsplit('/').next().unwrap_or(path);
        let module = self.module(name);
        let place = path.trim_start_matches('/');
        let file = archives.iter().find_map(|files| cpio::find(files, place));
        let known = self.outside.symbols.len();
        let bias = start.wrapping_sub(file.and_then(|it| address_at(it, offset)).unwrap_or(offset));
        let inlined = file.and_then(Inlined::of).map(Rc::new);
        self.outside.ranges.insert(start, Range { end, module, bias, inlined });
        add_elf(&mut self.outside, file.unwrap_or_default(), bias, module);
        if self.outside.symbols.len() == known && path.starts_with('/') {
            let why = file.map_or("the image has no such file", |_| "its file has no symbols");
            self.misses(format!("{name}: {why}"));
        }
    }

    /// The functions that the instruction at `address` in a world is of, inside of the one that
    /// has its symbol: the outermost first; none where nothing says so.
    pub fn inlined(&self, world: u8, address: u64) -> Vec<String> {
        let range = self.table(world).ranges.range(..=address).next_back();
        let range = range.map(|(_, range)| range).filter(|range| address < range.end);
        let names = range
            .and_then(|range| Some(range.inlined.as_ref()?.at(address.wrapping_sub(range.bias))));
        names.unwrap_or_default()
    }

    fn table(&self, world: u8) -> &Table {
        if world < HYPERVISOR { &self.guest } else { &self.outside }
    }

    /// What is at `address` in a world; functions without symbols begin at the `targets` of calls.
    pub(super) fn find(&self, world: u8, address: u64, targets: &BTreeSet<u64>) -> Place {
        let table = self.table(world);
        let range = table.ranges.range(..=address).next_back();
        let range = range.filter(|(_, range)| address < range.end);
        let symbol = table.symbols.range(..=address).next_back().filter(|(start, symbol)| {
            let bytes = if symbol.size == 0 { LONGEST } else { symbol.size };
            address - **start < bytes && range.is_none_or(|(begin, _)| begin <= start)
        });
        if let Some((start, symbol)) = symbol {
            let module = self.modules[symbol.module].clone();
            return Place { module, name: symbol.name.clone(), start: *start };
        }
        let lowest = range.map_or(0, |(begin, _)| *begin);
        let called = targets.range(lowest..=address).next_back().copied();
        // Outside of all ranges a call to something else may be the last one before.
        let page = address / PAGE * PAGE;
        let start = match range {
            Some(_) => called.unwrap_or(lowest),
            None => called.filter(|start| address - start < LONGEST).unwrap_or(page),
        };
        let Some((_, Range { module, bias, .. })) = range else {
            let is_linux = world >= HYPERVISOR && address >> 63 == 1;
            let module = if is_linux { LINUX } else { "" }.to_owned();
            return Place { module, name: format!("{start:#x}"), start };
        };
        let module = self.modules[*module].clone();
        Place { name: format!("{module}+{:#x}", start.wrapping_sub(*bias)), module, start }
    }
}

fn hexadecimal(text: &str) -> Option<u64> {
    u64::from_str_radix(text, 16).ok()
}

/// The address that a program says for the code at `offset` in its file. Whole pages are mapped, and the
/// first one of its code may be the last one of something else.
fn address_at(elf: &[u8], offset: u64) -> Option<u64> {
    let elf = object::File::parse(elf).ok()?;
    elf.segments().filter(is_code).find_map(|segment| {
        let (from, size) = segment.file_range();
        let before = from % PAGE;
        let at =
            offset.checked_sub(from - before).filter(|at| *at < size.saturating_add(before))?;
        Some(segment.address().wrapping_sub(before).wrapping_add(at))
    })
}

/// Whether it may be executed.
fn is_code(segment: &object::Segment<'_, '_>) -> bool {
    matches!(segment.flags(), SegmentFlags::Elf { p_flags, .. } if p_flags & PF_X == PF_X)
}

/// Where a program's code lies in memory, from and to.
fn code(elf: &[u8]) -> Vec<(u64, u64)> {
    let Ok(elf) = object::File::parse(elf) else { return Vec::new() };
    let segments = elf.segments().filter(is_code);
    segments.map(|it| (it.address(), it.address().saturating_add(it.size()))).collect()
}

/// Adds the functions of an ELF file that was loaded `bias` above where it says.
fn add_elf(table: &mut Table, elf: &[u8], bias: u64, module: usize) {
    let Ok(elf) = object::File::parse(elf) else { return };
    let all = elf.symbols().chain(elf.dynamic_symbols());
    let is_code = |symbol: &object::Symbol<'_, '_>| {
        let kind = symbol.kind();
        symbol.is_definition() && (kind == SymbolKind::Text || kind == SymbolKind::Label)
    };
    for symbol in all.filter(is_code) {
        let name = symbol.name().unwrap_or_default();
        if !name.is_empty() {
            let found = Symbol { size: symbol.size(), name: plain(name), module };
            table.symbols.entry(symbol.address().wrapping_add(bias)).or_insert(found);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOLD: &str = "noise\n@symbols\n\
        555555554000-555555600000 r--p 00000000 00:01 5 /usr/bin/qemu\n\
        555555600000-555555700000 r-xp 000ac000 00:01 5 /usr/bin/qemu\n\
        ffffffff81000000 T _text\nffffffff81000100 t vmx\n\
        ffffffffc0001000 t svm_vcpu_run\t[kvm_amd]\nffffffffc0001200 t .L7\t[kvm_amd]\n@end symbols\n\
        ffffffff81000050 t late\n";

    /// What a console tells, where the image has no files and Xen `xen`.
    fn symbols(console: &str, xen: &[u8]) -> Symbols {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(PROGRAMS), "").unwrap();
        std::fs::write(folder.path().join(HYPERVISOR_FILE), xen).unwrap();
        Symbols::new(b"", console, folder.path())
    }

    #[test]
    fn segments_that_end_beyond_any_file_have_addresses_too() {
        let mut elf = images::kernel(ground::Arch::native()).to_vec();
        // ELF-64: e_phoff, then p_offset, p_vaddr and p_filesz of the first.
        let header = usize::try_from(u64::from_le_bytes(elf[32..40].try_into().unwrap())).unwrap();
        elf[header..header + 8].copy_from_slice(&[1, 0, 0, 0, 5, 0, 0, 0]); // loaded, read, executed
        elf[header + 8..header + 16].copy_from_slice(&4096_u64.to_le_bytes());
        elf[header + 16..header + 24].copy_from_slice(&0x10_0000_u64.to_le_bytes());
        elf[header + 32..header + 40].copy_from_slice(&u64::MAX.to_le_bytes());
        assert_eq!(address_at(&elf, 4100), Some(0x10_0004));
        elf[header + 8..header + 16].copy_from_slice(&4196_u64.to_le_bytes());
        elf[header + 16..header + 24].copy_from_slice(&0x10_1064_u64.to_le_bytes());
        assert_eq!(address_at(&elf, 4096), Some(0x10_1000), "the page that it begins in");
    }

    fn place(symbols: &Symbols, world: u8, address: u64) -> (String, String) {
        let targets = BTreeSet::from([0x5555_5560_0010, 0xffff_ffff_8100_0200]);
        let place = symbols.find(world, address, &targets);
        (place.module, place.name)
    }

    fn named(module: &str, name: &str) -> (String, String) {
        (module.to_owned(), name.to_owned())
    }

    #[test]
    fn what_runs_at_el2_is_found_by_what_is_called_there() {
        let told = "@symbols\nffff800008001000 t other\nffff800009001040 t __kvm_nvhe_a\n\
            ffff800009002040 t __kvm_nvhe_b\nffff800009003080 t __kvm_nvhe_c\n@end symbols\n";
        let symbols = symbols(told, b"");
        let above = 0xffff_0000_0000_0000;
        let called = BTreeSet::from([0x8000_0900_1040, 0x8000_0900_3080, 0x8000_0900_5000]);
        assert_eq!(symbols.above_el2(&called), above);
        assert_eq!(symbols.above_el2(&BTreeSet::new()), 0);
    }

    #[test]
    fn linux_its_modules_and_programs_without_symbols_have_names() {
        let symbols = symbols(TOLD, b"");
        let find = |world, address| place(&symbols, world, address);
        assert_eq!(find(2, 0xffff_ffff_8100_0080), named("linux", "_text"));
        assert_eq!(find(2, 0xffff_ffff_c000_1234), named("kvm_amd", "svm_vcpu_run"));
        assert_eq!(find(2, 0xffff_ffff_8101_00ff), named("linux", "vmx"));
        assert_eq!(find(2, 0xffff_ffff_8101_0100), named("linux", "0xffffffff81000200"));
        assert_eq!(find(2, 0xffff_ffff_8102_3456), named("linux", "0xffffffff81023000"));
        assert_eq!(find(3, 0x5555_5560_0020), named("qemu", "qemu+0xac010"));
        assert_eq!(find(3, 0x5555_5560_0008), named("qemu", "qemu+0xac000"));
        assert_eq!(find(2, 0xffff_82d0_4020_0000), named("xen", "xen+0xffff800000000000"));
        assert_eq!(find(1, 0x10_0000), named("", "0x100000"), "the guest is another world");
        let without =
            ["the guest's kernel: its", "Xen: its file has no table", "qemu: the image has"];
        let said = symbols.missing();
        assert!(
            said.len() == 3 && said.iter().zip(without).all(|(s, w)| s.starts_with(w)),
            "{said:?}"
        );
    }

    #[test]
    fn a_linux_that_keeps_its_symbols_has_modules_and_addresses() {
        let told = "@symbols\n0000000000000000 T _text\n0000000000000000 t run\t[kvm]\n\
            kvm 4096 1 kvm_amd, Live 0xffffffffc0001000\n@end symbols\n";
        let symbols = symbols(told, b"");
        assert_eq!(place(&symbols, 2, 0xffff_ffff_8100_0280), named("linux", "0xffffffff81000200"));
        assert_eq!(place(&symbols, 2, 0xffff_ffff_c000_1010), named("kvm", "kvm+0x0"));
        let said = symbols.missing().join("; ");
        assert!(
            said.contains("Linux: it tells no symbols") && said.contains("nobody tells"),
            "{said}"
        );
    }

    #[test]
    fn on_the_machine_itself_there_is_nothing_else_to_have_names() {
        let symbols = Symbols::new(b"no ELF file", "@symbols\n", Path::new("/none"));
        assert_eq!(symbols.missing().len(), 1, "the guest's alone");
    }
}
