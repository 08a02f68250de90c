//! kvm-unit-tests' vmexit: lines such as `cpuid 1250`, in cycles.

use super::{Amount, Log};

pub(super) fn read(text: &str, log: &mut Log) {
    for (name, amount) in text.lines().filter_map(figure) {
        log.take(name, amount);
    }
}

/// What a line says: a name and a number of cycles, or that a test was skipped. Parts of a test, such
/// as `ipi self_ipi_tpr 1987`, have a name of two words.
fn figure(line: &str) -> Option<(String, Amount)> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let (figure, name) = words.split_last()?;
    let is_name = |word: &&str| {
        word.starts_with(|c: char| c.is_ascii_lowercase())
            && word.chars().all(|c| c.is_ascii_alphanumeric() || "_-:.".contains(c))
    };
    let name = match name {
        [test] if is_name(test) => (*test).to_owned(),
        [part @ ("ipi" | "eoi"), test] if is_name(test) => format!("{test}:{part}"),
        _ => return None,
    };
    let cycles = || Some(Amount::Cycles(figure.parse::<u64>().ok()? as f64));
    Some((name, if *figure == "(skipped)" { Amount::Skipped } else { cycles()? }))
}
