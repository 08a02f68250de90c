//! What a kernel's image says of itself before it is started.

/// Where a bzImage has its signature, and a 16-bit number that says where its text is, from 0x200 on (Linux,
/// Documentation/arch, boot.rst, `header` and `kernel_version`).
const SIGNATURE: usize = 0x202;
const POINTER: usize = 0x20e;
const FROM: usize = 0x200;

/// The longest text that is taken.
const LONGEST: usize = 512;

/// Release, builder and date of the bzImage `kernel`; `None` where it is another kind of image, or does not say.
pub fn banner(kernel: &[u8]) -> Option<String> {
    if kernel.get(SIGNATURE..SIGNATURE + 4)? != b"HdrS" {
        return None;
    }
    let pointer = kernel.get(POINTER..POINTER + 2)?;
    let at = FROM + usize::from(u16::from_le_bytes([pointer[0], pointer[1]]));
    let text = kernel.get(at..)?.split(|byte| *byte == 0).next()?;
    let text = std::str::from_utf8(text.get(..LONGEST).unwrap_or(text)).ok()?;
    Some(text.trim().to_owned()).filter(|text| !text.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bz_image_says_its_release_and_anything_else_nothing() {
        let mut image = vec![0; 0x400];
        image[SIGNATURE..SIGNATURE + 4].copy_from_slice(b"HdrS");
        image[POINTER..POINTER + 2].copy_from_slice(&0x100_u16.to_le_bytes());
        image[0x300..0x30c].copy_from_slice(b"6.12.43 #1 A");
        assert_eq!(banner(&image).as_deref(), Some("6.12.43 #1 A"));
        image[POINTER + 1] = 0xff;
        assert_eq!(banner(&image), None, "it points behind the end");
        assert_eq!(banner(b"MZ"), None);
        assert_eq!(banner(&[0; 0x400]), None);
    }
}
