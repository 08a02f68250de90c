//! Specifications of the platforms that there are.

use ground::Trouble;
use monitors::Spec;

use crate::platforms;

fn parse(text: &str) -> Result<Spec, Trouble> {
    Spec::parse(text, &platforms::all()).map(|(_, spec)| spec)
}

#[test]
fn names_keys_and_the_main_key_are_read() {
    assert_eq!(parse("qemu-tcg").unwrap(), Spec::plain("qemu-tcg"));
    let spec = parse("qemu-tcg:machine=pc,label=old,,slow").unwrap();
    assert_eq!((spec.get("machine"), spec.label()), (Some("pc"), "old,slow"));
    let spec = parse("qemu-tcg:option=slow=in,,out").unwrap();
    assert_eq!(spec.kernel_options(), Some("slow=in,out"));
    let spec = parse("replay:/a:b,,c.log,unit=cycles").unwrap();
    assert_eq!((spec.get("file"), spec.get("unit")), (Some("/a:b,c.log"), Some("cycles")));
}

#[test]
fn without_a_label_the_specification_is_the_label() {
    assert_eq!(parse("qemu-tcg:machine=pc").unwrap().label(), "qemu-tcg:machine=pc");
}

#[test]
fn a_pattern_stands_for_all_platforms_that_match() {
    let platforms = platforms::all();
    let expanded = Spec::expand("qemu-*:cpu=max", &platforms);
    for name in ["qemu-kvm:cpu=max", "qemu-tcg:cpu=max"] {
        assert!(expanded.iter().any(|it| it == name), "{expanded:?}");
    }
    assert!(expanded.iter().all(|it| it.starts_with("qemu-") && it.ends_with(":cpu=max")));
    assert_eq!(Spec::expand("lab-*", &platforms)[0], "lab-native");
    let two = ["qemu-kvm:cpu=max", "qemu-tcg:cpu=max"];
    assert_eq!(Spec::expand("qemu-{kvm,tcg}:cpu=max", &platforms), two);
    assert_eq!(Spec::expand("none-*", &platforms), ["none-*"]);
    assert_eq!(Spec::expand("replay:a*", &platforms), ["replay:a*"]);
}

#[test]
fn mistakes_are_refused_with_what_would_be_right() {
    for text in [
        "qemu-tcg:colour=red",
        "qemu-tcg:machine",
        "qemu-tcg:machine=",
        "qemu-tcg:machine=pc,machine=q35",
        "qemu-tcg:machine=pc,",
    ] {
        let error = said(&parse(text).unwrap_err());
        assert!(error.contains("machine="), "{error}");
    }
    let error = said(&parse("qemu").unwrap_err());
    assert!(error.contains("qemu-tcg") && error.contains("replay"), "{error}");
}

fn said(trouble: &Trouble) -> String {
    format!("error: {trouble}\n  next: {}", trouble.next)
}
