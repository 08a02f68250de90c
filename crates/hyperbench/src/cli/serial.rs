//! `hyperbench serial`

use std::path::PathBuf;

use clap::Args;

use super::{FormatArgs, choice};
use ground::{Arch, GuestKind, Trouble};
use images::KernelImage;
use measuring::{Request, Suite, Target};
use results::Tool;

/// Examples.
pub(super) const EXAMPLES: &str = "Examples:\n  \
    hyperbench serial /dev/ttyUSB0 -o board.json            a board that boots an image of ours\n  \
    hyperbench serial tcp:console-server:7001 --suite paper\n  \
    hyperbench serial /dev/ttyS1 --power './cycle-outlet 3' --boots 5";

/// Where the machine is.
#[derive(Debug, Args)]
pub(crate) struct SerialArgs {
    /// The line: a device, or tcp:HOST:PORT
    #[arg(value_name = "PORT")]
    port: String,

    /// Bits in a second, for a device
    #[arg(long, value_name = "N", default_value_t = 115_200)]
    baud: u32,

    /// Turn the machine off and on with this command before each boot
    #[arg(long, value_name = "COMMAND")]
    power: Option<String>,

    /// Seconds in which the machine has to say something
    #[arg(long, value_name = "N", default_value_t = 120, value_parser = clap::value_parser!(u32).range(1..))]
    wait: u32,

    /// Boots to read, where there is --power; without it, those that come
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    boots: u32,

    /// The suite that is in the image
    #[arg(long, default_value = "quick", value_parser = choice::of(Suite::ALL, Suite::name, Suite::about))]
    suite: Suite,

    /// What the results call the machine [default: its line]
    #[arg(long, value_name = "NAME")]
    label: Option<String>,

    /// Keep the results in this JSON file
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Keep all that came in this file
    #[arg(long, value_name = "FILE")]
    keep_log: Option<PathBuf>,

    /// What to print
    #[command(flatten)]
    pub printed: FormatArgs,
}

impl SerialArgs {
    /// What reads the line, for `tool`.
    ///
    /// # Errors
    /// None that is known: the tool carries a kernel.
    pub(crate) fn request(&self, tool: Tool) -> Result<Request, Trouble> {
        Ok(Request {
            targets: vec![self.target()],
            suite: self.suite,
            outputs: self.output.iter().cloned().collect(),
            keep_log: self.keep_log.clone(),
            ..Request::new(tool, KernelImage::carried(Arch::native(), GuestKind::Bare)?)
        })
    }

    fn target(&self) -> Target {
        let label = self.label.as_ref().unwrap_or(&self.port);
        let [baud, wait, boots] = [self.baud, self.wait, self.boots].map(|n| n.to_string());
        let mut settings: Vec<(&str, &str)> = vec![("port", &self.port), ("label", label)];
        settings.extend(self.power.iter().map(|command| ("power", command.as_str())));
        settings.extend([("baud", &*baud), ("wait", &*wait), ("boots", &*boots)]);
        Target::known("serial", &settings)
    }
}
