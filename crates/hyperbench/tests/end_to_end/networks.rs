//! Frames to a peer and back, also from one that lies, is silent, or is not there.

use ground::Arch;
use results::{Document, Status, Summary};

use crate::common::peer::{Answer, in_place_of_qemus};
use crate::common::qemu::changed;
use crate::common::{folder, only, result};
use crate::disks::{all_go_well, go_well_everywhere, measured, on_changed};

/// What comes of an echo with a peer that answers so, and of another benchmark behind it.
fn with_peer(answer: Option<Answer>) -> [Summary; 2] {
    on_changed_network(&in_place_of_qemus(answer))
}

fn on_changed_network(sed: &str) -> [Summary; 2] {
    on_changed(sed, ["net-echo-64", "sgdt"])
}

#[test]
fn all_frames_are_answered_on_every_machine() {
    all_go_well(["qemu-tcg", "qemu-tcg:machine=q35,ioeventfd=off"], "net-*", 10);
}

#[test]
fn other_architectures_have_frames_as_well() {
    go_well_everywhere(["net-echo-1514", "net-send-64-depth-32", "net-echo-64-irq"]);
}

#[test]
fn a_peer_that_returns_something_else_is_found_out() {
    let [honest, _] = with_peer(Some(|_| ()));
    assert_eq!(honest.status, Status::Ok, "{honest:?}");
    let lies: [Answer; 3] =
        [|frame| frame[43] ^= 1, |frame| frame[57] ^= 1, |frame| frame.truncate(60)];
    for lie in lies {
        let [lied_to, sgdt] = with_peer(Some(lie));
        assert_eq!(lied_to.status, Status::Fault, "{lied_to:?}");
        assert!(lied_to.reason.contains("does not return what was sent"), "{lied_to:?}");
        assert_eq!(sgdt.status, Status::Ok, "{sgdt:?}");
    }
}

#[test]
fn an_e1000_has_its_own_benchmarks_and_a_liar_behind_it_is_found_out() {
    let spec = "qemu-tcg:machine=q35,net=e1000";
    let document = measured(spec, &["e1000-*", "net-send-64"]);
    let ok = |name: &str| result(&document, name).status == Status::Ok;
    let all = ["e1000-send-64", "e1000-send-1514", "e1000-echo-64", "e1000-echo-1514"];
    assert!(all.into_iter().all(ok) && !ok("net-send-64"), "{document:?}");
    let folder = folder();
    let lie: Answer = |frame| frame[43] ^= 1;
    let lying = changed(&folder, Arch::native(), &in_place_of_qemus(Some(lie)));
    for bench in ["e1000-echo-64", "e1000-send-64"] {
        let document = measured(&format!("{spec},binary={lying}"), &[bench, "sgdt"]);
        let lied_to = result(&document, bench);
        assert_eq!(lied_to.status, Status::Fault, "{lied_to:?}");
        assert!(lied_to.reason.contains("does not return what was sent"), "{lied_to:?}");
        assert_eq!(result(&document, "sgdt").status, Status::Ok, "{document:?}");
    }
}

#[test]
fn a_peer_that_answers_no_ping_is_waited_for_only_so_long() {
    let [silent, sgdt] = with_peer(None);
    assert_eq!(silent.status, Status::Timeout, "{silent:?}");
    assert_eq!(sgdt.status, Status::Ok, "{sgdt:?}");
}

#[test]
fn a_network_without_a_peer_or_of_somebody_else_is_left_alone() {
    for (sed, why) in [
        ("s/^user,id=scratch-net,.*/hubport,id=scratch-net,hubid=0/", "has no peer"),
        ("s/mac=52:54:00:48:42:00/mac=52:54:00:48:42:01/", "none has the address"),
    ] {
        let [skipped, sgdt] = on_changed_network(sed);
        assert_eq!(skipped.status, Status::Skipped, "{skipped:?}");
        assert!(skipped.reason.contains(why), "{skipped:?}");
        assert_eq!(sgdt.status, Status::Ok, "{sgdt:?}");
    }
}

#[test]
fn a_network_comes_only_with_benchmarks_that_need_it() {
    let command = |document: &Document| only(document).boots[0].command.join(" ");
    assert!(!command(&measured("qemu-tcg", &["sgdt"])).contains("scratch"));
    let line = command(&measured("qemu-tcg", &["net-send-64"]));
    assert!(line.contains("restrict=on") && !line.contains("scratch-file"), "{line}");
    let without = measured("qemu-tcg:net=none", &["net-send-64"]);
    assert!(result(&without, "net-send-64").reason.contains("52:54:00:48:42:00"), "{without:?}");
}
