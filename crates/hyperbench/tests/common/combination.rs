//! Who boots the kernel, on which architecture, in which way: a list that tests boot and a page shows.

use std::path::PathBuf;

use results::Document;
use serde::Deserialize;

use super::user::User;
use super::{assert_measured, check, clean_boot, hyperbench, skip, stderr, stdout};

/// What some of them lack, and say so: an emulator's hypercall, the second of one processor.
const MAY_SKIP: [&str; 3] = ["hypercall", "ipi", "ipi-running"];

/// Where descriptions of monitors are.
const MONITORS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/monitors");

/// One of them.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Combination {
    pub monitor: String,
    pub arch: String,
    pub way: String,
    platform: String,
    /// What the kernel says of it; in the lab, its hypervisor's machine is another one's guest.
    boot: Option<String>,
    program: Option<String>,
    #[serde(default)]
    files: Vec<PathBuf>,
    #[serde(default = "usual")]
    memory: String,
    /// Whether it belongs to the long tests.
    #[serde(default)]
    pub long: bool,
    /// The tests that boot it in any case, and take long for it.
    pub tested_in: Option<String>,
    /// What it lacks besides.
    #[serde(default)]
    skips: Vec<String>,
}

fn usual() -> String {
    "128M".into()
}

impl Combination {
    /// All of them.
    pub fn all() -> Vec<Self> {
        #[derive(Deserialize)]
        struct List {
            combination: Vec<Combination>,
        }
        let list: List = toml::from_str(include_str!("../data/combinations.toml")).unwrap();
        list.combination
    }

    /// What it is, in a few words.
    pub fn name(&self) -> String {
        format!("{} {} {}", self.monitor, self.arch, self.way)
    }

    /// What the page's row begins with that it is in.
    pub fn place(&self) -> String {
        format!("|{}|{}|", self.monitor, self.arch)
    }

    /// Whether its row in the list of `platforms` says that nobody here has had its monitor.
    pub fn is_never_seen(&self, platforms: &str) -> bool {
        let row = platforms.lines().find(|line| line.starts_with(&format!("{},", self.platform)));
        row.is_some_and(|row| row.contains("untested by us"))
    }

    /// What it takes and this machine lacks.
    pub fn lacks(&self) -> Option<String> {
        let is_there = |name: &String| {
            let path = std::env::var_os("PATH").unwrap_or_default();
            std::env::split_paths(&path).any(|folder| folder.join(name).is_file())
        };
        let program = self.program.iter().find(|name| !is_there(name)).cloned();
        let file = || self.files.iter().find(|file| !file.exists());
        program.or_else(|| file().map(|file| file.display().to_string()))
    }

    /// Measures the paper's suite, or says why not: it is skipped where something is missing.
    pub fn measure(&self) -> Option<Document> {
        if let Some(lacking) = self.lacks() {
            skip(format!("{} {}: {lacking} is not there", self.name(), self.platform));
            return None;
        }
        let spec = self.platform.replace("DATA", MONITORS);
        let machine = ["--arch", &self.arch, "--memory", &self.memory];
        let run = ["run", "--format", "json", "--suite", "paper", "--batches", "5"];
        let arguments = [&run[..], &["--platform", &spec], &machine].concat();
        let user = User::new();
        let mut tool = match self.platform.starts_with("libvirt") {
            true => user.hyperbench(&arguments),
            false => hyperbench(&arguments),
        };
        let output = tool.output().expect("hyperbench can be run");
        let document: Document = serde_json::from_str(&stdout(&output))
            .unwrap_or_else(|error| panic!("{}: {error} {}", self.name(), stderr(&output)));
        check(&document);
        assert_eq!(output.status.code(), Some(0), "{} {document:?}", self.name());
        let skips = self.skips.iter().map(String::as_str);
        assert_measured(&document, &MAY_SKIP.into_iter().chain(skips).collect::<Vec<_>>());
        let kernel = clean_boot(&document).guest.kernel.as_ref().expect("a hello");
        assert_eq!(kernel.arch, self.arch, "{}", self.name());
        if let Some(boot) = &self.boot {
            assert_eq!(kernel.boot, *boot, "{}", self.name());
        }
        Some(document)
    }
}
