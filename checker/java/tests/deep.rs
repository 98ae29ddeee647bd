//! Class files that are far larger than those of compilers, or nested far deeper.

use std::time::{Duration, Instant};

use reductio_java::{ClassPath, JavaError, Options, lower, missing};

/// A class file in the making.
#[derive(Default)]
struct Writer {
    pool: Vec<u8>,
    count: u16,
    methods: Vec<u8>,
    method_count: u16,
}

impl Writer {
    fn constant(&mut self, bytes: &[u8]) -> u16 {
        self.pool.extend(bytes);
        self.count += 1;
        self.count
    }

    fn text(&mut self, text: &str) -> u16 {
        let mut bytes = vec![1];
        bytes.extend(u16::try_from(text.len()).unwrap().to_be_bytes());
        bytes.extend(text.as_bytes());
        self.constant(&bytes)
    }

    fn pair(&mut self, tag: u8, one: u16, two: u16) -> u16 {
        let mut bytes = vec![tag];
        bytes.extend(one.to_be_bytes());
        bytes.extend(two.to_be_bytes());
        self.constant(&bytes)
    }

    fn class(&mut self, name: &str) -> u16 {
        let name = self.text(name);
        let [high, low] = name.to_be_bytes();
        self.constant(&[7, high, low])
    }

    /// A reference to a method.
    fn reference(&mut self, class: u16, name: &str, descriptor: &str) -> u16 {
        let (name, descriptor) = (self.text(name), self.text(descriptor));
        let both = self.pair(12, name, descriptor);
        self.pair(10, class, both)
    }

    /// A static method. `code_name` is the constant with the text `Code`.
    fn method(&mut self, code_name: u16, name: &str, descriptor: &str, code: &[u8]) {
        let (name, descriptor) = (self.text(name), self.text(descriptor));
        for number in [9, name, descriptor, 1, code_name] {
            self.methods.extend(number.to_be_bytes());
        }
        let length = u32::try_from(code.len()).unwrap();
        self.methods.extend((length + 12).to_be_bytes());
        self.methods.extend([0, 2, 0, 2]);
        self.methods.extend(length.to_be_bytes());
        self.methods.extend(code);
        self.methods.extend([0; 4]);
        self.method_count += 1;
    }

    fn finish(self, this: u16, above: u16) -> Vec<u8> {
        let mut bytes = vec![0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 52];
        bytes.extend((self.count + 1).to_be_bytes());
        bytes.extend(self.pool);
        for number in [0x21, this, above, 0, 0, self.method_count] {
            bytes.extend(number.to_be_bytes());
        }
        bytes.extend(self.methods);
        bytes.extend([0, 0]);
        bytes
    }
}

const MAIN: (&str, &str) = ("main", "([Ljava/lang/String;)V");

fn timed<T>(run: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let result = run();
    assert!(start.elapsed() < Duration::from_secs(60), "it took {:?}", start.elapsed());
    result
}

#[test]
fn an_initializer_may_call_through_10_000_methods() {
    let mut writer = Writer::default();
    let (this, above) = (writer.class("Deep"), writer.class("java/lang/Object"));
    let code = writer.text("Code");
    for number in 0..10_000 {
        let next = writer.reference(this, &format!("m{}", number + 1), "()V");
        let [high, low] = next.to_be_bytes();
        let name = if number == 0 { "<clinit>".to_owned() } else { format!("m{number}") };
        writer.method(code, &name, "()V", &[0xb8, high, low, 0xb1]);
    }
    writer.method(code, "m10000", "()V", &[0xb1]);
    writer.method(code, MAIN.0, MAIN.1, &[0xb1]);
    let mut path = ClassPath::default();
    path.add_bytes("Deep.class", &writer.finish(this, above)).unwrap();
    assert_eq!(missing(&path), []);
    let lowered = timed(|| lower(&path, &Options::default())).unwrap();
    assert!(lowered.program.methods().len() > 10_000);
}

#[test]
fn a_class_may_have_3_000_classes_above_it() {
    let mut path = ClassPath::default();
    for number in 0..3_000 {
        let mut writer = Writer::default();
        let this = writer.class(&format!("C{number}"));
        let above =
            if number == 0 { "java/lang/Object".into() } else { format!("C{}", number - 1) };
        let above = writer.class(&above);
        let code = writer.text("Code");
        if number == 2_999 {
            // It makes an object, which it forgets.
            let [high, low] = this.to_be_bytes();
            writer.method(code, MAIN.0, MAIN.1, &[0xbb, high, low, 0x57, 0xb1]);
        }
        writer.method(code, "<clinit>", "()V", &[0x04, 0x57, 0xb1]);
        path.add_bytes("C.class", &writer.finish(this, above)).unwrap();
    }
    timed(|| lower(&path, &Options::default())).unwrap();
}

#[test]
fn a_class_is_not_above_itself() {
    let mut path = ClassPath::default();
    for (name, above) in [("A", "B"), ("B", "A")] {
        let mut writer = Writer::default();
        let (this, above) = (writer.class(name), writer.class(above));
        let code = writer.text("Code");
        let [high, low] = this.to_be_bytes();
        if name == "A" {
            writer.method(code, MAIN.0, MAIN.1, &[0xbb, high, low, 0x57, 0xb1]);
        }
        path.add_bytes(name, &writer.finish(this, above)).unwrap();
    }
    let error = lower(&path, &Options::default()).unwrap_err();
    assert!(matches!(error, JavaError::Circular { .. }), "{error}");
}

#[test]
fn a_class_has_at_most_2_mebibytes_of_code() {
    for (count, fits) in [(32, true), (33, false)] {
        let mut writer = Writer::default();
        let (this, above) = (writer.class("Large"), writer.class("java/lang/Object"));
        let code = writer.text("Code");
        let mut nops = vec![0; 0xffff];
        *nops.last_mut().unwrap() = 0xb1;
        for number in 0..count {
            writer.method(code, &format!("m{number}"), "()V", &nops);
        }
        let added = ClassPath::default().add_bytes("Large.class", &writer.finish(this, above));
        assert_eq!(added.is_ok(), fits, "{added:?}");
        assert!(fits || matches!(added, Err(JavaError::TooLarge { .. })));
    }
}

#[test]
fn code_that_contradicts_itself_is_corrupt() {
    // Runs over its end; pops from an empty stack; jumps into an instruction; tears a number of two words.
    let wrong: [(&[u8], bool); 4] = [
        (&[0x00], false),
        (&[0x57, 0xb1], false),
        (&[0xa7, 0, 1, 0xb1], true),
        (&[0x09, 0x57, 0xb1], false),
    ];
    for (bytes, is_file) in wrong {
        let mut writer = Writer::default();
        let (this, above) = (writer.class("Wrong"), writer.class("java/lang/Object"));
        let code = writer.text("Code");
        writer.method(code, MAIN.0, MAIN.1, bytes);
        let mut path = ClassPath::default();
        let added = path.add_bytes("Wrong.class", &writer.finish(this, above));
        let error = match added {
            Ok(()) => lower(&path, &Options::default()).unwrap_err(),
            Err(error) => error,
        };
        let fits = match error {
            JavaError::Corrupt { .. } => is_file,
            JavaError::CorruptCode { .. } => !is_file,
            _ => false,
        };
        assert!(fits, "{bytes:?}: {error}");
    }
}
