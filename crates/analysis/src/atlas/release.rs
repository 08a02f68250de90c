//! Releases of Linux: their order, their series, and by which Debian they were compiled.

use results::PlatformRun;

/// Releases of Debian whose kernels do not name them: the series of each, and the release.
const UNNAMED: [(&str, &str); 2] = [("5.10", "deb11"), ("6.1", "deb12")];

/// Settings of a specification that say which build ran, and not on what.
const OF_BUILDS: [&str; 4] = ["kernel", "modules", "flavour", "label"];

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

/// What `run` took place on, without the build that it was: its platform and the other settings.
pub(super) fn column(run: &PlatformRun) -> String {
    let of_build = |(key, _): &(String, String)| OF_BUILDS.contains(&key.as_str());
    let kept = settings(run).into_iter().filter(|setting| !of_build(setting));
    let kept: Vec<_> = kept.map(|(key, value)| format!("{key}={value}")).collect();
    if kept.is_empty() {
        run.platform.clone()
    } else {
        format!("{}:{}", run.platform, kept.join(","))
    }
}

/// The release that `run` says it had, or that files of its specification and its label are named by.
pub(super) fn release(run: &PlatformRun) -> Option<String> {
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
        let named = run("lab-p:kernel=a/6.1.0-56-cloud-x/vmlinuz,thp=off,label=6.1.0", "6.1.0", "");
        assert_eq!(release(&named).as_deref(), Some("6.1.0-56-cloud-x"));
        assert_eq!(column(&named), "lab-p:thp=off");
        assert_eq!(release(&run("lab-p", "6.9.1", "")).as_deref(), Some("6.9.1"));
        assert_eq!(release(&run("lab-p:kernel=6.9", "", "6.9.3-x")).as_deref(), Some("6.9.3-x"));
        let plain = run("lab-p", "mine", "");
        assert_eq!((release(&plain), column(&plain)), (None, "lab-p".to_owned()));
    }
}
