//! Machines with a screen, and what is on it.

use std::fs;
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use monitors::qemu::Qmp;
use serde::Deserialize;
use serde_json::json;
use tempfile::TempDir;

use super::{kernel_sources, path, wait_until};

/// Of VGA's text, where each character is followed by its colours.
const TEXT: (u64, usize, usize) = (0xb8000, 80, 25);

/// A machine of the list.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Screen {
    pub what: String,
    pub arch: String,
    pub program: String,
    pub arguments: String,
    /// What `hyperbench image` makes for it.
    pub image: String,
    pub boot: String,
    #[serde(default)]
    pub options: String,
    #[serde(default)]
    pub files: Vec<PathBuf>,
}

impl Screen {
    /// All of them.
    pub fn all() -> Vec<Self> {
        #[derive(Deserialize)]
        struct List {
            screen: Vec<Screen>,
        }
        let list: List = toml::from_str(include_str!("../data/screens.toml")).unwrap();
        list.screen
    }
}

/// A QEMU that runs until this goes.
pub struct Machine<'a> {
    qemu: Child,
    qmp: Qmp,
    folder: &'a TempDir,
}

impl Drop for Machine<'_> {
    fn drop(&mut self) {
        let _ = (self.qemu.kill(), self.qemu.wait());
    }
}

impl<'a> Machine<'a> {
    /// Starts `screen` with the `image`; its serial port, if it has one, writes to the file `log`.
    pub fn start(screen: &Screen, folder: &'a TempDir, image: &str, log: &str) -> Self {
        let socket = path(folder, "qmp");
        let arguments = screen.arguments.replace("IMAGE", image).replace("LOG", log);
        let mut command = Command::new(&screen.program);
        command.args(arguments.split(' ')).args(["-accel", "tcg", "-m", "256", "-smp", "2"]);
        command.args(["-display", "none", "-no-reboot", "-net", "none"]);
        command.args(["-qmp", &format!("unix:{socket},server=on,wait=off")]);
        let qemu = command.stdin(Stdio::null()).spawn().expect("QEMU can be run");
        let mut stream = None;
        wait_until("QEMU listens", || {
            stream = UnixStream::connect(&socket).ok();
            stream.is_some()
        });
        let qmp = Qmp::open(stream.unwrap()).expect("QEMU answers");
        Self { qemu, qmp, folder }
    }

    /// The rows on the screen, without blanks at their ends, once one is a sum and nothing changes.
    pub fn summary(&mut self) -> String {
        let mut shown = String::new();
        wait_until("the summary is on the screen", || {
            let before = std::mem::replace(&mut shown, self.rows().join("\n"));
            shown == before && shown.lines().any(|row| row.starts_with("sum of "))
        });
        shown
    }

    fn rows(&mut self) -> Vec<String> {
        let file = path(self.folder, "dump");
        self.qmp.execute("screendump", json!({ "filename": file })).expect("QEMU dumps the screen");
        let picture = Picture::read(&fs::read(&file).unwrap());
        let rows = if picture.is_text() { self.cells() } else { picture.rows() };
        rows.iter().map(|row| row.trim_end().to_owned()).collect()
    }

    fn cells(&mut self) -> Vec<String> {
        let file = path(self.folder, "cells");
        let (address, columns, rows) = TEXT;
        let what = json!({ "filename": file, "val": address, "size": columns * rows * 2 });
        self.qmp.execute("pmemsave", what).expect("QEMU reads the memory");
        let cells = fs::read(&file).unwrap();
        let row = |row: &[u8]| row.chunks(2).map(|cell| char::from(cell[0])).collect();
        cells.chunks(columns * 2).map(row).collect()
    }
}

/// Dots, of which those that are lit are true.
struct Picture {
    width: usize,
    height: usize,
    lit: Vec<bool>,
}

impl Picture {
    /// Of QEMU's PPM.
    fn read(file: &[u8]) -> Self {
        let mut lines = file.splitn(4, |byte| *byte == b'\n');
        let mut text = || String::from_utf8(lines.next().unwrap().to_vec()).unwrap();
        let (_, size, _) = (text(), text(), text());
        let size: Vec<usize> = size.split(' ').map(|number| number.parse().unwrap()).collect();
        let lit = lines.next().unwrap().chunks(3).map(|dot| dot[0] > 0x7f).collect();
        Self { width: size[0], height: size[1], lit }
    }

    /// Whether it is that of VGA's text: 80 characters of 9 dots each.
    fn is_text(&self) -> bool {
        (self.width, self.height) == (720, 400)
    }

    /// What is written in it, with '?' for what no character looks like.
    fn rows(&self) -> Vec<String> {
        let font = Font::read();
        let scale = (self.width / (80 * font.width)).min(self.height / (25 * font.height)).max(1);
        let (wide, high) = (font.width * scale, font.height * scale);
        let is_lit = |x: usize, y: usize| self.lit[y * self.width + x];
        let character = |left: usize, top: usize| {
            let dot =
                |at: usize| is_lit(left + at % font.width * scale, top + at / font.width * scale);
            let dots: Vec<bool> = (0..font.width * font.height).map(dot).collect();
            font.shapes
                .iter()
                .position(|shape| *shape == dots)
                .map_or('?', |at| char::from(b' ' + u8::try_from(at).unwrap()))
        };
        let row = |row: usize| {
            (0..self.width / wide).map(|column| character(column * wide, row * high)).collect()
        };
        (0..self.height / high).map(row).collect()
    }
}

/// The kernel's own shapes of characters.
struct Font {
    width: usize,
    height: usize,
    shapes: Vec<Vec<bool>>,
}

impl Font {
    fn read() -> Self {
        let source = fs::read_to_string(kernel_sources().join("drivers/font.c")).unwrap();
        let byte = |word: &str| u8::from_str_radix(word.trim().strip_prefix("0x")?, 16).ok();
        let width = 6;
        let dots = |row: u8| (0..width).map(move |x| row << x & 0x80 != 0);
        let shapes: Vec<Vec<bool>> = source
            .lines()
            .filter_map(|line| line.trim().strip_prefix('{')?.split_once('}'))
            .map(|(row, _)| row.split(',').filter_map(byte).flat_map(dots).collect())
            .collect();
        Self { width, height: shapes[0].len() / width, shapes }
    }
}
