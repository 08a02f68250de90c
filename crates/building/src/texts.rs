//! What the sources of operations say of themselves: the comment at the head of each is the manual's text.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::entries;

/// The texts of the sources in `folder`, by the names of their files without extension, which operations
/// begin with. Where architectures' files of one name differ, each text follows its architecture's name.
pub fn texts(folder: &Path) -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    gather(folder, &mut files);
    files.into_iter().map(|(name, paths)| (name, text(&paths))).collect()
}

fn gather(folder: &Path, files: &mut BTreeMap<String, Vec<PathBuf>>) {
    for path in entries(folder) {
        if path.is_dir() {
            gather(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "c") {
            let name = path.file_stem().unwrap_or_default().display().to_string();
            files.entry(name).or_default().push(path);
        }
    }
}

fn text(files: &[PathBuf]) -> String {
    let mut comments: Vec<String> = files.iter().map(|file| head_comment(file)).collect();
    comments.dedup();
    if let [only] = comments.as_slice() {
        return only.clone();
    }
    let folder = |file: &Path| file.parent()?.file_name().map(|name| name.display().to_string());
    let text =
        |file: &PathBuf| format!("{}: {}", folder(file).unwrap_or_default(), head_comment(file));
    files.iter().map(text).collect::<Vec<_>>().join("\n\n")
}

fn head_comment(source: &Path) -> String {
    let text = std::fs::read_to_string(source)
        .unwrap_or_else(|e| panic!("cannot read {}: {e}", source.display()));
    let comment = text.strip_prefix("/*").and_then(|rest| rest.split("*/").next());
    let comment =
        comment.unwrap_or_else(|| panic!("{} does not begin with a comment", source.display()));
    let lines = comment.lines().map(|line| line.trim().trim_start_matches("* ").trim());
    lines.collect::<Vec<_>>().join("\n").trim().to_owned()
}
