//! `hyperbench image`: what one boots by hand.

use std::borrow::Cow;

use crate::cli::{MediumArgs, MediumFormat};
use crate::exit::Exit;
use ground::{GuestKind, Trouble};
use images::forms::{self, Form};
use images::{KernelImage, Selection};
use measuring::{Extent, Request};
use results::Store;
use system::input;
use system::output::tell;

/// Bytes that a file with a device tree may have, with the free room that some leave in it.
const DTB_MOST: u64 = 16 << 20;

/// Writes the image that is asked for, and says how to boot it.
pub(super) fn write(args: &MediumArgs) -> Result<Exit, Trouble> {
    let image = args.image.image(GuestKind::Bare)?;
    let options = options(args, &image)?;
    let kernel = kernel(args, &image)?;
    let made = forms::with_options(&kernel, &options)
        .and_then(|kernel| form(args.format).make(&kernel, image.arch));
    let bytes = made.map_err(|why| {
        Trouble::usage(
            format!("the image cannot be made: {why}"),
            "shorten --options and --suite; with --kernel, build that kernel again",
        )
    })?;
    Store::new(&args.output)?.write_bytes(&bytes)?;
    let path = args.output.display();
    tell(format!("wrote {path} ({} kB)", bytes.len().div_ceil(1000)));
    for line in instructions(args.format, &path.to_string(), &image) {
        tell(line);
    }
    Ok(Exit::Success)
}

/// The kernel's options: the suite's, and behind them those that are given.
fn options(args: &MediumArgs, image: &KernelImage) -> Result<String, Trouble> {
    let suite = match args.suite {
        None => None,
        Some(suite) => {
            let new = Request::new(super::tool(), image.clone());
            let request = Request { suite, boots: Some(1), ..new }; // each stands for itself
            let benchmarks = Selection::new(&[], suite.holds())?.apply(&image.benchmarks);
            Some(Extent::of(&request, false, false).options.line(&benchmarks))
        }
    };
    let parts = suite.into_iter().chain(args.options.clone());
    Ok(parts.collect::<Vec<_>>().join(" "))
}

/// The kernel, with the device tree that it is to have.
fn kernel<'a>(args: &MediumArgs, image: &'a KernelImage) -> Result<Cow<'a, [u8]>, Trouble> {
    let Some(path) = &args.dtb else { return Ok(Cow::Borrowed(image.bytes())) };
    if !matches!(args.format, MediumFormat::Elf | MediumFormat::Linux) {
        return Err(Trouble::usage(
            "--dtb goes into elf and bzimage alone: the firmware that starts the others has a device tree",
            "leave --dtb out, or write elf or bzimage",
        ));
    }
    let refused = |why: String| {
        Trouble::usage(
            format!("{} cannot be the kernel's device tree: {why}", path.display()),
            "name a file that dtc has made, and an --arch whose machines have device trees",
        )
    };
    let tree = input::read_up_to(DTB_MOST, path).map_err(|error| refused(error.to_string()))?;
    forms::with_tree(image.bytes(), &tree).map(Cow::Owned).map_err(refused)
}

fn form(format: MediumFormat) -> Form {
    match format {
        MediumFormat::Elf => Form::Elf,
        MediumFormat::Linux | MediumFormat::Efi => Form::Linux,
        MediumFormat::Iso => Form::Iso,
        MediumFormat::Disk => Form::Disk,
        MediumFormat::Qcow2 => Form::Qcow2,
        MediumFormat::Vmdk => Form::Vmdk,
        MediumFormat::Vhd => Form::Vhd,
        MediumFormat::Netboot => Form::Netboot,
    }
}

/// How to boot the file at `path`.
fn instructions(format: MediumFormat, path: &str, image: &KernelImage) -> Vec<String> {
    let qemu = &image.arch.qemu.binary;
    let file = image.arch.efi.as_ref().map_or("BOOT.EFI", |efi| efi.file.as_str());
    let machine = "-display none -no-reboot -smp 2 -m 256";
    let drive = |kind: &str| {
        format!("QEMU: {qemu} {machine} -serial stdio -drive file={path},format={kind},if=virtio")
    };
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
            drive("raw"),
            format!("a stick: sudo dd if={path} of=/dev/sdX bs=1M conv=fsync, with all on it lost"),
        ],
        MediumFormat::Qcow2 => vec![drive("qcow2")],
        MediumFormat::Vmdk => vec![
            drive("vmdk"),
            "VMware: as hyperbench.vmdk, the first disk of a machine whose serial port is a file"
                .into(),
            "VirtualBox: the same, with --uart1 0x3F8 4 --uartmode1 file LOG".into(),
        ],
        MediumFormat::Vhd => vec![
            drive("vpc"),
            "Hyper-V: the disk of a machine of generation 1, with COM1 as a named pipe".into(),
            "Azure: upload it as a page blob, and read the serial console of boot diagnostics"
                .into(),
        ],
        MediumFormat::Netboot => vec![
            format!("a TFTP or HTTP server: tar -xf {path} -C ITS_FOLDER"),
            "DHCP's boot file: hyperbench.efi for EFI firmware, hyperbench.ipxe for iPXE".into(),
            "PXELINUX and U-Boot find pxelinux.cfg/default by themselves".into(),
        ],
    };
    lines.push("then: hyperbench import LOG, with what came from the serial port".into());
    lines
}
