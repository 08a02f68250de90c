use std::io;

use ground::{Arch, Trouble};
use monitors::{About, Detected, Heard, Parting, Platform, Spec};
use protocol::{Record, encode};
use results::Unit;

use super::*;
use crate::session::Boots;

static ABOUT: About = About { name: "mute-when-kept", ..About::PLAIN };

/// A guest that goes on from a kept state says nothing here; one that boots as a whole measures `a`.
struct MuteWhenKept;

impl Platform for MuteWhenKept {
    fn about(&self) -> &About {
        &ABOUT
    }

    fn detect(&self, _spec: &Spec, _arch: &Arch) -> Result<Detected, Trouble> {
        Ok(nothing_detected())
    }

    fn unit(&self, _spec: &Spec, _deterministic: bool) -> Unit {
        Unit::Instructions
    }

    fn launch(
        &self,
        _spec: &Spec,
        config: &GuestConfig,
        _boot: usize,
    ) -> Result<Option<Box<dyn Guest>>, Trouble> {
        let says = if config.whole_boot { all_of_a() } else { Vec::new() };
        Ok(Some(Box::new(Says { text: io::Cursor::new(says), is_resumed: !config.whole_boot })))
    }
}

fn nothing_detected() -> Detected {
    Detected { version: String::new(), caveat: String::new(), ..Detected::default() }
}

fn all_of_a() -> Vec<u8> {
    let said = [
        ("begin", "bench=a category=test"),
        ("plan", "bench=a n=10 batches=1"),
        ("sample", "bench=a i=0 run=150 control=100"),
        ("end", "bench=a status=ok"),
        ("done", "benchmarks=1"),
    ];
    let line = |(seq, (kind, fields)): (u64, (&str, &str))| {
        let pairs = fields.split(' ').filter_map(|word| word.split_once('='));
        let fields = pairs.map(|(key, value)| (key.to_owned(), value.to_owned())).collect();
        encode(&Record { seq, kind: kind.to_owned(), fields }) + "\n"
    };
    (0..).zip(said).map(line).collect::<String>().into_bytes()
}

/// A guest that says a text, and ends.
struct Says {
    text: io::Cursor<Vec<u8>>,
    is_resumed: bool,
}

impl Guest for Says {
    fn read(&mut self, buffer: &mut [u8], _patience: Duration) -> io::Result<Heard> {
        let n = io::Read::read(&mut self.text, buffer)?;
        Ok(if n == 0 { Heard::Closed } else { Heard::Bytes(n) })
    }

    fn end(&mut self) -> Parting {
        Parting::default()
    }

    fn command(&self) -> &[String] {
        &[]
    }

    fn started(&self) -> Option<Instant> {
        None
    }

    fn is_resumed(&self) -> bool {
        self.is_resumed
    }
}

struct Nobody;

impl Watcher for Nobody {}

#[test]
fn a_guest_that_is_mute_from_its_kept_state_boots_as_a_whole_in_every_round() {
    let job = Job {
        platform: &MuteWhenKept,
        spec: Spec::plain("mute-when-kept"),
        detected: nothing_detected(),
        config: GuestConfig::bare(Arch::native(), "", 0),
        image: None,
        beside: None,
        options: KernelOptions::plain(1),
        benchmarks: vec![Benchmark::named("a", "test")],
        boots: Boots::exactly(2),
        floor: None,
        costs: None,
        time_budget: Duration::from_secs(600),
    };
    let mut session = Session::new(&job);
    while !session.is_over() {
        session.round(&Interrupt::default(), &mut Nobody);
    }
    let boots = session.run().boots.iter();
    let seen: Vec<_> = boots.map(|b| (b.round, b.start.resumed, b.console.records)).collect();
    assert_eq!(seen, [(1, true, 0), (1, false, 5), (2, true, 0), (2, false, 5)]);
    let found: Vec<_> = session.run().benchmarks.iter().map(|b| (b.status, b.value)).collect();
    assert_eq!(found, [(Status::Ok, Some(5.0))]);
}
