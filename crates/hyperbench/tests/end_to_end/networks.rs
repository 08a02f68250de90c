//! Frames to a peer and back, also from one that lies, is silent, or is not there.

use std::net::UdpSocket;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use results::{Document, Status, Summary};

use crate::common::{only, result};
use crate::disks::{all_go_well, go_well_everywhere, measured, on_changed};

/// The peer's address on Ethernet.
const PEER: [u8; 6] = [0x52, 0x55, 10, 0, 2, 2];

/// How long a peer waits for the next frame before it goes.
const PATIENCE: Duration = Duration::from_secs(20);

/// How a peer answers a ping, once its data is behind a frame's first 42 bytes.
type Answer = fn(&mut Vec<u8>);

/// Answers what comes on `socket`, the frames of a guest: who it is, and pings by `answer`.
fn serve(socket: &UdpSocket, answer: Option<Answer>) {
    let mut buffer = [0; 2048];
    while let Ok((bytes, from)) = socket.recv_from(&mut buffer) {
        let mut frame = buffer[..bytes].to_vec();
        if bytes < 42 {
            continue;
        }
        frame.copy_within(6..12, 0);
        frame[6..12].copy_from_slice(&PEER);
        match (&buffer[12..14], answer) {
            ([8, 6], _) => {
                frame[21] = 2;
                frame.copy_within(22..32, 32);
                frame[22..28].copy_from_slice(&PEER);
                frame[28..32].copy_from_slice(&[10, 0, 2, 2]);
            }
            ([8, 0], Some(answer)) if frame[34] == 8 => {
                frame[34] = 0;
                answer(&mut frame);
            }
            _ => continue,
        }
        socket.send_to(&frame, from).unwrap();
    }
}

/// What comes of an echo with a peer that answers so, and of another benchmark behind it.
fn with_peer(answer: Option<Answer>) -> [Summary; 2] {
    let socket = UdpSocket::bind("127.0.0.1:0").unwrap();
    socket.set_read_timeout(Some(PATIENCE)).unwrap();
    let port = socket.local_addr().unwrap().port();
    // QEMU's own port, which is free: it was a moment ago.
    let own = UdpSocket::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let _peer: JoinHandle<()> = thread::spawn(move || serve(&socket, answer));
    let backend = format!("socket,id=scratch-net,udp=127.0.0.1:{port},localaddr=127.0.0.1:{own}");
    on_changed_network(&format!("s/^user,id=scratch-net,.*/{backend}/"))
}

fn on_changed_network(sed: &str) -> [Summary; 2] {
    on_changed(sed, ["net-echo-64", "sgdt"])
}

#[test]
fn all_frames_are_answered_on_every_machine() {
    all_go_well(["qemu-tcg", "qemu-tcg:machine=q35,ioeventfd=off"], "group:net", 10);
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
