//! Options of commands that run a program of the user's in the Linux guest.

use std::path::PathBuf;

use clap::Args;

use super::image::ArchArgs;
use super::size;

/// A program, and how it is run.
#[derive(Debug, Args)]
pub(crate) struct ProgramArgs {
    /// A file or a folder that the program needs, and where in the guest it is to be, from the
    /// program's folder or from the root; may be repeated [default: where it is here]
    ///
    /// A program among them brings its shared libraries. Files that arguments of the program name come by
    /// themselves, and so do files and programs that a shell script names.
    #[arg(long = "file", value_name = "PATH[:PLACE]", value_parser = file, requires = "command")]
    pub files: Vec<(PathBuf, Option<String>)>,

    /// What the program reads from its standard input [default: nothing]
    #[arg(long, value_name = "FILE", requires = "command")]
    pub stdin: Option<PathBuf>,

    /// Run the program so many times
    #[arg(long, value_name = "N", default_value_t = 15,
          value_parser = clap::value_parser!(u32).range(2..=1000))]
    pub batches: u32,

    /// Take it to hang after so many seconds of the guest's, each a billion instructions
    #[arg(long, value_name = "S", default_value_t = 5,
          value_parser = clap::value_parser!(u32).range(1..=600))]
    timeout: u32,

    /// Guest memory, of which the files may take a quarter
    #[arg(long, value_name = "SIZE", default_value = "128M", value_parser = size::memory)]
    pub memory: u64,

    /// Whose guest
    #[command(flatten)]
    pub arch: ArchArgs,

    /// Run it on Intel's side of the lab as well, without a hypervisor, for predictions of platforms there
    #[arg(long, requires = "command")]
    pub intel: bool,

    /// The program and its arguments
    #[arg(last = true, value_name = "COMMAND")]
    pub command: Vec<String>,
}

impl ProgramArgs {
    /// Guest milliseconds after which the program is taken to hang.
    pub(crate) fn timeout_ms(&self) -> u32 {
        self.timeout * 1000
    }
}

/// Reads a path and, behind its last colon, a place in the guest. A file that is here with a colon in
/// its name is that file.
fn file(text: &str) -> Result<(PathBuf, Option<String>), String> {
    let whole = PathBuf::from(text);
    match text.rsplit_once(':') {
        Some((path, place)) if !whole.exists() => match path.is_empty() || place.is_empty() {
            true => Err("write a path, or a path, a colon and a place, as in data:in/data".into()),
            false => Ok((PathBuf::from(path), Some(place.to_owned()))),
        },
        _ => Ok((whole, None)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_may_have_another_place() {
        assert_eq!(file("a/b"), Ok((PathBuf::from("a/b"), None)));
        let placed = (PathBuf::from("a"), Some("/etc/b".to_owned()));
        assert_eq!(file("a:/etc/b"), Ok(placed));
        assert!(file("a:").is_err() && file(":b").is_err());
    }
}
