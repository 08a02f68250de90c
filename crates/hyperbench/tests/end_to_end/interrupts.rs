//! Devices that interrupt, by a line or by messages, through each controller that the kernel knows.

use ground::Arch;
use serde::Deserialize;

use crate::common::qemu::changed;
use crate::common::{failed, folder, run};

/// A machine, and what its devices are on.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Way {
    arch: String,
    machine: String,
    bus: String,
}

fn ways() -> Vec<Way> {
    #[derive(Deserialize)]
    struct List {
        way: Vec<Way>,
    }
    toml::from_str::<List>(include_str!("../data/interrupts.toml")).unwrap().way
}

#[test]
fn a_device_interrupts_through_every_controller() {
    for Way { arch, machine, bus } in ways() {
        let folder = folder();
        let sed = format!("s/^virtio-\\(blk\\|net\\)-device/virtio-\\1-{bus}/");
        let qemu = changed(&folder, Arch::named(&arch).unwrap(), &sed);
        let platform = format!("qemu-tcg:binary={qemu},machine={}", machine.replace(',', ",,"));
        let fixed = ["--platform", &platform, "--arch", &arch, "--boots", "1", "--batches", "3"];
        let bench = ["--bench", "{disk-read-4k-irq,disk-write-4k-depth-32-irq,net-echo-64-irq}"];
        let (document, _) = run(&[&fixed[..], &bench].concat());
        assert_eq!(failed(&document), [], "{machine} {bus}");
    }
}
