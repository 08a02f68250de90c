//! Who is at the other end of a guest's network in QEMU's place, and may lie.

use std::net::UdpSocket;
use std::thread;
use std::time::Duration;

/// The peer's address on Ethernet.
const PEER: [u8; 6] = [0x52, 0x55, 10, 0, 2, 2];

/// How long a peer waits for the next frame before it goes.
const PATIENCE: Duration = Duration::from_secs(20);

/// How a peer answers a ping, once its data is behind a frame's first 42 bytes.
pub type Answer = fn(&mut Vec<u8>);

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
                frame[26..34].rotate_left(4); // from whom it is, and for whom
                frame[34] = 0;
                answer(&mut frame);
            }
            _ => continue,
        }
        socket.send_to(&frame, from).unwrap();
    }
}

/// What changes QEMU's arguments (`common::qemu::changed`) so that the network's peer answers so.
pub fn in_place_of_qemus(answer: Option<Answer>) -> String {
    let socket = UdpSocket::bind("127.0.0.1:0").unwrap();
    socket.set_read_timeout(Some(PATIENCE)).unwrap();
    let port = socket.local_addr().unwrap().port();
    // QEMU's own port, which is free: it was a moment ago.
    let own = UdpSocket::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    thread::spawn(move || serve(&socket, answer));
    let backend = format!("socket,id=scratch-net,udp=127.0.0.1:{port},localaddr=127.0.0.1:{own}");
    format!("s/^user,id=scratch-net,.*/{backend}/")
}
