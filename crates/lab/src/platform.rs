//! What all platforms of the lab but the native one share.

use super::arch::Emulator;
use super::image::{HYPERVISOR, INITRAMFS, Image};
use super::linux::Linux;
use super::outer::Outer;
use super::parts::{More, Parts};
use super::recipe::Recipe;
use super::{assembly, keys, nested, options, outer, run};
use debian::Cache;
use ground::{Arch, Trouble};
use monitors::qemu::paravirtual;
use monitors::{About, Detected, Guest, GuestConfig, Platform, Spec};
use system::output::tell;

/// A hypervisor in the lab.
#[derive(Debug)]
pub(super) struct LabPlatform {
    /// What it is.
    pub about: About,
    /// What emulates the machine that it runs on.
    pub emulator: Emulator,
    /// The image that it runs in.
    pub image: &'static str,
    /// What its hypervisor has to be able to do, as `lacks` in architectures' descriptions
    /// calls it.
    pub needs: Option<&'static str>,
    /// What runs the kernel inside the image, for the shell of its first process.
    pub script: &'static str,
    /// Whether its console is the outer machine's, and not kept in memory until the guest's end.
    pub is_heard_at_once: bool,
}

impl LabPlatform {
    /// What its image is made of.
    fn recipe<'a>(&self, arch: &'a Arch) -> Result<Recipe<'a>, Trouble> {
        let lab = run::lab_on(self.emulator, arch)?;
        let lack = self.needs.and_then(|feature| lab.lacks.get(feature));
        let recipe = Recipe::all(arch, lab).find(|one| one.name == self.image);
        recipe.filter(|_| lack.is_none()).ok_or_else(|| {
            let why = lack.map_or("nobody has made its image", String::as_str);
            Trouble::unavailable(
                format!("the lab for {} kernels has no {}: {why}", arch.name, self.name()),
                "choose another platform of the lab",
            )
        })
    }

    /// How many processors its outer machine has.
    fn processors(&self, spec: &Spec) -> Result<u32, Trouble> {
        keys::processors(spec, self.about.keys, Recipe::own_processors(self.image))
    }

    /// The image, made of the packages that have been downloaded, with room for the guests of a run by
    /// `config`.
    fn image(
        &self,
        arch: &Arch,
        spec: &Spec,
        cache: &Cache,
        outer: &dyn Outer,
        config: Option<&GuestConfig>,
    ) -> Result<Image, Trouble> {
        let recipe = self.recipe(arch)?;
        let missing = || self.unusable(arch, "has not been built");
        let packages = recipe.cached_packages(cache).ok_or_else(missing)?;
        let say = |step: &str| tell(format_args!("{}: {step}", spec.label()));
        let of = (recipe.debian(), recipe.flavour());
        let linux = Linux::of(spec, cache, of, &say)?;
        let lab = run::lab_on(self.emulator, arch)?;
        let more = match config {
            Some(config) => More::of(recipe.made_of, config, run::memory(spec, lab, config)?),
            None => More::default(),
        };
        let parts = Parts::of(spec, (arch, lab), linux, self.processors(spec)?)?.with(more);
        let image = recipe.image(cache, &packages, &parts, outer)?;
        let is_usual = parts.are_debians() && spec.get(keys::OUTER.name).is_none();
        if !image.is_made() && is_usual {
            return Err(match image.is_there() {
                true => self.unusable(arch, "is damaged"),
                false => missing(),
            });
        }
        assembly::make(&recipe, (&image, &packages), cache, &parts, outer, &say)?;
        Ok(image)
    }

    fn unusable(&self, arch: &Arch, why: &str) -> Trouble {
        let of = match arch == Arch::native() {
            true => String::new(),
            false => format!(" --arch {}", arch.name),
        };
        Trouble::unavailable(
            format!("the lab's image {:?} {why}", self.image),
            format!("build it: hyperbench lab build{of}"),
        )
    }
}

impl Platform for LabPlatform {
    fn about(&self) -> &About {
        &self.about
    }

    fn exists_for(&self, arch: &Arch) -> bool {
        self.recipe(arch).is_ok()
    }

    fn detect(&self, spec: &Spec, arch: &Arch) -> Result<Detected, Trouble> {
        let recipe = self.recipe(arch)?;
        keys::check(spec)?;
        keys::check_devices(spec, self.about.keys)?;
        paravirtual::properties(spec, arch)?;
        let (lab, processors) = (run::lab_on(self.emulator, arch)?, self.processors(spec)?);
        keys::mode(spec, lab)?;
        nested::check_hypervisor(spec, arch, lab)?;
        let outer = outer::detect(spec, arch, lab, processors)?;
        let cache = Cache::open("lab")?;
        let image = self.image(arch, spec, &cache, &*outer, None)?;
        let mut inner = image.inner();
        inner.extend(recipe.own_xen(spec, &cache));
        let detected = run::detected(&*outer, spec, (arch, lab), processors)?;
        Ok(Detected { linux: image.linux(), inner, ..detected })
    }

    fn launch(
        &self,
        spec: &Spec,
        config: &GuestConfig,
        _boot: usize,
    ) -> Result<Option<Box<dyn Guest>>, Trouble> {
        let lab = run::lab_on(self.emulator, config.arch)?;
        let config = &options::with_linux(lab, spec, config);
        let outer = outer::locate(spec, config.arch, lab, self.processors(spec)?)?;
        let cache = Cache::open("lab")?;
        let image = self.image(config.arch, spec, &cache, &*outer, Some(config))?;
        // A profile takes names from them.
        if config.trace.is_some() && !image.check(&[INITRAMFS, HYPERVISOR]) {
            return Err(self.unusable(config.arch, "is damaged"));
        }
        let scripts = Recipe::scripts(self.image, self.script, self.is_heard_at_once);
        run::launch(&image, &cache, &scripts, spec, (lab, &*outer), config).map(Some)
    }
}
