//! A new benchmark is one new file in the kernel, and nothing else.

use std::path::Path;

use results::Status;

use crate::common::{build_kernel, folder, kernel_sources, output, path, result, run, stdout};

/// All there is to a benchmark.
const SOURCE: &str = r#"
#include <hyperbench.h>

TIMED_INSN("nop")

BENCHMARK(.summary = "Do nothing, in one instruction", .recommended = {1, 10});
"#;

#[test]
fn one_new_file_appears_in_the_list_in_the_run_and_in_the_results() {
    let folder = folder();
    let sources = folder.path().join("kernel");
    copy(&kernel_sources(), &sources);
    std::fs::write(sources.join("bench/idle/brand-new.c"), SOURCE).unwrap();
    let image = build_kernel(&sources, &folder.path().join("out"), &[]);
    let image = image.to_str().unwrap();

    let list = stdout(&output(&["list", "benchmarks", "--kernel", image]));
    assert!(list.contains("brand-new") && list.contains("Do nothing, in one instruction"));

    let file = path(&folder, "results.json");
    let arguments = ["--platform", "qemu-tcg", "--kernel", image, "--deterministic", "-o", &file];
    let (document, code) = run(&[&arguments[..], &["--bench", "{brand-new,sgdt}"]].concat());
    assert_eq!((code, result(&document, "brand-new").status), (0, Status::Ok));
    assert_eq!(result(&document, "brand-new").value, Some(1.0));
    assert!(std::fs::read_to_string(&file).unwrap().contains("\"brand-new\""));
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).unwrap();
        }
    }
}
