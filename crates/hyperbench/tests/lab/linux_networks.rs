//! A Linux guest's network: frames to a peer and back, also from one that lies, is silent, or is not there.

use ground::Arch;
use results::Status;

use crate::columns::built;
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
        assert_eq!(measured.count(), 8, "{arch}");
    }
}

/// What comes of a ping where QEMU's arguments are changed so.
fn on_changed(sed: &str) -> (Status, String) {
    changed_for("ping-64", sed)
}

/// What comes of `bench` there.
fn changed_for(bench: &str, sed: &str) -> (Status, String) {
    let folder = folder();
    let qemu = changed(&folder, Arch::native(), sed);
    // Half of it is waited for an answer, of a busy machine's guest, too.
    let spec = format!("qemu-tcg:net=user,option=timeout=12000,binary={qemu}");
    let document = measured(&spec, std::env::consts::ARCH, &[bench, "getppid"]);
    assert_eq!(result(&document, "getppid").status, Status::Ok, "{sed}: {document:?}");
    let changed = result(&document, bench);
    (changed.status, changed.reason.clone())
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
fn a_server_that_lies_is_silent_ends_or_is_not_there_is_found_out() {
    build(std::env::consts::ARCH);
    let server = |program: &str| format!("s|-cmd:cat|-cmd:{program}|");
    for (bench, sed, status, why) in [
        ("tcp-echo-64k", server("dd conv=swab"), Status::Fault, "something else"),
        ("peer-clients-4", server("dd conv=swab"), Status::Fault, ""),
        ("tcp-echo-1", server("dd of=/dev/null"), Status::Fault, "does not answer"),
        ("tcp-echo-1", server("head -c 1"), Status::Fault, "has ended the connection"),
        ("tcp-echo-1", "s/,guestfwd=.*//".to_owned(), Status::Skipped, "no server that echoes"),
    ] {
        let (found, reason) = changed_for(bench, &sed);
        assert!(found == status && reason.contains(why), "{bench} {sed}: {found:?} {reason}");
    }
    // QEMU's filter would end it.
    let filtered = "qemu-tcg:net=user,sandbox=on";
    let document = measured(filtered, std::env::consts::ARCH, &["tcp-echo-1"]);
    assert_eq!(result(&document, "tcp-echo-1").status, Status::Skipped);
}

/// Frames may be longer than on a wire, where QEMU's own network takes none.
#[test]
fn the_labs_linux_is_at_the_other_end_of_a_tap() {
    if !built() {
        return;
    }
    build(std::env::consts::ARCH);
    let [user, tap, vhost] = ["user", "tap", "vhost"].map(|kind| {
        let spec = format!("lab-kvm-npt:net={kind}");
        let document = measured(&spec, std::env::consts::ARCH, &["tcp-echo-64k"]);
        result(&document, "tcp-echo-64k").value.expect(kind)
    });
    assert!(vhost < tap && tap < user / 2.0, "{user}, {tap}, {vhost}");
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
