//! One image, many ways to start it: as a Linux kernel, as an EFI application, by firmware that
//! Debian has.

use std::path::Path;

use results::Document;
use serde::Deserialize;

use crate::common::{assert_measured, clean_boot, run};

/// Emulated guests have no hypercall.
const NO_HYPERCALL: [&str; 1] = ["hypercall"];

/// A way to start the kernel.
#[derive(Deserialize)]
struct Way {
    arch: String,
    machine: String,
    boot: String,
    firmware: Option<String>,
    #[serde(default)]
    device: Option<String>,
    says: String,
    #[serde(default = "usual")]
    memory: String,
}

fn usual() -> String {
    "128M".into()
}

fn ways() -> Vec<Way> {
    let mut list: std::collections::BTreeMap<String, Vec<Way>> =
        toml::from_str(include_str!("../data/boot-forms.toml")).expect("the list can be read");
    list.remove("way").expect("there are ways")
}

impl Way {
    /// The specification of its platform; `None` where its firmware is not installed.
    fn spec(&self) -> Option<String> {
        let mut spec =
            format!("qemu-tcg:machine={},boot={}", self.machine.replace(',', ",,"), self.boot);
        if let Some(firmware) = &self.firmware {
            if !Path::new(firmware).exists() {
                eprintln!("SKIPPED: {firmware} is not installed");
                return None;
            }
            spec.push_str(&format!(",firmware={firmware}"));
        }
        if let Some(device) = &self.device {
            spec.push_str(&format!(",device={device}"));
        }
        Some(spec)
    }

    fn measure(&self, spec: &str) -> Document {
        let machine = ["--platform", spec, "--arch", &self.arch, "--memory", &self.memory];
        let (document, code) = run(&[&machine[..], &["--suite", "paper"]].concat());
        assert_eq!(code, 0, "{spec}");
        document
    }
}

#[test]
fn the_paper_suite_is_measured_whoever_starts_the_kernel() {
    for way in ways() {
        let Some(spec) = way.spec() else { continue };
        let document = way.measure(&spec);
        assert_measured(&document, &NO_HYPERCALL);
        let kernel = clean_boot(&document).guest.kernel.clone().expect("a hello");
        assert_eq!(
            (kernel.boot.as_str(), kernel.arch.as_str()),
            (&*way.says, &*way.arch),
            "{spec}"
        );
    }
}
