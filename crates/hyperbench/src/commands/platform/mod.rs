//! `hyperbench platform`: descriptions of monitors.

mod listening;
mod place;

use std::path::Path;
use std::time::Duration;

use self::listening::{ends, listen};
use self::place::{Place, say};
use crate::cli::{PlatformAction, PlatformArgs};
use crate::exit::Exit;
use ground::{GuestKind, Trouble};
use images::KernelImage;
use monitors::GuestConfig;
use monitors::described::read;
use monitors::described::{self, Console};

/// What the kernel is asked to run: as little as there is.
const OPTIONS: &str = "bench=idle batches=1 budget=50";

/// Memory of the guest, in bytes.
const MEMORY: u64 = 128 << 20;

/// Does what is asked for with a description.
pub(super) fn platform(args: &PlatformArgs) -> Result<Exit, Trouble> {
    let PlatformAction::Check { file, wait, image } = &args.action;
    let image = image.image(GuestKind::Bare)?;
    check(file, Duration::from_secs(u64::from(*wait)), &image)?;
    say("all of it works", format!("hyperbench run --platform command:{}", file.display()))?;
    Ok(Exit::Success)
}

/// Goes through the steps of a run.
fn check(file: &Path, wait: Duration, image: &KernelImage) -> Result<(), Trouble> {
    let (description, text) = read(file)?;
    let place = Place { file, text: &text };
    say("the description", format!("{} can be read", file.display()))?;
    let path = described::find(&description).map_err(|error| {
        place.failed("program", "the program is not there", &error, &error.next)
    })?;
    say("the program", path.display())?;
    let version = described::version(&description, &path)
        .map_err(|error| place.failed("version", "no version", &error, &error.next))?;
    say("its version", if version.is_empty() { "not asked for (version)" } else { &version })?;
    let kernel = image.to_file().map_err(|error| {
        place.failed("image", "there is no kernel", &error, "free memory, then try again")
    })?;
    let config = GuestConfig {
        options: OPTIONS.into(),
        ..GuestConfig::bare(image.arch, kernel.path(), MEMORY)
    };
    let mut guest = described::start(&description, &config).map_err(|error| {
        let key = if description.console == Console::Socket { "console" } else { "program" };
        place.failed(key, "the program cannot be started", &error, &error.next)
    })?;
    say("started", guest.command().join(" "))?;
    listen(&mut *guest, &place, wait)?;
    ends(&mut *guest, &place)
}
