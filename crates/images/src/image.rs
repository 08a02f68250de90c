//! Kernel images: the ELF that is booted, and the catalogue of benchmarks inside it.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use miette::Diagnostic;
use tempfile::NamedTempFile;
use thiserror::Error;

use crate::Arch;
use protocol::{Benchmark, read_catalogue};

/// A kernel image that can be booted.
#[derive(Debug)]
pub struct KernelImage {
    bytes: Cow<'static, [u8]>,
    file: Option<PathBuf>,
    /// The kernel's version.
    pub version: String,
    /// The architecture that it is built for.
    pub arch: &'static Arch,
    /// Its benchmarks, sorted as they run.
    pub benchmarks: Vec<Benchmark>,
}

/// Why a file cannot serve as kernel.
#[derive(Debug, Error, Diagnostic)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum ImageError {
    #[error("cannot read the kernel image {}: {source}", path.display())]
    #[diagnostic(help("check --kernel; without it, the kernel inside hyperbench is used"))]
    Unreadable { path: PathBuf, source: std::io::Error },

    #[error("{name} is not a HyperBench kernel: {why}")]
    #[diagnostic(help("build one with: make -C kernel"))]
    NotAKernel { name: String, why: String },

    #[error("cannot store the kernel image in a temporary file: {0}")]
    #[diagnostic(help("make room in the folder for temporary files, or set TMPDIR to another"))]
    Unstorable(std::io::Error),
}

/// An image's place in the file system, for as long as this value lives.
#[derive(Debug)]
pub enum ImageFile {
    /// A file of the user's.
    Given(PathBuf),
    /// A temporary one.
    Temporary(NamedTempFile),
}

impl ImageFile {
    /// Where the image is.
    pub fn path(&self) -> &Path {
        match self {
            Self::Given(path) => path,
            Self::Temporary(file) => file.path(),
        }
    }
}

impl KernelImage {
    /// The kernel that the tool carries for `arch`.
    ///
    /// # Errors
    /// When its catalogue cannot be read, which the tests rule out.
    pub fn carried(arch: &Arch) -> Result<Self, ImageError> {
        Self::read(Cow::Borrowed(arch.kernel()), None)
    }

    /// The kernel in the file at `path`.
    ///
    /// # Errors
    /// When the file cannot be read or is not a HyperBench kernel.
    pub fn open(path: &Path) -> Result<Self, ImageError> {
        let unreadable = |source| ImageError::Unreadable { path: path.to_owned(), source };
        let bytes = std::fs::read(path).map_err(unreadable)?;
        let file = path.canonicalize().map_err(unreadable)?;
        Self::read(Cow::Owned(bytes), Some(file))
    }

    fn read(bytes: Cow<'static, [u8]>, file: Option<PathBuf>) -> Result<Self, ImageError> {
        let name = file.as_ref().map_or("the carried image".into(), |f| f.display().to_string());
        let not_a_kernel = |why| ImageError::NotAKernel { name: name.clone(), why };
        let catalogue = read_catalogue(&bytes).map_err(not_a_kernel)?;
        let arch = Arch::named(&catalogue.arch).ok_or_else(|| {
            not_a_kernel(format!("its architecture {:?} is unknown", catalogue.arch))
        })?;
        let benchmarks = catalogue.benchmarks;
        Ok(Self { bytes, file, version: catalogue.version, arch, benchmarks })
    }

    /// The ELF file's bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Puts the image where other programs can read it.
    ///
    /// # Errors
    /// When there is no room for a temporary file.
    pub fn to_file(&self) -> Result<ImageFile, ImageError> {
        if let Some(path) = &self.file {
            return Ok(ImageFile::Given(path.clone()));
        }
        let store = || {
            let mut file =
                tempfile::Builder::new().prefix("hyperbench-").suffix(".elf").tempfile()?;
            std::io::Write::write_all(&mut file, &self.bytes)?;
            Ok(file)
        };
        store().map(ImageFile::Temporary).map_err(ImageError::Unstorable)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_carried_kernel_has_a_catalogue() {
        let image = KernelImage::carried(Arch::native()).unwrap();
        assert_eq!(image.arch, Arch::native());
        assert!(image.benchmarks.len() > 10);
        assert!(!image.version.is_empty());
        let stored = image.to_file().unwrap();
        assert_eq!(std::fs::read(stored.path()).unwrap(), Arch::native().kernel());
    }

    #[test]
    fn other_files_are_refused_in_words() {
        let missing = KernelImage::open(Path::new("/nonexistent/kernel.elf")).unwrap_err();
        assert!(matches!(missing, ImageError::Unreadable { .. }));
        let other = KernelImage::open(&std::env::current_exe().unwrap()).unwrap_err();
        assert!(other.to_string().contains("no section"), "{other}");
        let manifest = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"));
        let text = KernelImage::open(manifest).unwrap_err();
        assert!(text.to_string().contains("not a HyperBench kernel"), "{text}");
    }
}
