//! What all platforms of the lab but the native one share.

use super::cache::Cache;
use super::image::{Image, Recipe};
use super::parts::{KEYS, KEYS_WITH_XEN, Parts};
use super::{failure, outer, run};
use crate::arch::Arch;
use crate::guest::{Guest, GuestConfig};
use crate::platform::{Detected, Platform, PlatformError};
use crate::qemu::{Qemu, locate};
use crate::results::Unit;
use crate::spec::{Key, Spec};

/// A hypervisor in the lab.
#[derive(Debug)]
pub struct LabPlatform {
    /// Its name on the command line and in the results.
    pub name: &'static str,
    /// What it is, in one line.
    pub summary: &'static str,
    /// The image that it runs in.
    pub image: &'static str,
    /// What runs the kernel inside the image, for the shell of its first process.
    pub script: &'static str,
}

impl LabPlatform {
    /// The image, made of the packages that have been downloaded. `None`: the lab has not
    /// been built.
    fn image(
        &self,
        arch: &Arch,
        spec: &Spec,
        cache: &Cache,
        qemu: &Qemu,
    ) -> Result<Image, PlatformError> {
        let lab = run::lab_of(arch)?;
        let recipe = Recipe::all(lab).find(|one| one.name == self.image);
        let recipe = recipe.filter(|_| !lab.lacks.contains_key(self.name)).ok_or_else(|| {
            let why = lab.lacks.get(self.name).map_or("nobody has made its image", String::as_str);
            failure::unavailable(
                format!("the lab for {} kernels has no {}: {why}", arch.name, self.name),
                "choose another platform of the lab",
            )
        })?;
        let packages = recipe.cached_packages(cache).ok_or_else(|| self.not_built(arch))?;
        let parts = Parts::of(spec);
        let image = recipe.image(cache, &packages, &parts, qemu)?;
        if !image.is_made() && parts.are_debians() {
            return Err(self.not_built(arch));
        }
        let say = |step: &str| eprintln!("{}: {step}", spec.label());
        recipe.make(&image, cache, &packages, &parts, qemu, &say)?;
        Ok(image)
    }

    fn not_built(&self, arch: &Arch) -> PlatformError {
        let of = match arch == Arch::native() {
            true => String::new(),
            false => format!(" --arch {}", arch.name),
        };
        failure::unavailable(
            format!("the lab's image {:?} has not been built", self.image),
            format!("build it, once: hyperbench lab build{of}"),
        )
    }
}

impl Platform for LabPlatform {
    fn name(&self) -> &'static str {
        self.name
    }

    fn summary(&self) -> &'static str {
        self.summary
    }

    fn keys(&self) -> &'static [Key] {
        if self.image == "xen" { KEYS_WITH_XEN } else { KEYS }
    }

    fn runs_by_default(&self) -> bool {
        false
    }

    fn can_be_deterministic(&self) -> bool {
        true
    }

    fn is_exact(&self) -> bool {
        true
    }

    fn exists_for(&self, arch: &Arch) -> bool {
        arch.lab.as_ref().is_some_and(|lab| {
            lab.images.contains_key(self.image) && !lab.lacks.contains_key(self.name)
        })
    }

    fn detect(&self, spec: &Spec, arch: &Arch) -> Result<Detected, PlatformError> {
        run::lab_of(arch)?;
        let qemu = locate(&run::outer_spec(spec), arch)?;
        outer::check(&qemu, arch)?;
        self.image(arch, spec, &Cache::open()?, &qemu)?;
        Ok(Detected { version: qemu.version, caveat: run::CAVEAT.to_owned() })
    }

    fn unit(&self, _spec: &Spec, _deterministic: bool) -> Unit {
        Unit::Instructions
    }

    fn slowdown(&self, _deterministic: bool) -> u32 {
        run::SLOWDOWN
    }

    fn launch(
        &self,
        spec: &Spec,
        config: &GuestConfig,
        _boot: usize,
    ) -> Result<Option<Box<dyn Guest>>, PlatformError> {
        let qemu = locate(&run::outer_spec(spec), config.arch)?;
        let cache = Cache::open()?;
        let image = self.image(config.arch, spec, &cache, &qemu)?;
        run::launch(&image, &cache, self.script, spec, &qemu, config).map(Some)
    }
}
