//! What the sources of operations say of them.

use ground::GuestKind;

/// The text of a source's comment, by the name of the file without extension.
type Texts = &'static [(&'static str, &'static str)];

/// Those of the kernel, and those of the program for Linux.
const TEXTS: [Texts; 2] = include!(concat!(env!("OUT_DIR"), "/texts.rs"));

/// What is said of an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Text {
    /// The name of the file that it is in, with which its own name begins.
    pub family: &'static str,
    /// Paragraphs on all that are in this file, in Markdown.
    pub paragraphs: &'static str,
}

/// What the sources of guests of this `kind` say of the operation `name`; `None` where they have none, as of
/// another kernel's.
pub fn text(kind: GuestKind, name: &str) -> Option<Text> {
    let [kernel, linux] = TEXTS;
    let texts = match kind {
        GuestKind::Bare => kernel,
        GuestKind::Linux => linux,
    };
    let families = texts.iter().filter(|(family, _)| name.starts_with(family));
    let (family, paragraphs) = families.max_by_key(|(family, _)| family.len())?;
    Some(Text { family, paragraphs })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_have_the_text_of_their_own_file_or_of_their_familys() {
        let said = |kind, name| text(kind, name).map(|text| (text.family, text.paragraphs));
        let idle = said(GuestKind::Bare, "idle").expect("a text");
        assert!(idle.0 == "idle" && idle.1.starts_with("Two reads of the counter"), "{idle:?}");
        let linux = said(GuestKind::Linux, "getppid").expect("a text");
        assert!(linux.1.starts_with("The cheapest system call"), "{linux:?}");
        // tlb-shootdown.c is there as well, and nearer than any file called tlb.
        let family = said(GuestKind::Bare, "tlb-shootdown-4cpus").map(|(family, _)| family);
        assert_eq!(family, Some("tlb-shootdown"));
        assert_eq!(said(GuestKind::Bare, "no-such"), None);
    }
}
