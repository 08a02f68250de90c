//! `hyperbench guest`: the Linux guest.

use std::io::{Write, stdout};

use crate::cli::{CostsArgs, GuestAction};
use crate::exit::Exit;
use ground::Trouble;
use reports::Format;
use system::output::tell;

/// Does what was asked for.
pub(super) fn guest(action: &GuestAction) -> Result<Exit, Trouble> {
    match action {
        GuestAction::Build { arch, update, kernel, with } => {
            let say = |step: &str| tell(format_args!("guest: {step}"));
            if with.is_some() {
                linux::build_papers(arch.arch(), *update, &say)?;
            }
            linux::build(arch.arch(), *update, kernel.as_deref(), &say)?;
        }
        GuestAction::Status { arch } => print(&linux::status(arch.arch())?)?,
        GuestAction::Costs(args) => return costs(args),
        GuestAction::Clean => writeln!(stdout(), "removed {} MB", linux::clean()? >> 20)?,
    }
    Ok(Exit::Success)
}

/// Prints what guests cost as a whole.
fn costs(args: &CostsArgs) -> Result<Exit, Trouble> {
    let (document, exit) = super::run::measure(&args.request(super::tool())?)?;
    let mut out = stdout().lock();
    match args.json {
        true => reports::results(&document, Format::Json, &mut out)?,
        false => reports::system_costs(&document, &mut out)?,
    }
    Ok(exit)
}

fn print(status: &linux::Status) -> Result<(), Trouble> {
    let mut out = stdout().lock();
    writeln!(out, "{}, {} MB", status.folder.display(), status.size >> 20)?;
    match status.parts.is_empty() {
        true => writeln!(out, "not built; next: hyperbench guest build")?,
        false => writeln!(out, "ready")?,
    }
    for part in &status.parts {
        writeln!(out, "  {part}")?;
    }
    if !status.papers.is_empty() {
        writeln!(out, "with the papers' programs, for guests with more memory")?;
    }
    for part in &status.papers {
        writeln!(out, "  {part}")?;
    }
    Ok(())
}
