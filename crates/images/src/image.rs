//! Images: the ELF file that guests run, and the catalogue of benchmarks inside it.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use crate::{Instruction, code, compiler, forms};
use ground::{Arch, GuestKind, Trouble};
use protocol::{Benchmark, read_catalogue};
use sha2::{Digest, Sha256};
use system::input;
use system::process::MemoryFile;

/// A kernel that can be booted, or the program for Linux.
#[derive(Debug, Clone)]
pub struct KernelImage {
    /// The ELF file as it was built, with debugging information.
    built: Cow<'static, [u8]>,
    /// What guests run: the same without.
    bytes: Vec<u8>,
    /// The guests that it is for.
    pub kind: GuestKind,
    /// The kernel's version.
    pub version: String,
    /// The architecture that it is built for.
    pub arch: &'static Arch,
    /// Its benchmarks, sorted as they run.
    pub benchmarks: Vec<Benchmark>,
}

/// An image that other programs can read, for as long as this value lives.
#[derive(Debug)]
pub struct ImageFile(MemoryFile);

impl ImageFile {
    /// Where this process and those that it starts find it.
    pub fn path(&self) -> PathBuf {
        self.0.path()
    }
}

impl KernelImage {
    /// The image that the tool carries for guests of `arch` and this `kind`.
    ///
    /// # Errors
    /// When there is none, and when its catalogue cannot be read, which the tests rule out.
    pub fn carried(arch: &Arch, kind: GuestKind) -> Result<Self, Trouble> {
        let program = crate::program(arch, kind);
        if program.is_empty() {
            return Err(Trouble::usage(
                format!(
                    "hyperbench carries no program for {} guests of {arch}",
                    kind.name(),
                    arch = arch.name
                ),
                "choose another --guest or --arch",
            ));
        }
        Self::read(Cow::Borrowed(program), kind, "the carried image")
    }

    /// The image in the file at `path`, for guests of this `kind`.
    ///
    /// # Errors
    /// When the file cannot be read or is not a HyperBench kernel.
    pub fn open(path: &Path, kind: GuestKind) -> Result<Self, Trouble> {
        let unreadable = |source| {
            Trouble::usage(
                format!("cannot read the kernel image {}: {source}", path.display()),
                "check --kernel; without it, the kernel inside hyperbench is used",
            )
        };
        let bytes = input::read(path).map_err(unreadable)?;
        Self::read(Cow::Owned(bytes), kind, &path.display().to_string())
    }

    fn read(built: Cow<'static, [u8]>, kind: GuestKind, name: &str) -> Result<Self, Trouble> {
        let not_a_kernel = |why| {
            Trouble::usage(
                format!("{name} is not a HyperBench kernel: {why}"),
                "build one with: make -C kernel",
            )
        };
        let catalogue = read_catalogue(&built).map_err(not_a_kernel)?;
        let arch = Arch::named(&catalogue.arch).ok_or_else(|| {
            not_a_kernel(format!("its architecture {:?} is unknown", catalogue.arch))
        })?;
        let benchmarks = catalogue.benchmarks;
        let bytes = forms::without_debug(&built).map_err(not_a_kernel)?;
        Ok(Self { built, bytes, kind, version: catalogue.version, arch, benchmarks })
    }

    /// The same program for Linux, with `name` for that of a user's.
    ///
    /// # Errors
    /// When it has no place for one.
    pub fn with_program(&self, name: &str) -> Result<Self, Trouble> {
        let named = forms::with_name(&self.built, name);
        let not_a_kernel = |why| {
            Trouble::usage(
                format!("the program for Linux is not HyperBench's: {why}"),
                "build one with: make -C kernel",
            )
        };
        Self::read(Cow::Owned(named.map_err(not_a_kernel)?), self.kind, "the program for Linux")
    }

    /// The ELF file with what debuggers and profiles read.
    pub fn built(&self) -> &[u8] {
        &self.built
    }

    /// The ELF file that guests run.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The SHA-256 of what guests run, in hexadecimal digits: another compiler makes others of the same source.
    pub fn sha256(&self) -> String {
        Sha256::digest(&self.bytes).iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// What has compiled it; `None` where it does not say.
    pub fn compiler(&self) -> Option<String> {
        compiler::of(&self.built)
    }

    /// The instructions of the function that `address` is in; none where the image does not say how long it
    /// is.
    pub fn function(&self, address: u64) -> Vec<Instruction> {
        code::function(&self.arch.disassembler, &self.bytes, address)
    }

    /// The instruction at `address`, where it is in a function of the image.
    pub fn instruction(&self, address: u64) -> Option<Instruction> {
        self.function(address).into_iter().find(|instruction| instruction.address == address)
    }

    /// Puts the image where other programs can read it. In memory, so that nothing can be left
    /// behind; under a name that is the same in every run, for it becomes part of the kernel's
    /// command line, and its length alone moves figures of an emulator.
    ///
    /// # Errors
    /// When there is no memory, or files must not be that large.
    pub fn to_file(&self) -> Result<ImageFile, Trouble> {
        MemoryFile::new(&self.bytes).map(ImageFile).map_err(|error| {
            Trouble::unavailable(
                format!("cannot keep a copy of the kernel image in memory: {error}"),
                "free memory, or raise the limit on the size of files (ulimit -f)",
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_carried_images_have_catalogues() {
        for kind in GuestKind::ALL {
            let image = KernelImage::carried(Arch::native(), kind).unwrap();
            assert_eq!((image.arch, image.kind), (Arch::native(), kind));
            assert!(image.benchmarks.len() > 10);
            assert!(!image.version.is_empty());
            let stored = image.to_file().unwrap();
            assert_eq!(std::fs::read(stored.path()).unwrap(), image.bytes());
            assert!(image.built() == crate::program(Arch::native(), kind));
        }
    }

    #[test]
    fn an_image_knows_its_compiler_and_another_one_is_another_build() {
        for arch in Arch::all() {
            let image = KernelImage::carried(arch, GuestKind::Bare).unwrap();
            let compiler = image.compiler().unwrap_or_default();
            assert!(compiler.starts_with("clang version"), "{}: {compiler:?}", arch.name);
            assert_eq!(image.sha256().len(), 64);
            let other = forms::with_options(image.built(), "bench=in").unwrap();
            let other = KernelImage::read(Cow::Owned(other), GuestKind::Bare, "other").unwrap();
            assert_ne!(other.sha256(), image.sha256());
            assert_eq!(other.compiler(), Some(compiler));
        }
    }

    #[test]
    fn what_an_operation_gets_done_is_in_the_catalogue() {
        let image = KernelImage::carried(Arch::native(), GuestKind::Linux).unwrap();
        let work = |name: &str| {
            let benchmark = image.benchmarks.iter().find(|one| one.name == name).unwrap();
            benchmark.work.as_ref().map(|work| (work.amount, work.unit.as_str()))
        };
        // 2/3 n³ + 2 n², of 200 equations.
        assert_eq!(work("linpack"), Some((5_413_333, "flop")));
        assert_eq!(work("memory-copy-8m"), Some((4096, "B")));
        assert_eq!(work("getppid"), None);
    }

    #[test]
    fn an_architecture_without_a_program_is_told_from_a_broken_one() {
        let arch = Arch { name: "other".into(), ..Arch::native().clone() };
        let error = KernelImage::carried(&arch, GuestKind::Linux).unwrap_err();
        assert_eq!(error.to_string(), "hyperbench carries no program for linux guests of other");
    }

    #[test]
    fn other_files_are_refused_in_words() {
        let open = |path: &Path| KernelImage::open(path, GuestKind::Bare);
        let missing = open(Path::new("/nonexistent/kernel.elf")).unwrap_err();
        assert!(missing.why.starts_with("cannot read the kernel image"), "{missing}");
        let other = open(&std::env::current_exe().unwrap()).unwrap_err();
        assert!(other.to_string().contains("no section"), "{other}");
        let manifest = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"));
        let text = open(manifest).unwrap_err();
        assert!(text.to_string().contains("not a HyperBench kernel"), "{text}");
    }
}
