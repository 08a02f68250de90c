//! What operations cost on many builds.

use std::fs;

use results::{Document, LinuxBuild, Unit};
use serde_json::Value;

use super::results_files::platform;
use crate::common::{folder, output, path, stderr, stdout};

/// Writes results of three builds, of which the last made all costs dearer by a tenth, into `folder`.
fn write_builds(folder: &tempfile::TempDir) {
    let builds = [("6.12.43+deb12", 100.0), ("6.12.73+deb12", 100.0), ("6.12.117+deb12", 110.0)];
    for (release, figure) in builds {
        let mut run = platform("p", 3, figure);
        "lab-kvm-npt".clone_into(&mut run.platform);
        run.unit = Unit::Instructions;
        run.linux = Some(LinuxBuild {
            release: format!("{release}-cloud-any"),
            compiler: "GCC: <b>12.2.0</b>".to_owned(),
            ..LinuxBuild::default()
        });
        let document = Document {
            schema_version: 1,
            complete: true,
            platforms: vec![run],
            ..Document::default()
        };
        let name = format!("{release}.json");
        fs::write(path(folder, &name), serde_json::to_vec(&document).unwrap()).unwrap();
    }
}

#[test]
fn the_build_that_made_costs_dearer_is_named_in_every_format() {
    let folder = folder();
    write_builds(&folder);
    let all = folder.path().to_str().unwrap();
    let table = output(&["atlas", all]);
    assert_eq!(table.status.code(), Some(0), "{}", stderr(&table));
    let text = stdout(&table);
    assert!(text.contains("3 builds, 6.12.43+deb12 to 6.12.117+deb12"), "{text}");
    assert!(text.contains("stable update: 3 steps") && text.contains("+10 %"), "{text}");
    assert!(text.contains("6.12.73 → 6.12.117+deb12") && !text.contains("→ 6.12.73"), "{text}");
    let json: Value = serde_json::from_str(&stdout(&output(&["atlas", all, "--json"]))).unwrap();
    assert_eq!(json["steps"][0]["kind"], "stable");
    assert_eq!(json["columns"][0]["builds"].as_array().map(Vec::len), Some(3));
    let csv = stdout(&output(&["atlas", all, "--format", "csv"]));
    assert_eq!(csv.lines().count(), 1 + 3 * 3, "{csv}");
    let name = json["steps"][0]["benchmark"].as_str().unwrap();
    let one = stdout(&output(&["atlas", all, "--bench", name]));
    assert!(one.contains("stable update: 1 step\n"), "{one}");
    let far = stdout(&output(&["atlas", all, "--threshold", "20%"]));
    assert!(far.contains("stable update: no step of 20 % or more"), "{far}");
}

#[test]
fn a_site_is_a_folder_of_pages_that_need_nothing_and_run_nothing() {
    let folder = folder();
    write_builds(&folder);
    let site = path(&folder, "site");
    let (all, place) = (folder.path().to_str().unwrap(), &*site);
    for _ in 0..2 {
        let made = output(&["atlas", all, "--site", place]);
        assert!(made.status.success(), "{}", stderr(&made));
    }
    let pages: Vec<_> = fs::read_dir(&site).unwrap().map(|it| it.unwrap().path()).collect();
    assert_eq!(pages.len(), 1 + 3 + 3);
    for page in &pages {
        let text = fs::read_to_string(page).unwrap();
        assert!(
            !text.contains("<script") && !text.contains("<b>12.2.0") && text.contains("</html>")
        );
        assert!(!text.contains(" src=") && !text.contains("@import"), "{page:?}");
    }
    let refused = output(&["atlas", all, "--site", all]);
    assert_eq!(refused.status.code(), Some(2), "it holds results: {}", stderr(&refused));
}

#[test]
fn a_build_of_ones_own_needs_files_and_something_to_be_set_against() {
    let said = |words: &[&str]| {
        let run = output(&[&["atlas"], words].concat());
        assert_eq!(run.status.code(), Some(2), "{}", stderr(&run));
        stderr(&run)
    };
    assert!(said(&["--mine", "modules=m"]).contains("--mine names no kernel"));
    assert!(said(&["--mine", "kernel=6.12"]).contains("kernel=6.12 is Debian's, and no file"));
    let unknown = said(&["--mine", "kernel=b,modules=m", "--against", "4.4"]);
    assert!(unknown.contains("no build 4.4; it has 5.10"), "{unknown}");
    let folder = folder();
    write_builds(&folder);
    let place = folder.path().to_str().unwrap();
    let unknown = said(&[place, "--mine", "kernel=b,modules=m", "--against", "7.3"]);
    assert!(unknown.contains("it has 6.12.43+deb12, 6.12.73+deb12, 6.12.117+deb12"), "{unknown}");
    said(&[place, "--against", "7.3"]);
    said(&[place, "--mine", "kernel=b", "--site", place]);
    let bench = ["--mine", "kernel=b,modules=m", "--bench", "no-such"];
    assert!(said(&bench).contains("no-such"));
}

#[test]
fn builds_are_searched_on_one_platform_between_two_versions() {
    let said = |words: &[&str], code| {
        let run = output(&[&["bisect-step"], words].concat());
        assert_eq!(run.status.code(), Some(code), "{}", stderr(&run));
        stderr(&run)
    };
    assert!(said(&["--kernels", "6.1..7.3"], 2).contains("--platform lab-kvm-npt"));
    let one = said(&["--kernels", "6.1", "--platform", "lab-kvm-npt", "--bench", "in"], 2);
    assert!(one.contains("this is no range"), "{one}");
    // git bisect run has to end.
    said(&["good.json", "--kernels", "6.1..7.3"], 129);
    said(&[], 129);
}

#[test]
fn what_is_wrong_is_said_in_a_sentence() {
    let folder = folder();
    let place = folder.path().to_str().unwrap();
    let code = |words: &[&str]| output(&[&["atlas"], words].concat()).status.code();
    assert_eq!(code(&[place]), Some(2), "nothing is in it");
    let plan = path(&folder, "plan.toml");
    fs::write(&plan, "benchmarks = ['in']\n[linux]\nplatforms = ['p']\nversions = []").unwrap();
    assert_eq!(code(&[place, "--plan", &plan]), Some(2), "nothing is to be measured");
    assert_eq!(code(&[place, "--measure", "--plan", &plan]), Some(2));
    fs::write(&plan, "benchmarks = ['no-such']\n[linux]\nplatforms = ['p']\nversions = ['6.1']")
        .unwrap();
    assert_eq!(code(&[place, "--measure", "--plan", &plan]), Some(2));
    write_builds(&folder);
    fs::write(path(&folder, "torn.json"), "{").unwrap();
    let torn = output(&["atlas", place]);
    assert_eq!(torn.status.code(), Some(9), "{}", stderr(&torn));
    assert!(stdout(&torn).contains("3 builds") && stderr(&torn).contains("torn.json"));
}
