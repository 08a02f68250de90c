//! What runs guests in QEMU's place: a monitor that a file describes, or the tool itself.

use std::path::Path;

use super::keys::{MONITOR, QEMUS, cpus};
use super::options;
use ground::{Arch, Trouble, brief};
use linux::{Programs, Refusal};
use monitors::described::{self, Console, Description, Ends, Filled, Places};
use monitors::devices::keys;
use monitors::{GuestConfig, Key, Spec};

/// What names the tool itself.
const OWN: &str = "hyperbench";

/// The name under which its files are handed.
pub(super) const FILES: &str = "monitor";

/// What unpacks them and starts it.
const SCRIPT: &str = include_str!("../inside/kvm/monitor.sh");

/// Where it finds the kernel, the folder of its files and its console.
const KERNEL: &str = "/tmp/kernel";
const FOLDER: &str = "/tmp/monitor";
const CONSOLE: &str = "/console/said";

/// Bytes of its files with all that debuggers read, at most; and of what is loaded of them, and of its
/// console: both are in the outer machine's memory.
const MOST_WHOLE: u64 = 1 << 30;
const MOST: u64 = 192 << 20;
const CONSOLE_MOST: u64 = 8 << 20;

/// Such a monitor, with all that it cannot run without.
#[derive(Debug)]
pub(super) struct Monitor {
    description: Description,
    /// Its program, and those that it needs.
    wanted: Vec<String>,
    programs: Programs,
}

impl Monitor {
    /// The one that `spec` names for kernels of `arch`, where it names one, on a machine with so many
    /// `processors`.
    ///
    /// # Errors
    /// When it is not there, is for something else, or other settings are QEMU's.
    pub(super) fn of(spec: &Spec, arch: &Arch, processors: u32) -> Result<Option<Self>, Trouble> {
        let Some(named) = spec.get(MONITOR.name) else { return Ok(None) };
        check(spec)?;
        if processors > 1 {
            let why = "nobody knows which threads of another monitor than QEMU are CPUs";
            return Err(Trouble::unavailable(why, "have them share a processor: placement=share"));
        }
        let description = description(named)?;
        description.check_for(arch)?;
        if !matches!(description.console, Console::Stdout | Console::File) {
            return Err(Trouble::unavailable(
                format!("the console of {named} is neither stdout nor a file"),
                "choose one of these in the description: the lab has no others",
            ));
        }
        let own = std::env::current_exe().unwrap_or_default();
        let program = match is_own(spec) {
            true => own,
            false => described::find(&description)?,
        };
        let program = program.to_string_lossy().into_owned();
        let wanted: Vec<_> = [program].into_iter().chain(description.needs.clone()).collect();
        let programs = pack(&wanted, arch, (MOST, false))?;
        Ok(Some(Self { description, wanted, programs }))
    }

    /// What it says of itself, with what tells its files from others.
    ///
    /// # Errors
    /// When it does not answer.
    pub(super) fn version(&self) -> Result<String, Trouble> {
        let program = Path::new(self.description.program.get_ref());
        let version = match self.description.version.is_empty() {
            true => String::new(),
            false => described::version(&self.description, program)?,
        };
        let name = program.file_name().unwrap_or_default().to_string_lossy();
        let version = if version.is_empty() { brief(&name, 80) } else { version };
        Ok(format!("{version} ({})", self.programs.digest()))
    }

    /// Its files, as an archive.
    pub(super) fn files(&self) -> &[u8] {
        &self.programs.archive
    }

    /// The same with all that a profile takes names from, for an `arch`.
    ///
    /// # Errors
    /// When they have changed meanwhile.
    pub(super) fn whole(&self, arch: &Arch) -> Result<Vec<u8>, Trouble> {
        pack(&self.wanted, arch, (MOST_WHOLE, true)).map(|programs| programs.archive)
    }

    /// The kernel of `config` as it takes it.
    ///
    /// # Errors
    /// When there is none in that form.
    pub(super) fn kernel(&self, config: &GuestConfig) -> Result<Vec<u8>, Trouble> {
        described::kernel(&self.description, &told(config))
    }

    /// What has the script of a platform run the guest of `config` by it, as `spec` wants.
    ///
    /// # Errors
    /// When that guest is another than a kernel alone.
    pub(super) fn script(&self, spec: &Spec, config: &GuestConfig) -> Result<String, Trouble> {
        if config.linux.is_some() || !config.neighbours.is_empty() {
            return Err(Trouble::unavailable(
                "a monitor in QEMU's place runs the benchmark kernel alone",
                "leave monitor= out, or --guest and --beside",
            ));
        }
        let config = GuestConfig { cpus: cpus(spec)?, ..told(config) };
        let places = Places {
            kernel: KERNEL.into(),
            folder: FOLDER.into(),
            console: CONSOLE.into(),
            name: "guest".to_owned(),
        };
        let mut filled = Filled::of(&self.description, &config, &places);
        if let Some(devices) = own_devices(spec, &config) {
            filled.arguments.extend(["--devices".to_owned(), devices]);
        }
        let stays = if self.description.ends == Ends::Never { "yes" } else { "" };
        let mut script = format!("CONSOLE={CONSOLE}\nMOST={CONSOLE_MOST}\nSTAYS={stays}\n{SCRIPT}");
        for (name, text) in &filled.files {
            let (text, place) = (quoted(text)?, quoted(&format!("{FOLDER}/{name}"))?);
            script += &format!("printf %s {text} > {place}\n");
        }
        Ok(script + &self.function(&filled.arguments)?)
    }

    /// The shell's function that becomes it, called with these `arguments`.
    fn function(&self, arguments: &[String]) -> Result<String, Trouble> {
        let program = self.programs.places.first().map(String::as_str);
        let words = program.into_iter().chain(arguments.iter().map(String::as_str));
        let words = words.map(quoted).collect::<Result<Vec<_>, Trouble>>()?.join(" ");
        let variables = self.programs.environment.iter().map(|it| quoted(it));
        let variables = variables.collect::<Result<Vec<_>, Trouble>>()?.join(" ");
        let said = match self.description.console {
            Console::Stdout => "> $CONSOLE 2> /dev/console",
            _ => "> /dev/console 2>&1",
        };
        Ok(format!("monitor() {{\ncd {FOLDER}\nexport {variables}\nexec {words} {said}\n}}\n"))
    }
}

/// The programs called `names`, for an `arch`.
fn pack(names: &[String], arch: &Arch, limits: (u64, bool)) -> Result<Programs, Trouble> {
    let refused = |Refusal { why, next }| Trouble::unavailable(why, next);
    Programs::pack(names, arch, images::kernel(arch), limits).map_err(refused)
}

/// `config` with all that its kernel is told.
fn told(config: &GuestConfig) -> GuestConfig {
    GuestConfig { options: options::of(config), ..config.clone() }
}

/// The description that `named` is.
fn description(named: &str) -> Result<Description, Trouble> {
    if named != OWN {
        return Ok(described::read(Path::new(named))?.0);
    }
    described::own().ok_or_else(|| {
        Trouble::unavailable(
            "this build of hyperbench has no monitor of its own",
            "describe another one in a file: docs/platforms.md",
        )
    })
}

/// Whether the tool itself is the monitor.
fn is_own(spec: &Spec) -> bool {
    spec.get(MONITOR.name) == Some(OWN)
}

/// The scratch devices that the tool itself gives the guest of `config`: those that are asked for and that a
/// benchmark needs.
fn own_devices(spec: &Spec, config: &GuestConfig) -> Option<String> {
    let needed = [(keys::DISK, config.devices.disk), (keys::NETWORK, config.devices.network)];
    let needed = needed.into_iter().filter_map(|(key, is_needed)| is_needed.then_some(key));
    let value = |key: Key| Some(format!("{}={}", key.name, spec.get(key.name)?));
    let mut words: Vec<_> = needed.filter_map(value).collect();
    if !words.is_empty() {
        words.extend(value(keys::IOEVENTFD));
    }
    (is_own(spec) && !words.is_empty()).then(|| words.join(","))
}

/// Refuses what is QEMU's.
fn check(spec: &Spec) -> Result<(), Trouble> {
    let has = |key: &&Key| is_own(spec) && keys::PLAIN.contains(key);
    if is_own(spec) {
        keys::check_plain(spec)?;
    }
    match QEMUS.iter().filter(|key| !has(key)).find(|Key { name, .. }| spec.get(name).is_some()) {
        None => Ok(()),
        Some(Key { name, .. }) => Err(Trouble::unavailable(
            format!("{name}= is a setting of QEMU's, in whose place monitor= is to run guests"),
            format!("leave {name}= out; the description has the monitor's own arguments"),
        )),
    }
}

/// `word` as a shell takes it.
fn quoted(word: &str) -> Result<String, Trouble> {
    shlex::try_quote(word).map(std::borrow::Cow::into_owned).map_err(|_| {
        Trouble::unavailable(
            "an argument of the monitor's has a byte 0",
            "take it out of the description",
        )
    })
}
