//! The Linuxes that guests of a plan boot: the guests' own, and those that specifications name.

use std::collections::BTreeMap;

use crate::candidates::Candidate;
use crate::detection::boots_linux;
use ground::Trouble;
use images::KernelImage;
use lab::GuestKernel;
use linux::Linux;
use monitors::devices;
use monitors::{LinuxBoot, Spec, linux_keys};
use results::InnerBuild;
use system::output::tell;

/// They live as long as their guests.
#[derive(Default)]
pub(crate) struct Linuxes {
    all: BTreeMap<(String, bool), (Linux, Option<InnerBuild>)>,
    /// Whether a benchmark needs a disk or a network: guests that get one have drivers.
    need_devices: bool,
}

impl Linuxes {
    /// Those that guests with `image` boot on what was `found`, where benchmarks may `need_devices`. Behind the files of
    /// each are those of the archive that `files` makes, where there is any.
    pub(crate) fn of(
        image: &KernelImage,
        found: &[Candidate],
        need_devices: bool,
        files: impl FnOnce() -> Result<Vec<u8>, Trouble>,
    ) -> Result<Self, Trouble> {
        let specs = found.iter().filter(|(platform, ..)| boots_linux(*platform, image));
        let mut specs = specs.map(|(_, spec, _)| spec).peekable();
        let mut all = Self { need_devices, ..Self::default() };
        if specs.peek().is_none() {
            return Ok(all);
        }
        let files = files()?;
        for spec in specs {
            all.add(image, spec, &files)?;
        }
        Ok(all)
    }

    /// The one that guests of `spec` boot, alone.
    pub(crate) fn one(image: &KernelImage, spec: &Spec) -> Result<Self, Trouble> {
        let mut one = Self::default();
        one.add(image, spec, &[])?;
        Ok(one)
    }

    fn add(&mut self, image: &KernelImage, spec: &Spec, files: &[u8]) -> Result<(), Trouble> {
        let wanted = self.wanted(spec);
        if self.all.contains_key(&wanted) {
            return Ok(());
        }
        let (kernel, modules, build) = match &*wanted.0 {
            "" => (None, Vec::new(), None),
            named => {
                let say = |step: &str| tell(format_args!("guest: {step}"));
                let GuestKernel { kernel, modules, build } =
                    lab::guest_kernel(image.arch, named, &say)?;
                (Some(kernel), modules, build)
            }
        };
        let devices = wanted.1.then_some(&*modules);
        let linux = Linux::with(image.arch, image.bytes(), files, kernel, devices)?;
        self.all.insert(wanted, (linux, build));
        Ok(())
    }

    /// What the guests of `spec` are to have as their Linux, empty for their own, and whether with devices.
    fn wanted(&self, spec: &Spec) -> (String, bool) {
        let kernel = spec.get(linux_keys::KERNEL.name).unwrap_or_default();
        let has_any = devices::keys::has_disk(spec) || devices::keys::has_network(spec);
        (kernel.to_owned(), self.need_devices && has_any)
    }

    /// What a monitor needs to boot that of `spec`.
    pub(crate) fn boot(&self, spec: &Spec) -> Option<LinuxBoot> {
        let (linux, _) = self.all.get(&self.wanted(spec))?;
        Some(LinuxBoot {
            kernel: linux.kernel(),
            initramfs: linux.initramfs(),
            options: linux.options().to_owned(),
            machine: linux.machine().to_owned(),
            is_common: linux.is_common(),
        })
    }

    /// Which build of Debian's it is, where `spec` names one.
    pub(crate) fn build(&self, spec: &Spec) -> Option<&InnerBuild> {
        self.all.get(&self.wanted(spec))?.1.as_ref()
    }
}
