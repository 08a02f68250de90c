//! Packages from places that lose them, send others, or end too soon: servers on the loopback.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

use lzma_rust2::{XzOptions, XzWriter};

use crate::cache::Cache;
use crate::kernels::{List, kernels, renewed};
use crate::lockfile::Lock;
use crate::package::Package;
use crate::package::tests::package;
use crate::packages::{Set, bring};
use crate::places::Places;
use ground::{Arch, DebianArch, Trouble};

const CONTENT: &[u8] = &[7; 100_000];

/// What a server has at each path.
type Content = BTreeMap<String, Vec<u8>>;

/// A server that has a `content`, and sends so many bytes of an answer at most; its address, and what it is
/// asked for.
fn server(content: Content, most: usize) -> (String, Arc<Mutex<Vec<String>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}/{{archive}}", listener.local_addr().unwrap());
    let asked = Arc::new(Mutex::new(Vec::new()));
    let log = Arc::clone(&asked);
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let _ = answer(stream, &content, most, &log);
        }
    });
    (address, asked)
}

/// Nobody is to ask once more over a connection that ends with the answer.
const LAST: &str = "Connection: close\r\n";

fn answer(
    mut stream: TcpStream,
    content: &Content,
    most: usize,
    log: &Mutex<Vec<String>>,
) -> std::io::Result<()> {
    let mut lines = BufReader::new(stream.try_clone()?).lines();
    let first = lines.next().transpose()?.unwrap_or_default();
    let path = first.split(' ').nth(1).unwrap_or_default().to_owned();
    let mut from = 0;
    for line in lines.by_ref() {
        let line = line?.to_lowercase();
        if let Some(range) = line.strip_prefix("range: bytes=") {
            from = range.trim_end_matches('-').parse().unwrap();
        }
        if line.is_empty() {
            break;
        }
    }
    log.lock().unwrap().push(format!("{path} {from}"));
    let Some(all) = content.get(&path) else {
        return write!(stream, "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n{LAST}\r\n");
    };
    let (status, rest) = (if from > 0 { "206 Partial" } else { "200 OK" }, &all[from..]);
    write!(stream, "HTTP/1.1 {status}\r\nContent-Length: {}\r\n{LAST}\r\n", rest.len())?;
    stream.write_all(&rest[..rest.len().min(most)])
}

/// A cache whose lock has one package, `a`, in the set `s`.
struct Case {
    folder: tempfile::TempDir,
    debian: DebianArch,
    package: Package,
    said: RefCell<Vec<String>>,
}

impl Case {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let debian = Arch::native().debian.clone();
        let package = package("a", CONTENT);
        let cache = Cache::at(folder.path());
        let mut lock = Lock::of(&cache, &debian).into_owned();
        lock.put("s", vec![package.clone()]);
        lock.write(&cache, &debian).unwrap();
        Self { folder, debian, package, said: RefCell::default() }
    }

    /// A server with `content` in the package's place.
    fn server(&self, content: &[u8], most: usize) -> (String, Arc<Mutex<Vec<String>>>) {
        server([(format!("/{}", self.package.path), content.to_vec())].into(), most)
    }

    /// A server that has nothing but an index with one package and its content.
    fn server_with_another(&self, other: &Package, content: &[u8]) -> String {
        let Package { name, version, size, sha256, path, .. } = other;
        let path = path.strip_prefix("debian/").unwrap();
        let entry = format!(
            "Package: {name}\nVersion: {version}\nFilename: {path}\nSize: {size}\nSHA256: {sha256}\n"
        );
        let mut packed = XzWriter::new(Vec::new(), XzOptions::default()).unwrap();
        packed.write_all(entry.as_bytes()).unwrap();
        let index = format!("/debian/dists/r/main/binary-{}/Packages.xz", self.debian.name);
        let file = (format!("/debian/{path}"), content.to_vec());
        server([(index, packed.finish().unwrap()), file].into(), usize::MAX).0
    }

    fn bring(&self, places: &[&str]) -> Result<Vec<u8>, Trouble> {
        let releases = [vec!["r".to_owned()]];
        let set = Set { name: "s", wanted: &[], releases: &releases, is_source: false };
        let all: Vec<_> = places.iter().map(|place| (*place).to_owned()).collect();
        let index = all.first().cloned().unwrap_or_default();
        let say = |line: &str| self.said.borrow_mut().push(line.to_owned());
        let cache = Cache::at(self.folder.path());
        let paths = bring(&cache, &self.debian, &set, &Places { all, index }, &say)?;
        let [path] = &paths[..] else { panic!("one package: {paths:?}") };
        Ok(fs::read(path).unwrap())
    }

    fn said(&self) -> String {
        self.said.borrow().join("\n")
    }
}

/// An address at which nobody listens.
const NOWHERE: &str = "http://127.0.0.1:9/{archive}";

#[test]
fn a_package_that_the_first_place_lost_comes_from_the_second() {
    let case = Case::new();
    let (empty, asked) = server(Content::new(), 0);
    let (second, _) = case.server(CONTENT, usize::MAX);
    assert_eq!(case.bring(&[&empty, &second]).unwrap(), CONTENT);
    assert_eq!(asked.lock().unwrap().len(), 1);
    assert_eq!(case.bring(&[NOWHERE]).unwrap(), CONTENT, "it is kept");
    assert!(case.said().starts_with("downloading 1 of Debian's packages, 0 MB"), "{}", case.said());
}

#[test]
fn a_package_that_all_lost_is_replaced_and_said_and_the_lock_is_another() {
    let case = Case::new();
    let cache = Cache::at(case.folder.path());
    let lock = || crate::digest(&cache, &[(&case.debian, "s")]);
    let before = lock();
    let other = Package {
        version: "1:3".to_owned(),
        path: "debian/pool/main/a_3_all.deb".to_owned(),
        ..package("a", b"newer")
    };
    let place = case.server_with_another(&other, b"newer");
    assert_eq!(case.bring(&[&place, NOWHERE]).unwrap(), b"newer");
    let said =
        "Debian has a 1:2+b1 no more: a 1:3 takes its place, and figures are of another lock";
    assert!(case.said().ends_with(said), "{}", case.said());
    assert_ne!(lock(), before);
    assert_eq!(case.bring(&[NOWHERE]).unwrap(), b"newer", "it stays replaced");
    let another_name = Case::new();
    let place = another_name.server_with_another(&package("b", b"other"), b"other");
    let why = another_name.bring(&[&place]).unwrap_err().to_string();
    assert_eq!(why, "Debian has a 1:2+b1 no more, nor another");
}

#[test]
fn another_content_than_the_locks_is_not_taken() {
    let case = Case::new();
    let mut garbled = CONTENT.to_vec();
    garbled[77] ^= 1;
    let longer = [CONTENT, &[7]].concat();
    for wrong in [garbled, longer] {
        let (place, _) = case.server(&wrong, usize::MAX);
        let why = case.bring(&[&place]).unwrap_err().to_string();
        assert!(why.ends_with("it has another content than the lock says"), "{why}");
        let (right, _) = case.server(CONTENT, usize::MAX);
        assert_eq!(case.bring(&[&place, &right]).unwrap(), CONTENT);
        fs::remove_dir_all(case.folder.path().join("packages")).unwrap();
    }
}

#[test]
fn a_download_that_is_cut_off_goes_on_where_it_ended() {
    let case = Case::new();
    let (place, asked) = case.server(CONTENT, 40_000);
    assert_eq!(case.bring(&[&place]).unwrap(), CONTENT);
    let path = format!("/{}", case.package.path);
    let from = [0, 40_000, 80_000].map(|from| format!("{path} {from}"));
    assert_eq!(*asked.lock().unwrap(), from);
    // What has come is kept for the next time, unless it turns out to be something else.
    let case = Case::new();
    let (place, _) = case.server(CONTENT, 1000);
    let why = case.bring(&[&place]).unwrap_err();
    assert!(why.to_string().ends_with("it is cut off again and again"), "{why}");
    assert!(why.next.contains("go on where it ended"), "{}", why.next);
    let (place, asked) = case.server(CONTENT, usize::MAX);
    assert_eq!(case.bring(&[&place]).unwrap(), CONTENT);
    assert_eq!(*asked.lock().unwrap(), [format!("{path} 8000")]);
    let case = Case::new();
    let folder = case.folder.path().join("packages");
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join(case.package.file() + ".part"), [1; 500]).unwrap();
    let (place, asked) = case.server(CONTENT, usize::MAX);
    assert_eq!(case.bring(&[&place]).unwrap(), CONTENT);
    assert_eq!(*asked.lock().unwrap(), [500, 0].map(|from| format!("{path} {from}")));
}

#[test]
fn without_a_network_one_sentence_says_so() {
    let why = Case::new().bring(&[NOWHERE]).unwrap_err();
    let said = why.to_string();
    assert!(
        said.starts_with("packages cannot be downloaded from Debian: http://127.0.0.1:9/debian/")
    );
    assert!(!said.contains('\n') && why.next.contains("check the network"), "{said}");
}

/// A server that has kernels in the index of `sid`, and nothing else.
fn server_with_kernels(debian: &DebianArch, names: &[(&str, &str)]) -> String {
    let entry = |(name, version): &(&str, &str)| {
        format!(
            "Package: {name}-{}\nVersion: {version}\nFilename: pool/{name}.deb\nSize: 9000000\n\
             SHA256: {name}\n",
            debian.name
        )
    };
    let mut packed = XzWriter::new(Vec::new(), XzOptions::default()).unwrap();
    packed.write_all(names.iter().map(entry).collect::<Vec<_>>().join("\n").as_bytes()).unwrap();
    let index = format!("/debian/dists/sid/main/binary-{}/Packages.xz", debian.name);
    server([(index, packed.finish().unwrap())].into(), usize::MAX).0
}

#[test]
fn the_list_of_kernels_is_kept_and_read_anew_and_what_is_downloaded_stays_in_it() {
    let case = Case::new();
    let cache = Cache::at(case.folder.path());
    cache.folder("kernels").unwrap();
    let renew = |names: &[(&str, &str)], old| {
        let index = server_with_kernels(&case.debian, names);
        renewed(&cache, &case.debian, old, &Places { all: Vec::new(), index }, &|_| ()).unwrap()
    };
    let old = [("linux-image-6.1.0-9", "6.1.2-1"), ("linux-image-6.2.0-1", "6.2.1-1")];
    let list = renew(&old, List::default());
    let releases = || {
        let kernels = kernels(&cache, &case.debian, false, &|_| ()).unwrap();
        kernels.iter().map(|it| it.release.clone()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(releases(), "6.1.0-9 6.2.0-1");
    let name = format!("linux-image-6.1.0-9-{}_6.1.2-1_linux-image-6.1.0-9.deb", case.debian.name);
    let file = fs::File::create(cache.folder("packages").unwrap().join(name)).unwrap();
    file.set_len(9_000_000).unwrap();
    renew(&[("linux-image-6.3.0-1", "6.3.1-1")], list);
    assert_eq!(releases(), "6.1.0-9 6.3.0-1", "one was downloaded, the other is gone");
    let nowhere = Places { all: Vec::new(), index: NOWHERE.to_owned() };
    let why = renewed(&cache, &case.debian, List::default(), &nowhere, &|_| ()).unwrap_err();
    assert!(why.why.starts_with("Debian's index cannot be read: http://127.0.0.1:9/"), "{why}");
    assert_eq!(releases(), "6.1.0-9 6.3.0-1", "it stays without a network");
}

/// A tiny file system, which only root can make; removed with this value.
struct Tiny<'a>(&'a std::path::Path);

impl Drop for Tiny<'_> {
    fn drop(&mut self) {
        let _ = std::process::Command::new("umount").arg(self.0).status();
    }
}

#[test]
fn a_full_disk_is_said_and_what_came_is_kept() {
    let case = Case::new();
    let folder = case.folder.path().join("packages");
    fs::create_dir(&folder).unwrap();
    let mount = ["-t", "tmpfs", "-o", "size=64k", "tiny"];
    let mounted = std::process::Command::new("mount").args(mount).arg(&folder).output();
    if !mounted.is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: only root can make a small file system");
        return;
    }
    let tiny = Tiny(&folder);
    let (place, _) = case.server(CONTENT, usize::MAX);
    let why = case.bring(&[&place]).unwrap_err();
    assert!(why.to_string().contains("No space left on device"), "{why}");
    let larger = ["-o", "remount,size=1m", "tiny"];
    let larger = std::process::Command::new("mount").args(larger).arg(&folder).status();
    assert!(larger.unwrap().success());
    let (place, asked) = case.server(CONTENT, usize::MAX);
    assert_eq!(case.bring(&[&place]).unwrap(), CONTENT);
    assert!(!asked.lock().unwrap()[0].ends_with(" 0"), "it begins anew");
    drop(tiny);
}
