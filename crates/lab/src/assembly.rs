//! Puts the files of an image into its folder: kernel, hypervisor, and what Linux starts from.

use std::io::Read;
use std::path::{Path, PathBuf};

use super::image::{
    CONTENT, HANDED, HYPERVISOR, IMAGES, INITRAMFS, INNER, Image, KERNEL, LINUX, write_note,
};
use super::inner::Inner;
use super::linux::Unpacked;
use super::outer::Outer;
use super::parts::Parts;
use super::recipe::{ALONE, FIRST_PROCESS, Recipe};
use debian::{Cache, Files, Modules, Tree, failure};
use ground::Trouble;

/// Makes `image` by `recipe` of these `packages` and `parts`, or leaves it as it is where it has been made before.
/// `say` is told of each step.
///
/// # Errors
/// When packages lack what it needs, the machine does not start, or there is no room.
pub(super) fn make(
    recipe: &Recipe,
    (image, packages): (&Image, &[PathBuf]),
    cache: &Cache,
    parts: &Parts,
    outer: &dyn Outer,
    say: &dyn Fn(&str),
) -> Result<(), Trouble> {
    image.make(cache, |new| {
        let place = cache.folder(IMAGES)?;
        let is_copied = new.copy_of_another(&place);
        if !is_copied.map_err(|error| failure::file(&new.folder, &error))? {
            unpack(recipe, (new, packages), cache, parts, say)?;
        }
        say("starting the outer machine until it is ready");
        outer.keep(new, None).map_err(|error| parts.explain(error))
    })
}

/// Puts into the folder of `image` what it is made of.
fn unpack(
    recipe: &Recipe,
    (image, packages): (&Image, &[PathBuf]),
    cache: &Cache,
    parts: &Parts,
    say: &dyn Fn(&str),
) -> Result<(), Trouble> {
    let (debian, place) = (recipe.debian(), cache.folder(IMAGES)?);
    let packages: Vec<_> = packages.iter().filter(|it| parts.need(it)).cloned().collect();
    say(&format!("unpacking {} packages", packages.len()));
    let tree = Tree::unpack(&packages, &debian.libraries, &place)?;
    let linux = parts.linux().map(|linux| linux.unpacked(cache, debian, &place, say));
    let releases = parts.inner().filter_map(Inner::release);
    let own = releases.map(|release| release.unpacked(cache, &place, say));
    let (linux, own) = (linux.transpose()?, own.collect::<Result<Vec<_>, Trouble>>()?);
    let (own, tree, linux) = (&*own, &tree, linux.as_ref());
    let assembly = Assembly { recipe, parts, own, tree, linux, folder: &image.folder };
    assembly.put(cache)?;
    assembly.write(CONTENT, image.content.as_bytes())
}

/// What an image is put together of.
struct Assembly<'a> {
    recipe: &'a Recipe<'a>,
    parts: &'a Parts,
    /// The packages of replaced parts.
    own: &'a [Tree],
    /// All others.
    tree: &'a Tree,
    /// The Linux that replaces its own.
    linux: Option<&'a Unpacked>,
    /// Where the image comes.
    folder: &'a Path,
}

impl Assembly<'_> {
    /// Puts all of it there, and notes what has replaced the image's own parts.
    ///
    /// # Errors
    /// When packages lack what the image needs, or there is no room.
    fn put(&self, cache: &Cache) -> Result<(), Trouble> {
        self.put_hypervisor()?;
        let kernel = match self.linux {
            Some(linux) => linux.kernel.clone(),
            None => self.tree.kernel(&self.recipe.made_of.kernel)?,
        };
        self.write(KERNEL, &kernel)?;
        let mut files = Files::default();
        self.add_scripts(&mut files);
        self.add_programs(&mut files)?;
        let made_of = self.recipe.made_of;
        let modules = self.add_modules(&mut files, &made_of.modules, &made_of.preloaded)?;
        self.write(INITRAMFS, &files.pack())?;
        if !made_of.handed.is_empty() {
            let mut handed = Files::default();
            self.add_modules(&mut handed, &made_of.handed, &made_of.handed)?;
            self.write(HANDED, &handed.pack())?;
        }
        if let Some(linux) = self.parts.linux() {
            write_note(self.folder, LINUX, &linux.build(&kernel, &modules))?;
        }
        let releases = self.parts.inner().filter_map(Inner::release);
        let inner: Vec<_> = releases.map(|release| release.build(cache)).collect();
        if inner.is_empty() { Ok(()) } else { write_note(self.folder, INNER, &inner) }
    }

    fn put_hypervisor(&self) -> Result<(), Trouble> {
        let Some(hypervisor) = &self.recipe.made_of.hypervisor else { return Ok(()) };
        let file = self.parts.xen().map(Inner::file).transpose()?.flatten();
        let content = file.map_or_else(|| self.read(&self.place(hypervisor)), Ok)?;
        self.write(HYPERVISOR, &gunzip(content)?)
    }

    fn add_scripts(&self, files: &mut Files) {
        files.add("init", FIRST_PROCESS.as_bytes());
        if self.parts.starts_with_all() {
            files.add("lib/alone.sh", ALONE.as_bytes());
        }
        files.add("lib/image.sh", self.recipe.addition.as_bytes());
        files.add("lib/machine.sh", self.recipe.lab.shell.as_bytes());
        for (name, content) in self.recipe.lab.compiled {
            files.add(&format!("bin/{name}"), content);
        }
    }

    fn add_programs(&self, files: &mut Files) -> Result<(), Trouble> {
        let made_of = self.recipe.made_of;
        let xen = self.parts.xen().and_then(Inner::release);
        let qemu = xen.and_then(|xen| xen.qemu).unwrap_or(&made_of.qemu);
        let is_in_tree = || std::ptr::eq(self.having(qemu), self.tree);
        if let Some(name) = release(self.parts.qemu()).filter(|_| is_in_tree()) {
            return Err(Trouble::unavailable(
                format!("QEMU {name} of Debian's packages has no {qemu}"),
                "leave qemu= out, or name a program's file",
            ));
        }
        // A replaced one comes first: its libraries are newer than those that others need.
        if let Some(replaced) = self.parts.qemu() {
            let program = replaced.file()?.map_or_else(|| self.read(qemu), Ok)?;
            files.add_program(self.having(qemu), qemu, &program)?;
        }
        let programs = made_of.programs.iter().map(|path| self.place(path));
        for path in programs.chain([qemu.to_owned()]) {
            files.add_program(self.having(&path), &path, &self.read(&path)?)?;
        }
        for [from, to] in made_of.files.iter().chain(xen.map_or(&[][..], |xen| xen.files)) {
            files.add(&self.place(to), &self.read(&self.place(from))?);
        }
        if qemu != made_of.qemu {
            files.link(&made_of.qemu, &format!("/{qemu}"));
        }
        for [path, target] in &made_of.links {
            files.link(path, &self.place(target));
        }
        Ok(())
    }

    /// Adds the modules `wanted`, of which some are to be loaded at once.
    fn add_modules(
        &self,
        files: &mut Files,
        wanted: &[String],
        loaded: &[String],
    ) -> Result<Modules, Trouble> {
        let brought = self.linux.and_then(|linux| linux.modules.clone());
        let named = self.parts.modules().map(Path::to_owned).or(brought);
        let folder = named.map_or_else(|| self.tree.find("lib/modules"), Ok)?;
        let mut modules = Modules::below(folder);
        for name in wanted {
            modules.need(name)?;
        }
        modules.add_to(files, loaded);
        Ok(modules)
    }

    /// `path` with the release of Xen in it.
    fn place(&self, path: &str) -> String {
        let xen = release(self.parts.xen()).unwrap_or(&self.recipe.made_of.xen);
        path.replace("{xen}", xen)
    }

    /// The packages that have `path`: a replaced part's, or else the image's own.
    fn having(&self, path: &str) -> &Tree {
        self.own.iter().find(|it| it.resolve(path).is_some()).unwrap_or(self.tree)
    }

    fn read(&self, path: &str) -> Result<Vec<u8>, Trouble> {
        self.having(path).read(path)
    }

    fn write(&self, name: &str, bytes: &[u8]) -> Result<(), Trouble> {
        let path = self.folder.join(name);
        std::fs::write(&path, bytes).map_err(|error| failure::file(&path, &error))
    }
}

/// The release that `part` is of, unless it is in a file.
fn release(part: Option<&Inner>) -> Option<&'static str> {
    Some(part?.release()?.name)
}

/// The content of a gzipped file, or of one that is not.
fn gunzip(bytes: Vec<u8>) -> Result<Vec<u8>, Trouble> {
    if !bytes.starts_with(&[0x1f, 0x8b]) {
        return Ok(bytes);
    }
    let mut plain = Vec::new();
    let read = flate2::read::GzDecoder::new(&bytes[..]).read_to_end(&mut plain);
    read.map(|_| plain).map_err(|error| {
        Trouble::unavailable(
            format!("the hypervisor cannot be unpacked: {error}"),
            "if it is your own, check the file; else: hyperbench lab clean, then lab build",
        )
    })
}
