//! The pages of an atlas, in a folder.

use std::fs;
use std::path::{Path, PathBuf};

use ground::Trouble;
use results::{Store, unwritable};
use system::output::tell;

/// The first page.
const FIRST: &str = "index.html";

/// A folder for pages.
pub(super) struct Site {
    path: PathBuf,
}

impl Site {
    /// The one at `path`, made where nothing is there. A folder with other things in it is left alone.
    pub(super) fn new(path: &Path) -> Result<Self, Trouble> {
        fs::create_dir_all(path).map_err(|error| unwritable(path, &error))?;
        let mut entries = fs::read_dir(path).map_err(|error| unwritable(path, &error))?;
        if entries.next().is_some() && !path.join(FIRST).is_file() {
            return Err(Trouble::usage(
                format!("{} is a folder with other things in it", path.display()),
                "name a folder for the pages alone, or one that is not there yet",
            ));
        }
        Ok(Self { path: path.to_owned() })
    }

    /// Writes `pages`, each with its name, and says where they are.
    pub(super) fn write(&self, pages: &[(String, String)]) -> Result<(), Trouble> {
        let mut bytes = 0;
        for (name, text) in pages {
            Store::new(&self.path.join(name))?.write_text(text)?;
            bytes += text.len();
        }
        let first = self.path.join(FIRST);
        let absolute = fs::canonicalize(&first).unwrap_or(first);
        let (path, count) = (self.path.display(), pages.len());
        tell(format_args!("wrote {count} pages to {path} ({} kB)", bytes.div_ceil(1000)));
        tell(format_args!("open them in a browser: xdg-open '{}'", absolute.display()));
        Ok(())
    }
}
