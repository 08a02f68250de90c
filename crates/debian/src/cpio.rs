//! The archive format of an initial RAM file system: cpio, `newc` variant (Linux,
//! Documentation/driver-api/early-userspace/buffer-format.rst).

const FOLDER: u32 = 0o040_755;
const FILE: u32 = 0o100_755;
const LINK: u32 = 0o120_777;

/// An archive being written. The same entries make the same bytes: one time for all, no owners.
#[derive(Debug, Default)]
pub struct Archive {
    bytes: Vec<u8>,
    entries: u32,
    time: u32,
}

impl Archive {
    /// An archive whose files were all changed at `time`, in seconds of Unix'.
    pub fn of(time: u32) -> Self {
        Self { time, ..Self::default() }
    }

    /// Adds a folder; its parents have to be there already.
    pub fn folder(&mut self, path: &str) {
        self.add(path, FOLDER, &[]);
    }

    /// Adds a file, readable and executable by all.
    pub fn file(&mut self, path: &str, content: &[u8]) {
        self.add(path, FILE, content);
    }

    /// Adds a symbolic link.
    pub fn link(&mut self, path: &str, target: &str) {
        self.add(path, LINK, target.as_bytes());
    }

    /// Ends the archive.
    pub fn finish(mut self) -> Vec<u8> {
        self.add("TRAILER!!!", 0, &[]);
        self.bytes
    }

    fn add(&mut self, path: &str, mode: u32, content: &[u8]) {
        self.entries += 1;
        let size = u32::try_from(content.len()).expect("the format ends at 4 GiB a file");
        let name = u32::try_from(path.len() + 1).expect("a path is short");
        // inode, mode, uid, gid, links, time, size, four device numbers, name's size, check
        let fields = [self.entries, mode, 0, 0, 1, self.time, size, 0, 0, 0, 0, name, 0];
        self.bytes.extend(b"070701");
        self.bytes.extend(fields.map(|field| format!("{field:08x}")).concat().bytes());
        self.bytes.extend(path.bytes().chain([0]));
        self.pad();
        self.bytes.extend(content);
        self.pad();
    }

    fn pad(&mut self) {
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
    }
}

/// The content of the file at `path` in an archive; `None` where there is none, or the archive is
/// damaged.
pub fn find<'a>(mut archive: &'a [u8], path: &str) -> Option<&'a [u8]> {
    const HEADER: usize = 110;
    loop {
        let field = |number: usize| {
            let text = archive.get(6 + 8 * number..14 + 8 * number)?;
            usize::from_str_radix(std::str::from_utf8(text).ok()?, 16).ok()
        };
        let (size, name) = (field(6)?, field(11)?);
        let content = HEADER.checked_add(name)?.checked_next_multiple_of(4)?;
        let end = content.checked_add(size)?;
        let found = archive.get(HEADER..(HEADER + name).checked_sub(1)?)?;
        match found {
            b"TRAILER!!!" => return None,
            _ if found == path.as_bytes() => return archive.get(content..end),
            _ => archive = archive.get(end.checked_next_multiple_of(4)?..)?,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_found_again_and_damage_is_not() {
        let mut archive = Archive::default();
        archive.folder("a");
        archive.file("a/b", b"content");
        archive.file("c", b"more");
        let bytes = archive.finish();
        assert_eq!(find(&bytes, "a/b"), Some(&b"content"[..]));
        assert_eq!(find(&bytes, "c"), Some(&b"more"[..]));
        assert_eq!(find(&bytes, "d"), None);
        for cut in 0..bytes.len() {
            let found = find(&bytes[..cut], "c");
            assert!(found.is_none() || found == Some(b"more"), "{cut}");
        }
    }

    #[test]
    fn entries_are_aligned_and_name_their_sizes() {
        let mut archive = Archive::default();
        archive.folder("bin");
        archive.file("bin/a", b"hello");
        archive.link("bin/b", "a");
        let bytes = archive.finish();
        assert_eq!(bytes.len() % 4, 0);
        // 110 bytes of header and "bin\0" make 114, padded to 116.
        let file = &bytes[116..];
        assert!(file.starts_with(b"070701"));
        assert_eq!(&file[14..22], b"000081ed");
        assert_eq!(&file[54..62], b"00000005");
        assert_eq!(&file[110..121], b"bin/a\0hello");
        assert!(bytes.windows(10).any(|window| window == b"TRAILER!!!"));
    }
}
