//! `hyperbench man`: a manual page for each command.

use std::path::Path;
use std::{fs, io};

use clap::{Command, CommandFactory};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};

use crate::cli::{Cli, ManArgs};
use crate::exit::Exit;
use ground::Trouble;

/// Writes the pages.
pub(super) fn man(args: &ManArgs) -> Result<Exit, Trouble> {
    let mut cli = Cli::command().disable_help_subcommand(true);
    cli.build();
    let written = fs::create_dir_all(&args.folder).and_then(|()| write_pages(&cli, &args.folder));
    written.map_err(|error| {
        let folder = args.folder.display();
        Trouble::output(
            format!("cannot write the manual pages to {folder}: {error}"),
            "name a folder that you may write to",
        )
    })?;
    Ok(Exit::Success)
}

/// Writes the page of `command`, and of all that it consists of, to `folder`.
fn write_pages(command: &Command, folder: &Path) -> io::Result<()> {
    for part in command.get_subcommands().filter(|part| !part.is_hide_set()) {
        write_pages(part, folder)?;
    }
    let version = concat!("HyperBench ", env!("CARGO_PKG_VERSION"));
    let page = Man::new(command.clone()).source(version).manual("HyperBench");
    let mut text = Vec::new();
    page.render_title(&mut text)?;
    page.render_name_section(&mut text)?;
    page.render_synopsis_section(&mut text)?;
    page.render_description_section(&mut text)?;
    page.render_options_section(&mut text)?;
    if command.has_subcommands() {
        page.render_subcommands_section(&mut text)?;
    }
    if let Some(help) = command.get_after_long_help().or(command.get_after_help()) {
        sections(&help.to_string()).to_writer(&mut text)?;
    }
    fs::write(folder.join(page.get_filename()), text)
}

/// The paragraphs below a command's help as sections of a page: `Examples:` and lines to keep as
/// they are become EXAMPLES.
fn sections(help: &str) -> Roff {
    let mut page = Roff::new();
    for paragraph in help.split("\n\n") {
        let (heading, lines) = paragraph.split_once('\n').unwrap_or_default();
        page.control("SH", [heading.trim_end_matches(':').to_uppercase().as_str()]);
        page.control("nf", []).text([roman(lines)]).control("fi", []);
    }
    page
}
