//! Files that are cut, moved about, or no certificates.

use reductio_exchange::proof_file;

use crate::example::{example, refusal};

#[test]
fn what_is_left_out_or_moved_is_missed() {
    let text = example();
    for (left_out, reason) in [
        ("s 1 star_r 0", "line 26: there is no step 1 before this line: there are 1"),
        (
            "s 2 discharge 0 1",
            "line 28: step 3: the next step has the number 2, not 3: something is left out or moved",
        ),
        ("s 3 inst 2 0=6", "line 29: there is no step 3 before this line: there are 3"),
        ("proved 1 3", "line 30: nothing proves (b)"),
        ("theory Small", "line 20: this item belongs to no theory: a `theory` line comes first"),
        (
            "definition 0 (d): u = (+i : u_i)",
            "line 23: `u` is used here by a definition that the theory does not list before",
        ),
        (
            "t 4 y 1 i",
            "line 10: the next term has the number 4, not 5: something is left out or moved",
        ),
        (
            "end y 2 t 10 d 1 f 5 h 1 c 2 s 4",
            "line 30: the file ends without an `end` line: it is cut off",
        ),
    ] {
        assert_eq!(refusal(&text.replace(&format!("\n{left_out}\n"), "\n")), reason);
    }
    // Cut anywhere, even at the end of a line.
    let mut cuts = 0;
    for cut in 0..text.len() {
        let got = proof_file::read(&text[..cut]).map(|_| ()).unwrap_err().to_string();
        let is_told = got.contains("cut off") || (cut == 0 && got.contains("a certificate starts"));
        assert!(is_told, "{cut}: {got}");
        cuts += 1;
    }
    assert!(cuts > 400);
    assert!(
        refusal(&format!("{text}s 4 refl 0\n")).ends_with("the `end` line is not the last one")
    );
    assert!(refusal(&text.replace('\n', "\r\n")).contains("the character U+000D is not allowed"));
    assert!(refusal(&format!("\u{feff}{text}")).contains("the character U+FEFF is not allowed"));
    // What turns a text round on the screen.
    for hidden in ['\u{ad}', '\u{200b}', '\u{2028}', '\u{202e}', '\u{2066}'] {
        let got = refusal(&text.replacen(" (", &format!(" ({hidden}"), 1));
        let said = format!("the character U+{:04X} is not allowed", u32::from(hidden));
        assert!(got.contains(&said), "{got}");
    }
}

#[test]
fn other_versions_and_other_files_are_named() {
    for (header, reason) in [
        (
            "reductio certificate 3",
            "line 1: the certificate is of version 3, and this verifier reads versions 1 and 2: use a newer one",
        ),
        (
            "reductio certificate 1 ",
            "line 1: the certificate is of version 1 , and this verifier reads versions 1 and 2: use a newer one",
        ),
        (
            "theory S5",
            "line 1: a certificate starts with the line `reductio certificate 1`, not with `theory S5`",
        ),
    ] {
        assert_eq!(refusal(&example().replacen("reductio certificate 1", header, 1)), reason);
    }
    let empty = "reductio certificate 1\nend y 0 t 0 d 0 f 0 h 0 c 0 s 0\n";
    assert_eq!(refusal(empty), "line 2: the certificate claims nothing");
}
