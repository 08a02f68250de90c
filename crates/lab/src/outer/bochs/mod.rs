//! Bochs as the outer machine: one instruction is one tick of its clock, and its processor has all of
//! Intel's virtualization. It keeps a state in a folder.

mod configuration;
mod disk;
mod guest;
mod linux;
mod multiboot;
mod state;

use std::path::Path;

use super::bundle;
use super::machine::{Handed, Outer};
use crate::arch::{LabArch, LabImage};
use crate::image::Image;
use crate::keys::MODEL;
use crate::linux::version;
use crate::options;
use crate::worlds::{Log, Outermost};
use configuration::MESSAGES;
use ground::{Arch, Trouble};
use monitors::bochs::{self, Bochs};
use monitors::{Guest, GuestConfig, Spec};

/// A Bochs with a model of a processor, and the code that boots Linux on it.
#[derive(Debug)]
pub(super) struct Emulator {
    bochs: Bochs,
    model: String,
    boot: &'static [u8],
}

/// The Bochs in the file `program`.
///
/// # Errors
/// When it is not there, keeps no states, or does not know the processor.
pub(super) fn locate(
    spec: &Spec,
    arch: &Arch,
    lab: &LabArch,
    program: &str,
) -> Result<Emulator, Trouble> {
    let of_versions = lab.processor_for_versions.as_ref().filter(|_| version(spec).is_some());
    let model = spec.get(MODEL.name).unwrap_or(of_versions.unwrap_or(&lab.processor));
    let own = Spec::plain(spec.text()).with("cpu", model).with("binary", program);
    let found = bochs::locate(&own, arch)?;
    if !found.debugs {
        return Err(Trouble::unavailable(
            format!("{} has no debugger, by which the lab keeps its state", found.path.display()),
            "leave outer= out: the lab has a Bochs of its own",
        ));
    }
    Ok(Emulator { bochs: found, model: model.to_owned(), boot: lab.boot })
}

impl Outer for Emulator {
    fn version(&self) -> &str {
        &self.bochs.version
    }

    fn machine(&self, _: &LabArch, _: &LabImage, memory: u64, processors: u32) -> Vec<String> {
        configuration::lines(&self.model, processors, memory >> 20, MESSAGES)
    }

    fn native_machine(&self, _: &LabArch, _: &GuestConfig, _: u32) -> Option<Vec<String>> {
        None
    }

    fn keep(&self, image: &Image, _handed: Option<&Handed<'_>>) -> Result<(), Trouble> {
        state::keep(&self.bochs, self.boot, image)
    }

    fn go_on(&self, image: &Image, handed: &Handed<'_>) -> Result<Box<dyn Guest>, Trouble> {
        state::go_on(&self.bochs, image, handed)
    }

    fn native(
        &self,
        lab: &LabArch,
        config: &GuestConfig,
        cpus: u32,
        folder: &Path,
        log: Option<&Log>,
    ) -> Result<Box<dyn Guest>, Trouble> {
        let counting = log.map(|log| log.environment(Outermost::Guest)).into_iter().flatten();
        let environment = environment(&self.bochs, counting);
        if let Some(linux) = &config.linux {
            let lines = configuration::of_guest(&self.model, cpus, config.memory >> 20);
            let options = options::linux_options(lab, linux, config, None);
            let machine = (self.boot, &lines[..]);
            let linux = (linux, &*options, config.memory);
            return state::native(&self.bochs, machine, linux, folder, environment);
        }
        let path = self.bochs.path.display().to_string();
        let spec = Spec::plain("lab").with("binary", &path).with("cpu", &self.model);
        let options = options::of(config);
        let config = GuestConfig { options, ..config.clone() };
        bochs::start(&spec.with("cpus", &cpus.to_string()), &config, environment)
    }
}

/// `words` such as `NAME=VALUE` for the environment of `bochs`: a bundle's script hands on to its loader
/// what is to be loaded before its own.
fn environment(bochs: &Bochs, words: impl IntoIterator<Item = String>) -> Vec<String> {
    let is_script = bochs.path.ends_with(bundle::PROGRAM);
    let word = |word: String| match word.strip_prefix("LD_PRELOAD=") {
        Some(library) if is_script => format!("{}={library}", bundle::PRELOAD),
        _ => word,
    };
    words.into_iter().map(word).collect()
}
