//! Workloads of the user's, as far as no guest is needed: `tests/lab/workload.rs` has one counted.

use std::fs;
use std::process::Output;

use tempfile::TempDir;

use crate::common::{folder, hyperbench, path, stderr, stdout};

const SIGNATURE: &str = r#"{
    "signature_version": 1, "unit": "cycles",
    "platforms": [{"platform": "slow", "native": "metal", "operations": [
        {"name": "leaf", "event": "halt", "native": 1, "cost": 1001}]}]
}"#;

const USAGE: &str = r#"{
    "usage_version": 1, "unit": "cycles",
    "workloads": [{"name": "pack", "source": {"kind": "native", "from": "metal"},
                   "native": 1000000, "counts": {"halt": 10}},
                  {"name": "sort", "source": {"kind": "native", "from": "metal"},
                   "native": 2000000, "counts": {"halt": 1}}]
}"#;

const EXITS: &str = "halt_exits: 30\nio_exits: 2\n";

/// A user without workloads.
struct User(TempDir);

impl User {
    fn new() -> Self {
        Self(folder())
    }

    fn file(&self, name: &str, content: &str) -> String {
        let path = path(&self.0, name);
        fs::write(&path, content).unwrap();
        path
    }

    fn says(&self, arguments: &[&str]) -> Output {
        let mut command = hyperbench(arguments);
        command.env("XDG_DATA_HOME", self.0.path().join("data"));
        command.env("XDG_CACHE_HOME", self.0.path().join("cache")).output().unwrap()
    }

    fn done(&self, arguments: &[&str]) -> String {
        let output = self.says(arguments);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", stderr(&output));
        stdout(&output)
    }

    /// Checks that a command is refused in words, with the next step.
    fn refused(&self, arguments: &[&str], code: i32, words: &[&str]) {
        let output = self.says(arguments);
        let message = stderr(&output);
        assert_eq!(output.status.code(), Some(code), "{message}");
        assert!(message.contains("next:") && !message.contains("panicked"), "{message}");
        for word in words {
            assert!(message.contains(word), "{word:?} is missing from {message}");
        }
    }
}

#[test]
fn what_others_counted_is_kept_shown_predicted_and_removed() {
    let user = User::new();
    let [signature, usage, exits] = [("signature", SIGNATURE), ("usage", USAGE), ("exits", EXITS)]
        .map(|(n, c)| user.file(n, c));
    let add = ["workload", "add", "web", "--from", &exits];
    user.refused(&add, 2, &["natively", "--native"]);
    let copy = path(&user.0, "copy.json");
    let shown = user.done(&[&add[..], &["--native", "1e6", "-o", &copy]].concat());
    assert!(shown.contains("web: natively 1,000,000 cycles"), "{shown}");
    assert!(shown.contains("foreign counts of") && shown.contains("halt"), "{shown}");
    user.refused(&add, 2, &["already", "--replace", "workload remove web"]);
    user.done(&[&add[..], &["--native", "2e6", "--replace"]].concat());
    user.refused(
        &["workload", "add", "mine", "--from", &usage],
        2,
        &["more than one", "pack, sort"],
    );
    user.done(&["workload", "add", "sort", "--from", &usage]);

    let list = user.done(&["workload", "list", "--format", "csv"]);
    assert!(list.starts_with("workload,native,unit,counted,command\nsort,2000000.0,"), "{list}");
    assert!(list.contains(&format!("\nweb,2000000.0,cycles,\"foreign: {exits}")), "{list}");
    assert_eq!(
        user.done(&["workload", "show", "sort", "--format", "csv"]).lines().last(),
        Some("sort,halt,1")
    );

    let predict = ["predict", "--signature", &signature, "--format", "csv"];
    let rows = |more: &[&str]| {
        let text = user.done(&[&predict[..], more].concat());
        text.lines()
            .skip(1)
            .map(|row| row.split(',').take(5).collect::<Vec<_>>().join(","))
            .collect::<Vec<_>>()
    };
    let web = "slow,web,shadow,2000000.0,2030000.0";
    let sort = "slow,sort,shadow,2000000.0,2001000.0";
    assert_eq!(rows(&["--workload", "web", "--on", "slow"]), [web]);
    assert_eq!(rows(&[]), [sort, web], "all that was added");
    assert_eq!(rows(&["--usage", &usage, "--workload", "web", "--workload", "sort"]), [sort, web]);
    assert_eq!(rows(&["--usage", &usage]).len(), 2, "what a file has, and nothing else");
    let json = user.done(&["workload", "show", "web", "--json"]);
    let again = user.file("again", &json);
    assert_eq!(rows(&["--usage", &again]), [web], "what is shown is a usage");

    fs::write(user.0.path().join("data/hyperbench/workloads/web/files.cpio"), "").unwrap();
    let run = ["run", "--guest", "linux", "--platform", "qemu-tcg", "--bench", "web"];
    user.refused(&[&run[..], &["--bench", "gzip"]].concat(), 2, &["alone", "web, gzip"]);
    user.refused(&run, 3, &["has not been built", "guest build"]);
    user.done(&["workload", "remove", "web"]);
    user.refused(&["workload", "remove", "web"], 2, &["no workload \"web\"", "there are: sort"]);
    user.refused(&["workload", "show", "../x"], 2, &["no workload"]);
    let arguments = [&predict[..], &["--workload", "web"]].concat();
    user.refused(&arguments, 2, &["no workload \"web\"", "there are: sort"]);
    user.done(&["workload", "remove", "sort"]);
    user.refused(&predict, 2, &["what to predict", "workload add NAME"]);
}

#[test]
fn what_cannot_be_added_is_refused_before_anything_runs() {
    let user = User::new();
    let text = user.file("text", "no program");
    let missing = path(&user.0, "missing");
    let refused: [(&[&str], &[&str]); 8] = [
        (&["a/b", "--", "true"], &["\"a/b\"", "letters"]),
        (&["gzip", "--", "true"], &["hyperbench has itself", "my-gzip"]),
        (&["mine", "--", "no-such-program"], &["in PATH", "./no-such-program"]),
        (&["mine", "--", &text], &["may be executed", "chmod"]),
        (&["mine", "--stdin", &missing, "--", "sh"], &["missing", "cannot be read"]),
        (&["mine", "--file", &missing, "--", "sh"], &["no place in the guest", ":NAME"]),
        (
            &["mine", "--memory", "32M", "--file", "/usr/bin", "--", "sh"],
            &["larger than 8 MiB", "--memory"],
        ),
        (&["mine", "--from", &text], &["no exits", "perf kvm stat"]),
    ];
    for (arguments, words) in refused {
        user.refused(&[&["workload", "add"], arguments].concat(), 2, words);
    }
    let output = user.says(&["workload", "add", "mine"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("COMMAND"), "{}", stderr(&output));
    user.refused(&["workload", "add", "mine", "--", "sh"], 3, &["hyperbench", "build"]);
    assert!(stdout(&user.says(&["workload", "list"])).is_empty(), "nothing is kept");
}
