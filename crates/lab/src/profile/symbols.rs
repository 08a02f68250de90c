//! What addresses are called: in the benchmark kernel, in the Linux and the Xen of the lab, and in
//! the programs above.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use object::{Object, ObjectSegment, ObjectSymbol, SymbolKind};

use super::{HYPERVISOR as HYPERVISOR_FILE, PROGRAMS, packed};
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
}

/// Worlds of the guest have smaller numbers.
const HYPERVISOR: u8 = 2;

/// What the lab's Linux calls its own symbols, and those of Xen, which has none.
const LINUX: &str = "linux";
const XEN: &str = "xen";

/// Where Xen is (Xen, asm/config.h), below every Linux.
const XEN_BEGINS: u64 = 0xffff_8000_0000_0000;
const XEN_ENDS: u64 = 0xffff_8800_0000_0000;

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
        let xen = symbols.module(XEN);
        symbols.outside.ranges.insert(XEN_BEGINS, Range { end: XEN_ENDS, module: xen, bias: 0 });
        let file = |name| std::fs::read(folder.join(name)).unwrap_or_default();
        for (address, name) in packed::functions(&file(HYPERVISOR_FILE)) {
            let symbol = Symbol { size: 0, name, module: xen };
            symbols.outside.symbols.entry(address).or_insert(symbol);
        }
        let files = file(PROGRAMS);
        let told = console.split_once(BEGIN).map_or("", |(_, rest)| rest);
        for line in told.split(END).next().unwrap_or_default().lines() {
            symbols.line(line.trim_end(), &files);
        }
        symbols
    }

    fn module(&mut self, name: &str) -> usize {
        let known = self.modules.iter().position(|module| module == name);
        known.unwrap_or_else(|| {
            self.modules.push(name.to_owned());
            self.modules.len() - 1
        })
    }

    /// A line of `/proc/PID/maps` or of `/proc/kallsyms`.
    fn line(&mut self, line: &str, files: &[u8]) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            [range, rights, offset, _, _, path] if rights.contains('x') => {
                self.mapping(range, offset, path, files);
            }
            [address, _, name] => self.kernel_symbol(address, name, LINUX),
            [address, _, name, module] => self.kernel_symbol(address, name, module),
            _ => {}
        }
    }

    fn kernel_symbol(&mut self, address: &str, name: &str, module: &str) {
        let Ok(address) = u64::from_str_radix(address, 16) else { return };
        let module = self.module(module.trim_matches(['[', ']']));
        let symbol = Symbol { size: 0, name: name.to_owned(), module };
        self.outside.symbols.entry(address).or_insert(symbol);
    }

    fn mapping(&mut self, range: &str, offset: &str, path: &str, files: &[u8]) {
        let number = |text: &str| u64::from_str_radix(text, 16).ok();
        let Some((start, end)) = range.split_once('-') else { return };
        let (Some(start), Some(end), Some(offset)) = (number(start), number(end), number(offset))
        else {
            return;
        };
        let module = self.module(path.rsplit('/').next().unwrap_or(path));
        let file = cpio::find(files, path.trim_start_matches('/')).unwrap_or_default();
        let bias = start.wrapping_sub(address_at(file, offset).unwrap_or(offset));
        self.outside.ranges.insert(start, Range { end, module, bias });
        add_elf(&mut self.outside, file, bias, module);
    }

    /// What is at `address` in a world; functions without symbols begin at the `targets` of calls.
    pub(super) fn find(&self, world: u8, address: u64, targets: &BTreeSet<u64>) -> Place {
        let table = if world < HYPERVISOR { &self.guest } else { &self.outside };
        let range = table.ranges.range(..=address).next_back();
        let range = range.filter(|(_, range)| address < range.end);
        let symbol = table.symbols.range(..=address).next_back().filter(|(start, symbol)| {
            let bytes = if symbol.size == 0 { u64::MAX } else { symbol.size };
            address - **start < bytes && range.is_none_or(|(begin, _)| begin <= start)
        });
        if let Some((start, symbol)) = symbol {
            let module = self.modules[symbol.module].clone();
            return Place { module, name: symbol.name.clone(), start: *start };
        }
        let lowest = range.map_or(0, |(begin, _)| *begin);
        let start = targets.range(lowest..=address).next_back().copied().unwrap_or(lowest);
        let Some((_, Range { module, bias, .. })) = range else {
            return Place { module: String::new(), name: format!("{start:#x}"), start };
        };
        let module = self.modules[*module].clone();
        Place { name: format!("{module}+{:#x}", start.wrapping_sub(*bias)), module, start }
    }
}

/// The address that a program says for what is at `offset` in its file.
fn address_at(elf: &[u8], offset: u64) -> Option<u64> {
    let elf = object::File::parse(elf).ok()?;
    elf.segments().find_map(|segment| {
        let (from, size) = segment.file_range();
        (from..from + size).contains(&offset).then(|| segment.address() + (offset - from))
    })
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
            let found = Symbol { size: symbol.size(), name: name.to_owned(), module };
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
        ffffffffc0001000 t svm_vcpu_run\t[kvm_amd]\n@end symbols\n\
        ffffffff81000050 t late\n";

    #[test]
    fn linux_its_modules_and_programs_without_symbols_have_names() {
        let symbols = Symbols::new(b"", TOLD, Path::new("/none"));
        let find = |world, address| {
            let place = symbols.find(world, address, &BTreeSet::from([0x5555_5560_0010]));
            (place.module, place.name)
        };
        let place = |module: &str, name: &str| (module.to_owned(), name.to_owned());
        assert_eq!(find(2, 0xffff_ffff_8100_0080), place("linux", "_text"));
        assert_eq!(find(2, 0xffff_ffff_c000_1234), place("kvm_amd", "svm_vcpu_run"));
        assert_eq!(find(3, 0x5555_5560_0020), place("qemu", "qemu+0xac010"));
        assert_eq!(find(3, 0x5555_5560_0008), place("qemu", "qemu+0xac000"));
        assert_eq!(find(2, 0xffff_82d0_4020_0000), place("xen", "xen+0xffff800000000000"));
        assert_eq!(find(1, 0x10_0000), place("", "0x0"), "the guest is another world");
    }
}
