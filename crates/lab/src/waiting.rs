//! A guest's Linux that waits to be told what to run. The outer machine's state at that is kept, and
//! runs go on from there: Linux starts once.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use super::arch::LabArch;
use super::image::{HYPERVISOR, IMAGES, INITRAMFS, Image, KERNEL, SNAPSHOT};
use super::options::WAITING;
use super::outer::{Handed, Handing, Outer};
use debian::{Cache, Files, failure, fingerprint};
use ground::Trouble;
use monitors::{GuestConfig, LinuxBoot};
use system::output::tell;

/// What waits.
const FIRST_PROCESS: &str = include_str!("../inside/waiting.sh");

/// The name under which it is handed what to run.
pub(super) const GO: &str = "go";

/// How many states are kept. Each takes the room of an image.
const KEPT: usize = 8;

/// Folders of those that could not be made: what ends a Linux once ends it the next time, too.
static FAILED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Tells states of a machine that is mended as it is now from older ones.
const MENDED: &[u8] = b"mended: injection, reads, XSETBV";

/// What the names of their folders begin with.
const NAME: &str = "linux-";

/// The initial file system of a guest's `linux`, with what waits in it.
///
/// # Errors
/// When it cannot be read.
pub(super) fn initramfs(lab: &LabArch, linux: &LinuxBoot) -> Result<Vec<u8>, Trouble> {
    let read = system::input::read(&linux.initramfs);
    let mut content = read.map_err(|error| failure::file(&linux.initramfs, &error))?;
    let mut files = Files::default();
    files.add(WAITING, FIRST_PROCESS.as_bytes());
    for (name, program) in lab.compiled {
        files.add(&format!("bin/{name}"), program);
    }
    content.extend(files.pack());
    Ok(content)
}

/// The Linux that `config` boots, where a run may go on from a state of it: others boot the same, and
/// nobody wants to see how it starts. Of several `processors` those that do not stop the machine would go
/// on while its state is kept, or would not.
pub(super) fn common(config: &GuestConfig, processors: u32) -> Option<&LinuxBoot> {
    let is_seen = config.whole_boot || config.trace.is_some();
    config.linux.as_ref().filter(|linux| linux.is_common && !is_seen && processors == 1)
}

/// What a guest that waits begins with.
#[derive(Debug)]
pub(super) enum Start<'a> {
    /// With its kernel and its files, without a hypervisor.
    Boot(&'a [Handing]),
    /// With the state of an image, and what is handed to that.
    GoOn(&'a Handed<'a>),
}

/// The state in which a guest in `image` waits; `None` where there is none, which is told: the guest is
/// then booted as others are, and what is wrong with it shows.
pub(super) fn state(
    image: &Image,
    cache: &Cache,
    outer: &dyn Outer,
    start: &Start<'_>,
) -> Option<Image> {
    let state = kept(image, cache, outer, start);
    let complain = |why: &Trouble| tell(format_args!("lab: no state is kept: {why}"));
    state.inspect_err(complain).ok().flatten()
}

/// The same, made where it is not there; `None` where that has failed before.
fn kept(
    image: &Image,
    cache: &Cache,
    outer: &dyn Outer,
    start: &Start<'_>,
) -> Result<Option<Image>, Trouble> {
    let (own, handed) = match start {
        Start::Boot(_) => (Vec::new(), None),
        Start::GoOn(handed) => (own_files(image), Some(*handed)),
    };
    let files = match start {
        Start::Boot(files) => files,
        Start::GoOn(handed) => handed.files,
    };
    let folder = format!("{NAME}{}", digest(image, outer, files)?);
    let state = Image { folder: cache.path().join(IMAGES).join(folder), ..image.clone() };
    if failed().contains(&state.folder) {
        return Ok(None);
    }
    let made = state.make(cache, |new| {
        tell("lab: booting a guest's Linux until it waits, to go on from there");
        remove_oldest(&cache.path().join(IMAGES));
        for (name, from) in if handed.is_some() { &own } else { files } {
            let to = new.folder.join(name);
            fs::copy(from, &to).map_err(|error| failure::file(from, &error))?;
        }
        outer.keep(new, handed)
    });
    made.inspect_err(|_| failed().push(state.folder.clone()))?;
    // The least used are removed first.
    let _ = File::open(&state.folder).and_then(|it| it.set_modified(SystemTime::now()));
    Ok(Some(state))
}

fn failed() -> MutexGuard<'static, Vec<PathBuf>> {
    FAILED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The files of an `image` that are also its states', where they are there.
fn own_files(image: &Image) -> Vec<Handing> {
    let place = |name| (name, image.folder.join(name));
    let files = [HYPERVISOR, KERNEL, INITRAMFS, SNAPSHOT].map(place);
    files.into_iter().filter(|(_, path)| path.exists()).collect()
}

/// Tells apart everything that can make a difference to a state but what the guest is told to run.
fn digest(image: &Image, outer: &dyn Outer, files: &[Handing]) -> Result<String, Trouble> {
    let machine = format!("{:?}", (&image.folder, &image.machine, &image.kernel_options));
    let mut parts = vec![machine.into_bytes(), outer.version().into(), MENDED.to_vec()];
    for (name, path) in files {
        let content = system::input::read(path).map_err(|error| failure::file(path, &error))?;
        parts.extend([name.as_bytes().to_vec(), fingerprint([content]).into_bytes()]);
    }
    Ok(fingerprint(parts))
}

/// Makes room for one more state in `place`. What cannot be removed stays.
fn remove_oldest(place: &Path) {
    let entries = fs::read_dir(place).into_iter().flatten().flatten();
    let states = entries.filter(|it| it.file_name().to_string_lossy().starts_with(NAME));
    let dated = states.filter_map(|it| Some((it.metadata().ok()?.modified().ok()?, it.path())));
    let mut states: Vec<_> = dated.collect();
    states.sort();
    for (_, folder) in states.iter().rev().skip(KEPT - 1) {
        let _ = fs::remove_dir_all(folder);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn the_least_used_states_make_room_and_images_stay() {
        let folder = tempfile::tempdir().unwrap();
        let names = (0..KEPT + 2).map(|i| format!("{NAME}{i}")).chain(["kvm-0".to_owned()]);
        for (age, name) in names.rev().enumerate() {
            let state = folder.path().join(name);
            fs::create_dir(&state).unwrap();
            let used = SystemTime::now() - Duration::from_secs(age as u64);
            File::open(&state).unwrap().set_modified(used).unwrap();
        }
        remove_oldest(folder.path());
        let is_there = |name: &str| folder.path().join(name).exists();
        assert!(is_there("kvm-0") && !is_there(&format!("{NAME}2")));
        assert!((3..KEPT + 2).all(|i| is_there(&format!("{NAME}{i}"))));
    }
}
