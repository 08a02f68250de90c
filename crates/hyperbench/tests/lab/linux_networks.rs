//! A Linux guest's network: frames to a peer and back, also from one that lies, is silent, or is not there.

use ground::Arch;
use results::Status;

use crate::common::peer::{Answer, in_place_of_qemus};
use crate::common::qemu::changed;
use crate::common::{failed, folder, only, result};
use crate::linux::{build, is_built};
use crate::linux_disks::measured;

#[test]
fn a_guest_of_every_architecture_has_a_driver_and_a_peer() {
    for arch in Arch::names().filter(|arch| is_built(arch)) {
        let document = measured("qemu-tcg:net=user,option=timeout=20000", arch, &["group:peer"]);
        assert_eq!(failed(&document), [], "{arch}");
        let measured = only(&document).benchmarks.iter().filter(|b| b.status == Status::Ok);
        assert_eq!(measured.count(), 4, "{arch}");
    }
}

/// What comes of a ping where QEMU's arguments are changed so.
fn on_changed(sed: &str) -> (Status, String) {
    let folder = folder();
    let qemu = changed(&folder, Arch::native(), sed);
    let spec = format!("qemu-tcg:net=user,binary={qemu}");
    let document = measured(&spec, std::env::consts::ARCH, &["ping-64", "getppid"]);
    assert_eq!(result(&document, "getppid").status, Status::Ok, "{sed}: {document:?}");
    let ping = result(&document, "ping-64");
    (ping.status, ping.reason.clone())
}

#[test]
fn a_peer_that_lies_or_is_silent_is_found_out() {
    build(std::env::consts::ARCH);
    assert_eq!(on_changed(&in_place_of_qemus(Some(|_| ()))).0, Status::Ok);
    let lies: [Answer; 3] =
        [|frame| frame[43] ^= 1, |frame| frame[57] ^= 1, |frame| frame.truncate(60)];
    for lie in lies {
        let (status, reason) = on_changed(&in_place_of_qemus(Some(lie)));
        assert_eq!(status, Status::Fault, "{reason}");
        assert!(reason.contains("the peer"), "{reason}");
    }
    let (status, reason) = on_changed(&in_place_of_qemus(None));
    assert_eq!(status, Status::Fault, "{reason}");
    assert!(reason.contains("the peer does not answer"), "{reason}");
}

#[test]
fn a_network_that_is_not_asked_for_or_of_somebody_else_is_left_alone() {
    build(std::env::consts::ARCH);
    let (status, reason) = on_changed("s/mac=52:54:00:48:42:00/mac=52:54:00:48:42:01/");
    assert_eq!(status, Status::Skipped, "{reason}");
    assert!(reason.contains("none has the address"), "{reason}");
    let without = measured("qemu-tcg", std::env::consts::ARCH, &["ping-64"]);
    assert_eq!(result(&without, "ping-64").status, Status::Skipped, "{without:?}");
}
