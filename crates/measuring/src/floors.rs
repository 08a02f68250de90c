//! What the reference took at best on this machine: kept between runs, so that a run which meets a
//! busy machine from its start to its end still knows how slow that was.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::session::Floor;
use results::{PlatformRun, Store};
use system::time::now;

/// The file's most entries; the ones seen longest ago go first.
const MOST: usize = 200;

/// All floors that are kept.
pub(crate) struct Floors {
    /// Where they are kept; nowhere without a cache folder.
    path: Option<PathBuf>,
    known: BTreeMap<String, Entry>,
}

/// A floor, and when it was last confirmed.
#[derive(Serialize, Deserialize)]
struct Entry {
    #[serde(flatten)]
    floor: Floor,
    seen: String,
}

/// What a floor depends on. Another of any of these, and it has to be seen again.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Setup<'a> {
    /// The host's processor.
    pub processor: &'a str,
    /// The platform as it was asked for.
    pub spec: &'a str,
    /// The program that runs its guests.
    pub version: &'a str,
    /// The kernel image.
    pub kernel: &'a [u8],
}

impl Setup<'_> {
    fn key(&self) -> String {
        let mut hash = Sha256::new();
        for part in [self.processor.as_bytes(), self.spec.as_bytes(), self.version.as_bytes()] {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        }
        hash.update(self.kernel);
        hash.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect()
    }
}

impl Floors {
    /// Those in the cache folder; none where there is no such folder or no such file.
    pub(crate) fn open() -> Self {
        Self::at(folder().map(|folder| folder.join("floors.json")))
    }

    fn at(path: Option<PathBuf>) -> Self {
        let text = path.as_ref().and_then(|path| system::input::read_text(path).ok());
        let known = text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default();
        Self { path, known }
    }

    /// The floor of `setup`, where an earlier run saw one.
    pub(crate) fn find(&self, setup: Setup) -> Option<Floor> {
        let floor = self.known.get(&setup.key())?.floor;
        (floor.turn > 0.0 && floor.turn.is_finite() && floor.rounds > 0).then_some(floor)
    }

    /// Takes over what `run` saw of `setup`.
    pub(crate) fn learn(&mut self, setup: Setup, run: &PlatformRun) {
        let rounds = run.boots.last().and_then(results::Boot::reference_rounds);
        if let Some((speed, rounds)) = run.speed.zip(rounds) {
            let floor = Floor { turn: speed.floor, rounds };
            self.known.insert(setup.key(), Entry { floor, seen: now() });
        }
    }

    /// Keeps them. Where that cannot be, the next run only knows less: nothing is said.
    pub(crate) fn keep(mut self) {
        while self.known.len() > MOST {
            let oldest = self.known.iter().min_by(|a, b| a.1.seen.cmp(&b.1.seen));
            let Some(key) = oldest.map(|(key, _)| key.clone()) else { break };
            self.known.remove(&key);
        }
        let Some(path) = self.path.filter(|_| !self.known.is_empty()) else { return };
        let text = serde_json::to_string_pretty(&self.known).unwrap_or_default();
        let _ = path.parent().map(std::fs::create_dir_all);
        let _ = Store::new(&path).and_then(|store| store.write_text(&text));
    }
}

/// `$XDG_CACHE_HOME/hyperbench`, or the same below `~/.cache`.
fn folder() -> Option<PathBuf> {
    let base = system::place::of_user("XDG_CACHE_HOME", ".cache")?;
    Some(base.join("hyperbench"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use results::{Boot, GuestEnvironment, Reference, Speed};

    const HERE: Setup = Setup { processor: "p", spec: "s", version: "1", kernel: b"k" };

    fn run(floor: f64) -> PlatformRun {
        let reference = Some(Reference { rounds: Some(2048), ticks: None });
        let guest = GuestEnvironment { reference, ..GuestEnvironment::default() };
        PlatformRun {
            boots: vec![Boot { guest, ..Boot::default() }],
            speed: Some(Speed { floor, kept: false, slowness: 1.0, quiet: 1.0 }),
            ..PlatformRun::default()
        }
    }

    #[test]
    fn a_floor_is_found_again_by_the_same_setup_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new/floors.json");
        let mut floors = Floors::at(Some(path.clone()));
        assert_eq!(floors.find(HERE), None);
        floors.learn(HERE, &run(8.5));
        floors.keep();
        let again = Floors::at(Some(path));
        assert_eq!(again.find(HERE), Some(Floor { turn: 8.5, rounds: 2048 }));
        let others = [
            Setup { processor: "q", ..HERE },
            Setup { spec: "t", ..HERE },
            Setup { version: "2", ..HERE },
            Setup { kernel: b"l", ..HERE },
        ];
        assert!(others.iter().all(|other| again.find(*other).is_none()));
    }

    #[test]
    fn damaged_files_and_hostile_figures_are_as_good_as_none() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("floors.json");
        for text in ["", "{", "[]", "{\"a\": 5}", "\u{0}"] {
            std::fs::write(&path, text).unwrap();
            assert!(Floors::at(Some(path.clone())).find(HERE).is_none());
        }
        let text = format!("{{{:?}: {{\"turn\": -1, \"rounds\": 0, \"seen\": \"\"}}}}", HERE.key());
        std::fs::write(&path, text).unwrap();
        assert!(Floors::at(Some(path)).find(HERE).is_none());
        Floors::at(None).keep();
    }
}
