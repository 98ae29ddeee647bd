//! The bundled files of statements and proofs, all of which are read.

use reductio::Library;
use reductio::bundled::bundles;
use reductio::header::Header;
use reductio_proofs::Script;

/// A bundled file is read when it is first looked at, and a fault in one is found then: here all are looked at.
#[test]
fn bundled_files_are_what_their_first_lines_say() {
    let library = Library::bundled();
    assert_eq!(library.theories.len(), bundles().len());
    assert_eq!(library.scripts.len(), bundles().iter().map(|b| b.scripts.len()).sum::<usize>());
    for loaded in &library.theories {
        let header = Header::read(&loaded.file).expect("a bundled theory has a header");
        assert_eq!((&header.name, &header.base), (&loaded.name, &loaded.base));
        assert_eq!(loaded.theory.name(), loaded.name);
        let bundled = Header::bundled(&loaded.file).expect("so says its first line");
        assert_eq!((header.name, header.span), (bundled.name, bundled.span));
        assert!(loaded.theory.statements().len() > 1, "{}", loaded.name);
    }
    for loaded in &library.scripts {
        let name = Script::theory_name(loaded.file.text()).expect("a bundled script has one");
        assert_eq!(name, library.theories[loaded.theory].name);
        assert!(!loaded.script.derivations.is_empty(), "{}", loaded.file.name());
    }
}
