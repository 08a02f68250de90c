use super::*;
use crate::{Resolution, Status, schema};
use ground::Trouble;

const FIRST: &str = include_str!("../tests/data/results-1-first.json");
const NOW: &str = include_str!("../tests/data/results-1.json");

fn read_text(text: &str) -> Result<Document, Trouble> {
    parse(text.as_bytes().to_vec(), "run.json")
}

/// What is said of `error`: what is wrong, and what to do.
fn render(error: &Trouble) -> String {
    format!("{error} next: {}", error.next)
}

/// The message about `text`, which has to name the file and the next step.
fn refusal(text: &str) -> String {
    let message = render(&read_text(text).unwrap_err());
    assert!(message.contains("run.json") && message.contains("next:"), "{message}");
    message
}

#[test]
fn the_first_files_are_read_and_get_the_figures_that_later_ones_have() {
    let document = read_text(FIRST).unwrap();
    assert_eq!((document.settings.boots, document.platforms[0].boots[0].round), (1, 1));
    let run = &document.platforms[0];
    let statuses: Vec<_> = run.benchmarks.iter().map(|b| b.status).collect();
    assert_eq!(statuses, [Status::Skipped, Status::Ok, Status::Ok]);
    let input = run.find("in").unwrap();
    assert_eq!((input.resolution, input.boots.len()), (Some(Resolution::Resolved), 1));
    assert_eq!(input.value, input.estimate.as_ref().map(|e| e.median));
    assert!(input.low < input.value && input.value < input.high);
    assert!(FIRST.contains(&format!("\"value\": {}", input.value.unwrap())), "the same as then");
}

#[test]
fn todays_files_are_read_as_they_were_written() {
    let document = read_text(NOW).unwrap();
    let written: Document = serde_json::from_str(NOW).unwrap();
    assert_eq!(document, written);
    assert_eq!((document.platforms.len(), document.platforms[0].boots.len()), (2, 2));
}

#[test]
fn damage_is_named_with_its_place_and_what_to_do() {
    assert!(refusal("").contains("cut off in line"));
    assert!(refusal(&NOW[..NOW.len() / 2]).contains("cut off in line"));
    assert!(refusal("garbage").contains("expected value, in line 1, column 1"));
    assert!(refusal(&format!("{NOW}}}")).contains("trailing characters"));
    assert!(refusal("{}").contains("no schema_version"));
    let newer = NOW.replacen("\"schema_version\": 1", "\"schema_version\": 7", 1);
    assert!(refusal(&newer).contains("schema_version 7; this hyperbench reads 1 to 1"));
    let message = refusal(&NOW.replacen("\"status\": \"ok\"", "\"status\": \"fine\"", 1));
    assert!(message.contains("unknown variant `fine`, expected one of"), "{message}");
    let line = 1 + NOW.lines().position(|line| line.contains("\"status\": \"ok\"")).unwrap();
    assert!(message.contains(&format!("in line {line}, column ")), "{message}");
    let console = refusal("@hb1 0 hello kernel=\"1\" *00000000\n");
    assert!(console.contains("--platform replay:run.json"), "{console}");
}

#[test]
fn files_that_cannot_be_read_are_named() {
    for path in ["/nonexistent.json", "/tmp", "/dev/zero"] {
        let message = render(&read_up_to(1 << 20, Path::new(path)).unwrap_err());
        assert!(message.contains(path) && message.contains("next:"), "{message}");
    }
}

#[test]
fn escape_sequences_do_not_get_through() {
    let evil = NOW.replacen("\"label\": \"microvm\"", "\"label\": \"\\u001b[2Jmicro\"", 1);
    assert_eq!(read_text(&evil).unwrap().platforms[1].label, "\u{fffd}[2Jmicro");
}

/// With `UPDATE_DOCS=1` in the environment it is written anew.
#[test]
fn the_schema_in_the_repository_is_that_of_this_program_and_real_results_fit_it() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/results.schema.json");
    let text = serde_json::to_string_pretty(&schema()).unwrap() + "\n";
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap();
    assert!(kept == text, "run: UPDATE_DOCS=1 cargo test schema");
    let validator = jsonschema::validator_for(&serde_json::from_str(&kept).unwrap()).unwrap();
    let mut results: serde_json::Value = serde_json::from_str(NOW).unwrap();
    let found: Vec<_> = validator.iter_errors(&results).map(|e| e.to_string()).collect();
    assert!(found.is_empty(), "{found:?}");
    results["platforms"][0]["benchmarks"][0]["status"] = "fine".into();
    assert!(!validator.is_valid(&results), "it holds for anything");
}

#[test]
fn a_file_is_read_whole_up_to_a_size() {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), NOW).unwrap();
    assert_eq!(read(file.path()).unwrap(), read_text(NOW).unwrap());
    let message = render(&read_up_to(1000, file.path()).unwrap_err());
    assert!(message.contains("is too large") && message.contains("fewer platforms"), "{message}");
}
