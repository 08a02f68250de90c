//! lmbench's results: lines such as `Simple read: 0.1934 microseconds`, and tables of context switches
//! and of files. Bandwidths and tables over sizes of memory are of no operation of ours, and stay out.

use super::{Amount, Log};

/// What comes before the time, and the command that it is of.
const LINES: [(&str, &str); 19] = [
    ("Simple syscall", "lat_syscall null"),
    ("Simple read", "lat_syscall read"),
    ("Simple write", "lat_syscall write"),
    ("Simple stat", "lat_syscall stat"),
    ("Simple fstat", "lat_syscall fstat"),
    ("Simple open/close", "lat_syscall open"),
    ("Signal handler installation", "lat_sig install"),
    ("Signal handler overhead", "lat_sig catch"),
    ("Protection fault", "lat_sig prot"),
    ("Pipe latency", "lat_pipe"),
    ("AF_UNIX sock stream latency", "lat_unix"),
    ("Process fork+exit", "lat_proc fork"),
    ("Process fork+execve", "lat_proc exec"),
    ("Process fork+/bin/sh -c", "lat_proc shell"),
    ("Fcntl lock latency", "lat_fcntl"),
    ("Pagefaults on ", "lat_pagefault"),
    ("UDP latency using ", "lat_udp"),
    ("TCP latency using ", "lat_tcp"),
    ("TCP/IP connection cost to ", "lat_connect"),
];

/// The table that lines are in.
enum Table {
    None,
    /// Context switches between processes of this size.
    Switches(String),
    Files,
}

pub(super) fn read(text: &str, log: &mut Log) {
    let mut table = Table::None;
    for line in text.lines() {
        if let Some(title) = line.strip_prefix('"') {
            table = Table::titled(title);
        } else if let Some((what, time)) = line.rsplit_once(": ") {
            if let (Some(name), Some(ns)) = (command(what), microseconds(time)) {
                log.take(name, Amount::Time(ns));
            }
        } else {
            let words: Vec<&str> = line.split_whitespace().collect();
            if let Some((name, ns)) = table.row(&words) {
                log.take(name, Amount::Time(ns));
            }
        }
    }
}

fn command(what: &str) -> Option<String> {
    let many = |rest: &str| {
        let (count, kind) = rest.split_once(' ')?;
        let kind = if kind == "fd's" { "file" } else { kind.strip_suffix(" fd's")? };
        Some(format!("lat_select {kind} {count}"))
    };
    if let Some(rest) = what.strip_prefix("Select on ") {
        return many(rest);
    }
    // What names a file or a host ends with a blank here, and with the name there.
    let is_of =
        |words: &str| if words.ends_with(' ') { what.starts_with(words) } else { what == words };
    let (_, command) = LINES.iter().find(|(words, _)| is_of(words))?;
    Some((*command).to_owned())
}

/// In nanoseconds.
fn microseconds(time: &str) -> Option<f64> {
    Some(time.strip_suffix(" microseconds")?.parse::<f64>().ok()? * 1e3)
}

impl Table {
    fn titled(title: &str) -> Self {
        match title.strip_prefix("size=").and_then(|rest| rest.split_once(' ')) {
            Some((size, _)) => Self::Switches(size.to_owned()),
            None if title == "File system latency" => Self::Files,
            None => Self::None,
        }
    }

    /// The name and the nanoseconds of a row.
    fn row(&self, words: &[&str]) -> Option<(String, f64)> {
        match (self, words) {
            // The time of one switch, where ours is once round all of them.
            (Self::Switches(size), [processes, each]) => {
                let count: u32 = processes.parse().ok()?;
                let ns = each.parse::<f64>().ok()? * 1e3 * f64::from(count);
                Some((format!("lat_ctx {count}p/{size}"), ns))
            }
            // Files created and deleted in a second, where ours is the time of both.
            (Self::Files, [size, _, created, deleted]) => {
                let ns = |rate: &str| Some(1e9 / rate.parse::<f64>().ok()?);
                Some((format!("lat_fs {size}"), ns(created)? + ns(deleted)?))
            }
            _ => None,
        }
    }
}
