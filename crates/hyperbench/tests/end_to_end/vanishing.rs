//! A disk that is gone from one request to the next: a server of the test's has it, and ends.

use std::io::{self, Read, Write};
use std::os::unix::net::{UnixListener, UnixStream};
use std::thread;

use results::Status;

use crate::common::{folder, only, path};
use crate::disks::on_changed_document;

const DISK_BYTES: usize = 2 << 20;

/// So many requests are answered: those that lay the pattern, and a few that are timed.
const ANSWERED: usize = 6;

/// NBD's handshake without options, and its requests (NBD project, doc/proto.md).
const HELLO: u64 = 0x0000_4202_8186_1253;
const FLAGS: u32 = 1 | 4; // it has flags; it flushes
const ANSWER: u32 = 0x6744_6698;
const REQUEST_BYTES: usize = 28;
const READ: u8 = 0;
const WRITE: u8 = 1;

/// Serves one connection until it has answered `left` requests, or the other end goes.
fn serve(mut stream: UnixStream, left: &mut usize) -> io::Result<()> {
    let mut disk = vec![0; DISK_BYTES];
    let mut hello = b"NBDMAGIC".to_vec();
    hello.extend(HELLO.to_be_bytes());
    hello.extend((DISK_BYTES as u64).to_be_bytes());
    hello.extend(FLAGS.to_be_bytes());
    hello.resize(hello.len() + 124, 0);
    stream.write_all(&hello)?;
    let mut request = [0; REQUEST_BYTES];
    while *left > 0 {
        stream.read_exact(&mut request)?;
        let number = |at: usize| u32::from_be_bytes(request[at..at + 4].try_into().unwrap());
        let (from, bytes) = (number(20) as usize, number(24) as usize);
        let mut answer = ANSWER.to_be_bytes().to_vec();
        answer.extend([0; 4]);
        answer.extend(&request[8..16]);
        match request[7] {
            READ => answer.extend(&disk[from..from + bytes]),
            WRITE => stream.read_exact(&mut disk[from..from + bytes])?,
            _ => (),
        }
        stream.write_all(&answer)?;
        *left -= 1;
    }
    Ok(())
}

#[test]
fn a_disk_that_vanishes_ends_only_what_uses_it() {
    let folder = folder();
    let socket = path(&folder, "disk");
    let listener = UnixListener::bind(&socket).unwrap();
    thread::spawn(move || {
        let mut left = ANSWERED;
        while left > 0 {
            // A QEMU that only tells its version, or is ended, asks for nothing more.
            drop(serve(listener.accept().unwrap().0, &mut left));
        }
    });
    let server = format!("server.type=unix,server.path={socket}");
    let sed = format!("s|^driver=file,\\(node-name=scratch-file\\),.*|driver=nbd,\\1,{server}|");
    let document = on_changed_document(&sed, &["disk-read-4k", "disk-write-4k", "sgdt"]);
    let [read, write, sgdt] =
        ["disk-read-4k", "disk-write-4k", "sgdt"].map(|bench| only(&document).find(bench).unwrap());
    for gone in [read, write] {
        assert_eq!(gone.status, Status::Fault, "{gone:?}");
        assert!(gone.reason.contains("the disk reports an error"), "{gone:?}");
    }
    assert_eq!(sgdt.status, Status::Ok, "{sgdt:?}");
    assert_eq!(only(&document).boots.len(), 1, "the guest went on");
}
