//! What S2, section 7, says of its figures 1 and 2.

mod support;

use reductio_heap::{HeapAnalysis, Inlined, Limits, Options, Part, Reading, Variable, analyze};
use reductio_programs::Program;

fn analysis(program: &Program) -> (Inlined, HeapAnalysis) {
    let inlined = Inlined::new(program, &Limits::default()).unwrap();
    let found = analyze(program, &inlined, Reading::default(), &Options::default()).unwrap();
    (inlined, found)
}

fn dump(program: &Program, inlined: &Inlined, found: &HeapAnalysis) {
    println!("kinds {:?}", found.kinds());
    for row in found.variables() {
        let name = match row.variable {
            Variable::Static(variable) => program.statics()[variable.index()].name.clone(),
            Variable::Part(allocator, part) => {
                let a = found.allocator(allocator);
                let class = a.class.map_or("?", |class| &program.classes()[class.index()].name);
                let part = match part {
                    Part::Field(field) => program.fields()[field.index()].clone(),
                    other => format!("{other:?}"),
                };
                format!(
                    "{class}@{:?}/{}.{part}",
                    a.thread,
                    program.line_words(found.site(inlined, allocator))
                )
            }
        };
        let lines =
            |list: &[(reductio_heap::ThreadType, reductio_heap::StatementId)]| -> Vec<String> {
                list.iter()
                    .map(|(t, s)| {
                        format!("{}:{}", t.0, program.line_words(inlined.statement(*s).place))
                    })
                    .collect()
            };
        println!(
            "{name}: {:?} owned {:?} shared {:?} locks {:?} because {:?} exposed {:?}",
            row.verdict,
            lines(&row.owned),
            lines(&row.shared),
            row.locks,
            row.because,
            row.exposed_by.map(|s| program.line_words(inlined.statement(s).place))
        );
    }
}

#[test]
fn dumped() {
    for name in ["Figure1With1", "Figure2With1", "Figure2With2"] {
        println!("== {name}");
        let program = support::java_in(
            &std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
                .join("tests/figures")
                .join(name)
                .join("classes"),
            &[],
        );
        let begin = std::time::Instant::now();
        let (inlined, found) = analysis(&program);
        println!("{:?}, {} statements", begin.elapsed(), inlined.statements().len());
        dump(&program, &inlined, &found);
    }
}
