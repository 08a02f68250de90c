//! Releases of what has versions: their order, their series, and by which Debian they were compiled.

use super::{Subject, having};
use results::{InnerBuild, PlatformRun};

/// Releases of Debian whose kernels do not name them: the series of each, and the release.
const UNNAMED: [(&str, &str); 2] = [("5.10", "deb11"), ("6.1", "deb12")];

/// What Debian's names have behind a release, and are no flavours of their own here.
const USUAL_FLAVOUR: &str = "cloud";

/// A release, taken apart.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Release {
    /// Its numbers, in their order.
    numbers: Vec<u64>,
    /// What it is called: `6.12.43+deb12`, with its flavour where that is not the usual one.
    pub(super) name: String,
    /// Its first two numbers.
    pub(super) series: String,
    /// Which Debian has compiled it, and in which flavour; empty where it does not say.
    pub(super) line: String,
}

impl Release {
    /// The release that `uname -r` has as `text`; `None` where it begins with no two numbers.
    pub(super) fn of(text: &str) -> Option<Self> {
        let words: Vec<&str> = text.split('-').collect();
        let is_flavour = |word: &&str| word.starts_with(|c: char| c.is_ascii_alphabetic());
        let end = words.iter().position(is_flavour).unwrap_or(words.len());
        let (bare, flavour) = (words[..end].join("-"), words.get(end).copied());
        let mut parts = bare.splitn(3, '.');
        let is_number = |part: &&str| part.bytes().all(|byte| byte.is_ascii_digit());
        let major = parts.next().filter(|part| !part.is_empty()).filter(is_number)?;
        let minor = parts.next()?.split(['-', '+', '~']).next().filter(|it| !it.is_empty())?;
        let series = Some(minor).filter(is_number).map(|minor| format!("{major}.{minor}"))?;
        let numbers = bare.split(|c: char| !c.is_ascii_digit());
        let numbers = numbers.filter_map(|number| number.parse().ok()).collect();
        let flavour = match (flavour, words.len() - end) {
            (None, _) => "",
            (Some(one), _) if one == USUAL_FLAVOUR => "",
            (Some(one), 2..) => one,
            (Some(_), _) => "generic",
        };
        let debian = debian(&bare, &series);
        let of = |text: &str| [text, flavour].join(" ").trim().to_owned();
        let line = if debian.is_empty() { String::new() } else { of(&debian) };
        Some(Self { numbers, name: of(&bare), series, line })
    }

    /// That of `build` with its text, and whose it is. Its name has that of the program in it.
    fn of_program(build: &InnerBuild) -> Option<(Subject, (Self, String))> {
        let subject = Subject::of_key(&build.key)?;
        let text = match subject {
            Subject::Guest => build.release.clone(),
            _ => with_debian(build),
        };
        let release = Self::of(&text)?;
        let name = subject.build(match subject {
            Subject::Guest => &release.name,
            _ => &release.series,
        });
        Some((subject, (Self { name, ..release }, text)))
    }

    /// The Linux of `run` with its text. A build of one's own that has a label is called by it.
    fn of_run(run: &PlatformRun) -> Option<(Self, String)> {
        let text = release(run)?;
        let release = Self::of(&text)?;
        let is_own = run.linux.as_ref().is_some_and(|linux| linux.packages.is_empty());
        let label = settings(run).into_iter().find(|(key, _)| key == "label").map(|(_, it)| it);
        Some(match label.filter(|label| is_own && Self::of(label).is_none()) {
            Some(name) => (Self { name, line: String::new(), ..release }, text),
            None => (release, text),
        })
    }

    /// Whether both are a Debian's own, and the same one's.
    pub(super) fn is_of_line(&self, other: &Self) -> bool {
        !self.line.is_empty() && self.line == other.line
    }
}

/// The Debian that `release` names, or that has its `series`.
fn debian(release: &str, series: &str) -> String {
    if let Some((_, rest)) = release.split_once("deb") {
        let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
        return format!("deb{digits}");
    }
    let has = |(of, _): &&(&str, &str)| *of == series && release.contains(".0-");
    UNNAMED.iter().find(has).map_or_else(String::new, |(_, debian)| (*debian).to_owned())
}

/// What `run` is to a line of the atlas.
pub(super) struct Place {
    /// Whose versions the line has.
    pub(super) subject: Subject,
    /// What it took place on, without the build that it was.
    pub(super) column: String,
    /// Which build that was.
    pub(super) release: Release,
    /// What it says of itself.
    pub(super) text: String,
}

/// The places of `run`: one for each program whose version it says.
pub(super) fn places(run: &PlatformRun) -> Vec<Place> {
    let mut places = Vec::new();
    let mut put = |subject, (release, text)| {
        places.push(Place { subject, column: column(run, subject), release, text });
    };
    if let Some(known) = Release::of_run(run) {
        put(Subject::Linux, known);
    }
    for build in &run.inner {
        if let Some((subject, known)) = Release::of_program(build) {
            put(subject, known);
        }
    }
    // What processes pay in another guest says nothing of what is below it.
    let is_of_guest = places.iter().any(|place| place.subject == Subject::Guest);
    places.retain(|place| !is_of_guest || place.subject == Subject::Guest);
    places
}

/// The release of `build` with the Debian that the first of its packages to name one is of: `10.0+deb13`.
fn with_debian(build: &InnerBuild) -> String {
    let behind = |version: &str, word: &str| {
        let digits = version.split_once(word)?.1.chars().take_while(char::is_ascii_digit);
        Some(digits.collect::<String>()).filter(|digits| !digits.is_empty())
    };
    let mut versions = build.packages.iter().map(|package| &*package.version);
    let debian = versions.find_map(|it| behind(it, "deb").or_else(|| behind(it, "bpo")));
    let name = |debian| format!("{}+deb{debian}", build.release);
    debian.map_or_else(|| build.release.clone(), name)
}

/// What `run` took place on, without the build of `subject` that it was: its platform and the other settings.
fn column(run: &PlatformRun, subject: Subject) -> String {
    let settings = settings(run).into_iter().filter(|(key, _)| !subject.is_named_by(key));
    let platform = settings.fold(run.platform.clone(), |platform, (key, value)| {
        having(&platform, &format!("{key}={value}"))
    });
    subject.column(&platform)
}

/// The release of Linux that `run` says it had, or that files of its specification and its label are named by.
fn release(run: &PlatformRun) -> Option<String> {
    let known = run.linux.as_ref().map(|linux| linux.release.clone()).filter(|it| !it.is_empty());
    let known = known.filter(|it| Release::of(it).is_some());
    let named = || {
        let settings = settings(run);
        let kernel = settings.iter().find(|(key, _)| key == "kernel")?;
        let mut words = kernel.1.split('/').map(|word| word.trim_start_matches("vmlinuz-"));
        words.find(|word| Release::of(word).is_some()).map(str::to_owned)
    };
    known.or_else(named).or_else(|| Some(run.label.clone()).filter(|it| Release::of(it).is_some()))
}

/// The settings of the specification; a comma inside a value is written twice.
fn settings(run: &PlatformRun) -> Vec<(String, String)> {
    let text = run.spec.split_once(':').map_or("", |(_, text)| text).replace(",,", "\0");
    let pairs = text.split(',').filter_map(|item| item.split_once('='));
    pairs.map(|(key, value)| (key.to_owned(), value.replace('\0', ",,"))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use results::LinuxBuild;

    #[test]
    fn releases_have_an_order_a_series_and_a_debian() {
        let texts = [
            "5.10.0-32-cloud-x",
            "6.1.0-0.deb11.52-cloud-x",
            "6.1.0-9-cloud-x",
            "6.1.0-47-x",
            "6.12.43+deb12-cloud-x",
            "6.12.43+deb13-x",
            "6.12.107+deb12-rt-x",
            "6.12.107+deb13-cloud-x",
            "7.3-cloud-x",
            "7.3.4+deb13-cloud-x",
        ];
        let found: Vec<_> = texts.iter().map(|text| Release::of(text).unwrap()).collect();
        assert!(found.is_sorted(), "{found:#?}");
        let shown: Vec<_> = found.iter().map(|it| [&*it.name, &it.series, &it.line]).collect();
        assert_eq!(shown[0], ["5.10.0-32", "5.10", "deb11"]);
        assert_eq!(shown[1], ["6.1.0-0.deb11.52", "6.1", "deb11"]);
        assert_eq!(shown[3], ["6.1.0-47 generic", "6.1", "deb12 generic"]);
        assert_eq!(shown[4], ["6.12.43+deb12", "6.12", "deb12"]);
        assert_eq!(shown[5], ["6.12.43+deb13 generic", "6.12", "deb13 generic"]);
        assert_eq!(shown[6], ["6.12.107+deb12 rt", "6.12", "deb12 rt"]);
        assert_eq!(shown[8], ["7.3", "7.3", ""]);
        for text in ["", "next", "6", "v6.1", "6.x", "-6.1"] {
            assert_eq!(Release::of(text), None, "{text}");
        }
    }

    #[test]
    fn a_run_says_which_build_it_had_or_its_files_and_its_label_do() {
        let run = |spec: &str, label: &str, release: &str| PlatformRun {
            platform: "lab-p".to_owned(),
            spec: spec.to_owned(),
            label: label.to_owned(),
            linux: Some(LinuxBuild { release: release.to_owned(), ..LinuxBuild::default() }),
            ..PlatformRun::default()
        };
        let column = |run: &PlatformRun| column(run, Subject::Linux);
        let named = run("lab-p:kernel=a/6.1.0-56-cloud-x/vmlinuz,thp=off,label=6.1.0", "6.1.0", "");
        assert_eq!(release(&named).as_deref(), Some("6.1.0-56-cloud-x"));
        assert_eq!(column(&named), "lab-p:thp=off");
        assert_eq!(release(&run("lab-p", "6.9.1", "")).as_deref(), Some("6.9.1"));
        assert_eq!(release(&run("lab-p:kernel=6.9", "", "6.9.3-x")).as_deref(), Some("6.9.3-x"));
        let plain = run("lab-p", "mine", "");
        assert_eq!((release(&plain), column(&plain)), (None, "lab-p".to_owned()));
    }

    #[test]
    fn a_run_is_in_a_line_of_each_program_whose_version_it_says() {
        let package = |version: &str| results::Package {
            version: version.to_owned(),
            ..results::Package::default()
        };
        let inner = |key: &str, release: &str, version: &str| InnerBuild {
            key: key.to_owned(),
            release: release.to_owned(),
            packages: vec![package(version)],
        };
        let run = PlatformRun {
            platform: "lab-p".to_owned(),
            spec: "lab-p:kernel=7.3,qemu=11.1,thp=off".to_owned(),
            linux: Some(LinuxBuild { release: "7.3.4+deb13-cloud-x".into(), ..Default::default() }),
            inner: vec![
                inner("qemu", "11.1", "1:11.1.3+ds-1~bpo13+1"),
                inner("xen", "4.14", "4.14.6-1"),
                inner("unheard-of", "1.0", ""),
            ],
            ..PlatformRun::default()
        };
        let found: Vec<_> = places(&run)
            .into_iter()
            .map(|it| (it.subject, it.column, it.release.name, it.release.line))
            .collect();
        let [linux, qemu, xen] = &found[..] else { panic!("{found:?}") };
        let is =
            |place: &(Subject, String, String, String), column: &str, name: &str, line: &str| {
                (&*place.1, &*place.2, &*place.3) == (column, name, line)
            };
        assert!(is(linux, "lab-p:qemu=11.1,thp=off", "7.3.4+deb13", "deb13"), "{linux:?}");
        assert!(is(qemu, "lab-p:kernel=7.3,thp=off,qemu=*", "QEMU 11.1", "deb13"), "{qemu:?}");
        assert_eq!((xen.0, &*xen.2, &*xen.3), (Subject::Xen, "Xen 4.14", ""));
    }

    #[test]
    fn ones_own_build_is_called_by_its_label_and_is_no_debians() {
        let named = |label: &str, packages: Vec<results::Package>| {
            let release = "6.12.43+deb12-cloud-x".to_owned();
            let run = PlatformRun {
                platform: "lab-p".to_owned(),
                spec: format!("lab-p:kernel=b,modules=m{label}"),
                linux: Some(LinuxBuild { release, packages, ..LinuxBuild::default() }),
                ..PlatformRun::default()
            };
            let (release, _) = Release::of_run(&run).unwrap();
            assert_eq!(release.series, "6.12");
            (release.name, release.line)
        };
        let of = |name: &str, line: &str| (name.to_owned(), line.to_owned());
        assert_eq!(named(",label=mine", Vec::new()), of("mine", ""));
        assert_eq!(named("", Vec::new()), of("6.12.43+deb12", "deb12"));
        assert_eq!(named(",label=6.12.43", Vec::new()), of("6.12.43+deb12", "deb12"));
        let debians = named(",label=npt", vec![results::Package::default()]);
        assert_eq!(debians, of("6.12.43+deb12", "deb12"));
    }
}
