//! `hyperbench image`: what one boots by hand.

use crate::cli::{MediumArgs, MediumFormat, RunArgs};
use crate::error::{Failure, UsageError};
use crate::exit::Exit;
use images::forms::{self, Bootable};
use images::{KernelImage, Selection};
use results::{GuestKind, Store};
use system::output::tell;

/// Writes the image that is asked for, and says how to boot it.
pub(super) fn write(args: &MediumArgs) -> Result<Exit, Failure> {
    let image = args.image.image(GuestKind::Bare)?;
    let options = options(args, &image)?;
    let made = made(args.format, &image, &options);
    let bytes = made.map_err(|why| UsageError::NoImage { why })?;
    Store::new(&args.output)?.write_bytes(&bytes)?;
    let path = args.output.display();
    tell(format!("wrote {path} ({} kB)", bytes.len().div_ceil(1000)));
    for line in instructions(args.format, &path.to_string(), &image) {
        tell(line);
    }
    Ok(Exit::Success)
}

/// The kernel's options: the suite's, and behind them those that are given.
fn options(args: &MediumArgs, image: &KernelImage) -> Result<String, Failure> {
    let suite = match args.suite {
        None => None,
        Some(suite) => {
            let mut run = RunArgs::default();
            run.suite = suite;
            let benchmarks = Selection::new(&[], suite.holds())?.apply(&image.benchmarks);
            Some(run.kernel_options(false).line(&benchmarks))
        }
    };
    let parts = suite.into_iter().chain(args.options.clone());
    Ok(parts.collect::<Vec<_>>().join(" "))
}

fn made(format: MediumFormat, image: &KernelImage, options: &str) -> Result<Vec<u8>, String> {
    let elf = forms::with_options(image.bytes(), options)?;
    let bootable = || Bootable::new(&elf, image.arch);
    match format {
        MediumFormat::Elf => Ok(elf),
        MediumFormat::Linux | MediumFormat::Efi => forms::flat(&elf),
        MediumFormat::Iso => forms::iso(&bootable()?),
        MediumFormat::Disk => forms::disk(&bootable()?),
        MediumFormat::Qcow2 => forms::qcow2(&forms::disk(&bootable()?)?),
    }
}

/// How to boot the file at `path`.
fn instructions(format: MediumFormat, path: &str, image: &KernelImage) -> Vec<String> {
    let qemu = &image.arch.qemu.binary;
    let file = image.arch.efi.as_ref().map_or("BOOT.EFI", |efi| efi.file.as_str());
    let machine = "-display none -no-reboot -smp 2 -m 256";
    let mut lines = match format {
        MediumFormat::Elf | MediumFormat::Linux => vec![
            format!("QEMU: {qemu} {machine} -serial stdio -kernel {path}"),
            "other monitors: as their kernel, with the console on the first serial port".into(),
        ],
        MediumFormat::Efi => vec![
            format!("a stick or a disk: as \\EFI\\BOOT\\{file} on a FAT file system"),
            format!("the EFI shell: {path} OPTIONS"),
        ],
        MediumFormat::Iso => vec![
            format!("QEMU: {qemu} {machine} -serial stdio -cdrom {path}"),
            "others: as the CD of a machine with a serial port that goes to a file".into(),
        ],
        MediumFormat::Disk => vec![
            format!("QEMU: {qemu} {machine} -serial stdio -drive file={path},format=raw,if=virtio"),
            format!("a stick: sudo dd if={path} of=/dev/sdX bs=1M conv=fsync, with all on it lost"),
        ],
        MediumFormat::Qcow2 => vec![format!(
            "QEMU: {qemu} {machine} -serial stdio -drive file={path},format=qcow2,if=virtio"
        )],
    };
    lines.push("then: hyperbench ingest LOG, with what came from the serial port".into());
    lines
}
