//! A description with the values of its placeholders.

use std::path::{Path, PathBuf};

use toml::Spanned;

use super::description::Description;
use super::fill::{CONSOLE, fill};
use crate::GuestConfig;
use ground::Trouble;
use images::forms;

/// Where a program finds what it is given.
#[derive(Debug, Clone)]
pub struct Places {
    /// The kernel.
    pub kernel: PathBuf,
    /// The folder of its files.
    pub folder: PathBuf,
    /// The console, where that is not its standard output.
    pub console: PathBuf,
    /// A name that no other guest has.
    pub name: String,
}

/// What a program is given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Filled {
    /// Its arguments.
    pub arguments: Vec<String>,
    /// Names and contents of files in its folder.
    pub files: Vec<(String, String)>,
    /// The words of what takes away that which would stay behind.
    pub end: Vec<String>,
}

impl Filled {
    /// What `description` gives for the guest of `config`.
    pub fn of(description: &Description, config: &GuestConfig, places: &Places) -> Self {
        let shown = |path: &Path| path.display().to_string();
        let options = format!("{} {}", description.options, config.options);
        let mut values = vec![
            ("kernel", shown(&places.kernel)),
            ("cpus", config.cpus.to_string()),
            ("memory", (config.memory >> 20).to_string()),
            ("cmdline", options.trim().to_owned()),
            ("folder", shown(&places.folder)),
            ("name", places.name.clone()),
            (CONSOLE, shown(&places.console)),
        ];
        let names = description.files.keys();
        values.extend(names.map(|name| (name.as_str(), shown(&places.folder.join(name)))));
        let words = |words: &[Spanned<String>]| {
            words.iter().map(|word| fill(word.get_ref(), &values)).collect()
        };
        let files = description.files.iter();
        Self {
            arguments: words(&description.arguments),
            files: files.map(|(name, it)| (name.clone(), fill(it.get_ref(), &values))).collect(),
            end: words(&description.end),
        }
    }
}

/// The image of `config` in the form that the program takes. Options that nothing else tells are inside.
///
/// # Errors
/// When it cannot be read, or has no such form.
pub fn kernel(description: &Description, config: &GuestConfig) -> Result<Vec<u8>, Trouble> {
    let made = || -> Result<Vec<u8>, String> {
        let elf = system::input::read(&config.image).map_err(|error| error.to_string())?;
        let elf = match description.needs_options_inside() {
            true => {
                forms::with_options(&elf, &format!("{} {}", description.options, config.options))?
            }
            false => elf,
        };
        description.image.make(&elf, config.arch)
    };
    made().map_err(|why| unusable(config, &why))
}

/// The image of `config` is of no use because of `why`.
pub(super) fn unusable(config: &GuestConfig, why: &str) -> Trouble {
    Trouble::unavailable(
        format!("the kernel {} cannot be used: {why}", config.image.display()),
        "choose another image= in the description, or build the kernel: make -C kernel",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_and_files_name_each_other() {
        let text = "program = 'a'\noptions = 'x=1'\nconsole = 'file'\narguments = ['{config}', '{memory}']\n\
                    [files]\nconfig = '{kernel} {console} {cmdline} {name}'\n";
        let description = Description::read(text).unwrap();
        let config = GuestConfig { options: "y=2".to_owned(), ..GuestConfig::plain() };
        let places = Places {
            kernel: "/k".into(),
            folder: "/f".into(),
            console: "/c".into(),
            name: "n".to_owned(),
        };
        let filled = Filled::of(&description, &config, &places);
        assert_eq!(filled.arguments, ["/f/config", "64"]);
        assert_eq!(filled.files, [("config".to_owned(), "/k /c x=1 y=2 n".to_owned())]);
        assert!(filled.end.is_empty());
    }
}
