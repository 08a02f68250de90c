//! Lines that end before the screen does.

/// `text` after `mark`, in lines of at most `width` columns unless a word is longer.
pub(crate) fn wrapped(mark: &str, text: &str, width: usize) -> String {
    let words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
    joined(mark, &words, " ", width)
}

/// `parts` after `mark`, with `between` them or the end of a line.
pub(crate) fn joined(mark: &str, parts: &[String], between: &str, width: usize) -> String {
    let indent = " ".repeat(mark.chars().count());
    let (mut text, mut line) = (String::new(), mark.to_owned());
    let mut is_empty = true;
    for part in parts {
        let more = if is_empty { 0 } else { between.chars().count() } + part.chars().count();
        if !is_empty && line.chars().count() + more > width {
            text += line.trim_end();
            text.push('\n');
            line.clone_from(&indent);
            is_empty = true;
        }
        if !is_empty {
            line += between;
        }
        line += part;
        is_empty = false;
    }
    text + line.trim_end() + "\n"
}

/// The first of `text` that ends with a whole word before `width` columns are full.
pub(crate) fn shortened(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    let room: String = text.chars().take(width.saturating_sub(1)).collect();
    let whole = room.rsplit_once(' ').map_or(room.as_str(), |(whole, _)| whole);
    whole.trim_end_matches([',', ':', ';']).to_owned() + "…"
}

/// A length of time in seconds, or in minutes and seconds.
pub(crate) fn seconds(seconds: u64) -> String {
    match (seconds / 60, seconds % 60) {
        (0, seconds) => format!("{seconds} s"),
        (minutes, seconds) => format!("{minutes} min {seconds} s"),
    }
}
