//! This machine's own Linux, without a guest: the program is a process here.

use std::path::Path;

use ground::{Arch, GuestKind, Trouble};
use monitors::{About, Detected, Guest, GuestConfig, Platform, Spec, start_program};

/// Tells workloads where the sources are that they compile: linux/port/workload.c.
const SOURCES: &str = "HYPERBENCH_SOURCES";

/// Its name.
pub const HOST: &str = "host";

/// The platform.
pub(super) static PLATFORM: &dyn Platform = &Host;

static ABOUT: About = About {
    name: HOST,
    summary: "this machine's own Linux, without a guest: what others are compared with",
    runs_by_default: true,
    guests: &[GuestKind::Linux],
    has_linux: true,
    is_native: true,
    ..About::PLAIN
};

struct Host;

impl Platform for Host {
    fn about(&self) -> &About {
        &ABOUT
    }

    fn exists_for(&self, arch: &Arch) -> bool {
        arch.is_host()
    }

    fn detect(&self, _spec: &Spec, arch: &Arch) -> Result<Detected, Trouble> {
        if !arch.is_host() {
            return Err(Trouble::unavailable(
                format!("this machine runs its own architecture's programs, not {}", arch.name),
                "use a platform that emulates the processor",
            ));
        }
        let system = rustix::system::uname();
        let [name, release] =
            [system.sysname(), system.release()].map(|text| text.to_string_lossy());
        Ok(Detected {
            version: format!("{name} {release}"),
            caveat: String::new(),
            ..Detected::default()
        })
    }

    fn launch(
        &self,
        _spec: &Spec,
        config: &GuestConfig,
        _boot: usize,
    ) -> Result<Option<Box<dyn Guest>>, Trouble> {
        let options = config.options.split(' ').map(str::to_owned).collect();
        let sources = linux::sources(config.arch).map(|place| (SOURCES, place));
        start_program(&config.image, options, Path::new("/"), sources).map(Some)
    }
}
