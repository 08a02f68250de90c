//! Runs that are divided and put together again.

use results::Document;
use serde_json::Value;

use crate::common::{folder, only, output, path, run, stderr, stdout};

const RUN: [&str; 6] = [
    "--platform",
    "qemu-tcg",
    "--deterministic",
    "--bench",
    "{sgdt,sidt,sldt,smsw,idle}",
    "--cpus=1",
];

fn names_and_values(document: &Document) -> Vec<(String, Option<f64>)> {
    only(document).benchmarks.iter().map(|b| (b.name.clone(), b.value)).collect()
}

#[test]
fn a_divided_run_brings_what_the_whole_brings() {
    let folder = folder();
    let (whole, _) = run(&RUN);
    let files: Vec<String> = (1..=3)
        .map(|number| {
            let (shard, file) = (format!("{number}/3"), path(&folder, &format!("{number}.json")));
            let (part, code) = run(&[&RUN[..], &["--shard", &shard, "-o", &file]].concat());
            assert!(code == 0 && only(&part).benchmarks.len() < 3, "{part:?}");
            file
        })
        .collect();
    let merged = path(&folder, "merged.json");
    let all = output(&["merge", &files[2], &files[0], &files[1], "-o", &merged]);
    assert_eq!(all.status.code(), Some(0), "{}", stderr(&all));
    assert!(stdout(&all).contains("sgdt"), "{}", stdout(&all));
    let read = results::read(merged.as_ref()).unwrap();
    assert_eq!(names_and_values(&read), names_and_values(&whole));

    let two = output(&["merge", &files[0], &files[2], &files[0], "--json"]);
    assert_eq!(two.status.code(), Some(9));
    let message = stderr(&two);
    assert!(message.contains("shard 2 of 3 is missing\n  next: hyperbench run "), "{message}");
    assert!(message.contains("--shard 2/3 -o shard-2-of-3.json"), "{message}");
    assert!(message.contains("1.json is left out: part 1/3 is taken from"), "{message}");
    let json: Value = serde_json::from_str(&stdout(&two)).unwrap();
    assert_eq!(json["complete"], false);

    let onto = output(&["merge", &files[0], "-o", &files[0]]);
    assert!(onto.status.code() == Some(2) && stderr(&onto).contains("would destroy"));
    let bare = output(&["merge", &merged]);
    assert!(bare.status.code() == Some(2) && stderr(&bare).contains("not a part"));
}

#[test]
fn a_part_that_has_nothing_to_do_is_refused() {
    let empty = output(&[&["run"], &RUN[..], &["--shard", "6/6"]].concat());
    assert_eq!(empty.status.code(), Some(2));
    assert!(stderr(&empty).contains("part 6/6 has no benchmark: only 5 are chosen"));
    for wrong in ["0/2", "3/2", "x", "1/100000"] {
        assert_eq!(output(&["run", "--shard", wrong]).status.code(), Some(2), "{wrong}");
    }
}
