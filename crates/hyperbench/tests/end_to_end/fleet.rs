//! Many results at once.

use std::fs;

use results::{Document, parse};
use serde_json::Value;

use super::results_files::platform;
use crate::common::{folder, output, path, stderr, stdout};

/// Writes results of `count` hosts, of which the seventh is odd, into `folder`.
fn write_hosts(folder: &tempfile::TempDir, count: u32) {
    for number in 0..count {
        let figure = 100.0 + f64::from(number % 5) / 10.0;
        let mut document = Document {
            schema_version: 1,
            complete: true,
            started: number.to_string(),
            platforms: vec![platform("p", 3, if number == 7 { 150.0 } else { figure })],
            ..Document::default()
        };
        document.host.huge_pages = Some(if number == 7 { "never" } else { "madvise" }.to_owned());
        let name = format!("host-{number}.json");
        fs::write(path(folder, &name), serde_json::to_vec(&document).unwrap()).unwrap();
    }
}

#[test]
fn the_odd_host_of_a_folder_is_named_in_every_format() {
    let folder = folder();
    write_hosts(&folder, 30);
    let all = folder.path().to_str().unwrap();
    let table = output(&["fleet", all]);
    assert_eq!(table.status.code(), Some(0), "{}", stderr(&table));
    let text = stdout(&table);
    assert!(text.contains("30 hosts in 1 group"), "{text}");
    assert!(
        text.contains("host.huge_pages=never on 1 of 30, 1 outlying (most: madvise)"),
        "{text}"
    );
    let csv = stdout(&output(&["fleet", all, "--format", "csv"]));
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    assert!(!rows.is_empty() && rows.iter().all(|row| row[2].ends_with("host-7.json")), "{csv}");
    let json: Value = serde_json::from_str(&stdout(&output(&["fleet", all, "--json"]))).unwrap();
    assert_eq!(json["groups"][0]["odd"][0]["causes"][0]["field"], "host.huge_pages");
    let far = stdout(&output(&["fleet", all, "--threshold", "60%"]));
    assert!(far.contains("no host is an outlier"), "{far}");
}

#[test]
fn what_cannot_be_used_is_named_and_does_not_stop_the_others() {
    let folder = folder();
    write_hosts(&folder, 6);
    let escape = "{\"schema_version\":1,\"tool\":\"\\u001b[2J\"}";
    fs::write(path(&folder, "bad.json"), escape).unwrap();
    fs::copy(path(&folder, "host-1.json"), path(&folder, "host-1-again.json")).unwrap();
    fs::write(path(&folder, "notes.txt"), "no result").unwrap();
    let some = output(&["fleet", folder.path().to_str().unwrap()]);
    let message = stderr(&some);
    assert_eq!(some.status.code(), Some(9), "{message}");
    assert!(
        message.contains("bad.json cannot be used") && !message.contains('\u{1b}'),
        "{message}"
    );
    assert!(message.contains("host-1.json is a copy"), "{message}");
    assert!(stdout(&some).contains("6 hosts"), "{}", stdout(&some));
    let none = output(&["fleet", &path(&folder, "bad.json")]);
    assert_eq!((none.status.code(), stdout(&none).as_str()), (Some(2), ""));
    let empty = of_an_empty_folder();
    assert_eq!(empty.0, Some(2));
    assert!(empty.1.contains("there are no results in"), "{}", empty.1);
}

fn of_an_empty_folder() -> (Option<i32>, String) {
    let folder = folder();
    let result = output(&["fleet", folder.path().to_str().unwrap()]);
    (result.status.code(), stderr(&result))
}

#[test]
fn texts_of_results_do_not_reach_the_terminal_as_they_are() {
    let folder = folder();
    write_hosts(&folder, 5);
    let file = path(&folder, "host-0.json");
    let text = fs::read_to_string(&file).unwrap().replace("madvise", "\\u001b]0;x\\u0007");
    parse(text.clone().into_bytes(), "test").expect("it is a result");
    fs::write(&file, text.replace("\"cpu\":\"\"", "\"cpu\":\"\\u001b[31m\"")).unwrap();
    for format in ["table", "csv", "json"] {
        let shown =
            stdout(&output(&["fleet", folder.path().to_str().unwrap(), "--format", format]));
        assert!(!shown.contains('\u{1b}'), "{shown}");
    }
}
