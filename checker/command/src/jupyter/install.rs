//! The kernel specification, a file that tells Jupyter how to start the kernel.

use std::path::{Path, PathBuf};

use reductio::diagnostics::Diagnostic;
use serde_json::{Value, json};

use crate::replace::replace;

/// The arguments after the executable.
const ARGUMENTS: [&str; 3] = ["jupyter", "serve", "{connection_file}"];

/// Writes the specification of the running executable below a prefix, or else where Jupyter looks for the user's own.
///
/// # Errors
/// The specification of another program is there (E0806), or the file cannot be written (E0012).
pub(crate) fn install(prefix: Option<&Path>) -> Result<String, Box<Diagnostic>> {
    let data = match prefix {
        Some(prefix) => prefix.join("share").join("jupyter"),
        None => user_data(|name| std::env::var_os(name).filter(|value| !value.is_empty()))?,
    };
    let executable = std::env::current_exe().map_err(|error| {
        Diagnostic::error("E0012", format!("the place of this executable is not known: {error}"))
    })?;
    let file = write(&data.join("kernels").join("reductio"), &executable)?;
    Ok(format!("{}\n`jupyter lab notebooks` starts it.\n", file.display()))
}

/// Jupyter's folder for the user's data, by the rules of Jupyter's own library.
fn user_data(
    variable: impl Fn(&str) -> Option<std::ffi::OsString>,
) -> Result<PathBuf, Box<Diagnostic>> {
    let of = |name: &str, below: &[&str]| {
        let base = PathBuf::from(variable(name)?);
        Some(below.iter().fold(base, |path, part| path.join(part)))
    };
    let found = of("JUPYTER_DATA_DIR", &[]).or_else(|| {
        if cfg!(target_os = "macos") {
            of("HOME", &["Library", "Jupyter"])
        } else if cfg!(windows) {
            of("APPDATA", &["jupyter"])
        } else {
            of("XDG_DATA_HOME", &["jupyter"])
                .or_else(|| of("HOME", &[".local", "share", "jupyter"]))
        }
    });
    found.ok_or_else(|| {
        let fault = Diagnostic::error("E0012", "the folder for the user's data is not known");
        fault.help("name a folder with `--prefix DIR`").into()
    })
}

fn write(folder: &Path, executable: &Path) -> Result<PathBuf, Box<Diagnostic>> {
    let file = folder.join("kernel.json");
    let name = file.display();
    let cannot = |error: &dyn std::fmt::Display| {
        Diagnostic::error("E0012", format!("cannot write to `{name}`: {error}"))
    };
    match std::fs::read(&file) {
        Ok(old) if !is_ours(&old) => {
            let message = format!("`{name}` is there, and is the kernel of another program");
            let help = "move it away, or install below another folder with `--prefix DIR`";
            return Err(Diagnostic::error("E0806", message).help(help).into());
        }
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            return Err(cannot(&error).into());
        }
        _ => {}
    }
    let Some(executable) = executable.to_str() else {
        let path = executable.display();
        let message = format!("`{path}`: Jupyter cannot start what has no name in Unicode");
        return Err(Diagnostic::error("E0012", message).help("move the executable").into());
    };
    let argv: Vec<&str> = [executable].into_iter().chain(ARGUMENTS).collect();
    let specification = json!({
        "argv": argv,
        "display_name": "Reductio",
        "language": "reductio",
        // An interrupt is a message: the kernel has no signal handler, and must not die of a signal.
        "interrupt_mode": "message",
    });
    let text = format!("{specification:#}\n");
    std::fs::create_dir_all(folder)
        .and_then(|()| replace(&file, text))
        .map_err(|error| cannot(&error))?;
    Ok(file)
}

/// Whether a specification is one of `reductio`, or empty.
fn is_ours(bytes: &[u8]) -> bool {
    let specification: Value = serde_json::from_slice(bytes).unwrap_or_default();
    let arguments = specification["argv"].as_array().map_or(&[][..], |argv| argv);
    bytes.is_empty()
        || specification["language"] == "reductio"
            && arguments.len() == 1 + ARGUMENTS.len()
            && arguments[1..].iter().zip(ARGUMENTS).all(|(own, wanted)| own == wanted)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let name = format!("reductio-install-{name}-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        let _ = std::fs::remove_dir_all(&path);
        path
    }

    #[test]
    fn another_programs_kernel_is_left_alone() {
        let folder = folder("foreign");
        std::fs::create_dir_all(&folder).unwrap();
        let others = [
            r#"{"argv": ["python", "-m", "other", "{connection_file}"], "language": "reductio"}"#,
            r#"{"argv": ["x", "jupyter", "serve", "{connection_file}"], "language": "other"}"#,
            r#"{"language": "reductio"}"#,
            "no JSON",
        ];
        for other in others {
            std::fs::write(folder.join("kernel.json"), other).unwrap();
            let fault = write(&folder, Path::new("/bin/reductio")).unwrap_err();
            assert_eq!(fault.code, "E0806", "{other}");
            assert!(!fault.help.is_empty());
            assert_eq!(std::fs::read_to_string(folder.join("kernel.json")).unwrap(), other);
        }
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn an_older_one_of_its_own_is_written_over() {
        let folder = folder("own");
        for executable in ["/old/reductio", "/new/reductio"] {
            let file = write(&folder, Path::new(executable)).unwrap();
            let text = std::fs::read_to_string(file).unwrap();
            let specification: Value = serde_json::from_str(&text).unwrap();
            let argv = json!([executable, "jupyter", "serve", "{connection_file}"]);
            assert_eq!(specification["argv"], argv);
            assert_eq!(specification["interrupt_mode"], "message");
        }
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn what_cannot_be_written_is_said() {
        let folder = folder("blocked");
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("file"), "").unwrap();
        let fault = write(&folder.join("file"), Path::new("/bin/reductio")).unwrap_err();
        assert_eq!(fault.code, "E0012", "{}", fault.message);
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[cfg(all(unix, not(target_os = "macos")))]
    #[test]
    fn the_folder_is_that_of_jupyter() {
        let with = |known: &'static [(&str, &str)]| {
            user_data(move |name| known.iter().find(|(n, _)| *n == name).map(|(_, v)| v.into()))
        };
        let path = |found: Result<PathBuf, Box<Diagnostic>>| found.unwrap().display().to_string();
        assert_eq!(path(with(&[("HOME", "/home/ada")])), "/home/ada/.local/share/jupyter");
        assert_eq!(path(with(&[("HOME", "/h"), ("XDG_DATA_HOME", "/x")])), "/x/jupyter");
        assert_eq!(path(with(&[("XDG_DATA_HOME", "/x"), ("JUPYTER_DATA_DIR", "/j")])), "/j");
        assert_eq!(with(&[]).unwrap_err().code, "E0012");
    }
}
