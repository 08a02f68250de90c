//! `hyperbench serial`

use std::path::PathBuf;

use clap::Args;

use super::{FormatArgs, RunArgs};
use crate::suite::Suite;

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
    #[arg(long, value_enum, default_value_t)]
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
    printed: FormatArgs,
}

impl SerialArgs {
    /// The run that reads the line.
    pub(crate) fn run(&self) -> RunArgs {
        let mut run = RunArgs::default();
        run.platforms = vec![self.spec()];
        run.suite = self.suite;
        run.output.clone_from(&self.output);
        run.keep_log.clone_from(&self.keep_log);
        run.printed.clone_from(&self.printed);
        run
    }

    fn spec(&self) -> String {
        let label = self.label.as_ref().unwrap_or(&self.port);
        let texts =
            [("port", Some(&self.port)), ("label", Some(label)), ("power", self.power.as_ref())];
        let given = texts.into_iter().filter_map(|(key, text)| Some((key, text?)));
        let given = given.map(|(key, text)| format!("{key}={}", text.replace(',', ",,")));
        let numbers = [("baud", self.baud), ("wait", self.wait), ("boots", self.boots)];
        let numbers = numbers.map(|(key, number)| format!("{key}={number}"));
        format!("serial:{}", given.chain(numbers).collect::<Vec<_>>().join(","))
    }
}
