//! Programs after those of S1 section 10, and the examples.

use reductio_disciplined::{Class, Classification};

/// `HaltException`: a producer hands items to a consumer through a bounded buffer, and then halts it.
fn halt_exception(items: u32, capacity: u32) -> String {
    format!(
        "program halt_exception
thread main {{
  buffer := new Buffer
  p := fork producer
  c := fork consumer
}}
thread producer {{
  k := 1
  while k <= {items} {{
    node := new Node
    node.value := k
    node.checked := 0
    synchronized buffer {{
      while buffer.count == {capacity} {{ wait buffer }}
      if buffer.tail == null {{ buffer.head := node }} else {{
        last := buffer.tail
        last.next := node
      }}
      buffer.tail := node
      buffer.count := buffer.count + 1
      notifyAll buffer
    }}
    k := k + 1
  }}
  synchronized buffer {{
    buffer.halted := 1
    notifyAll buffer
  }}
}}
thread consumer {{
  expected := 1
  loop {{
    node := null
    synchronized buffer {{
      while buffer.count == 0 and buffer.halted == 0 {{ wait buffer }}
      if buffer.count > 0 {{
        node := buffer.head
        next := node.next
        buffer.head := next
        if next == null {{ buffer.tail := null }}
        buffer.count := buffer.count - 1
        notifyAll buffer
      }}
    }}
    if node == null {{ break }}
    node.checked := 1
    value := node.value
    assert value == expected
    expected := expected + 1
  }}
  assert expected == {items} + 1
}}
"
    )
}

/// `Clean`: two threads wait for the events of each other, whose counters are bounded.
fn clean(bound: u32) -> String {
    format!(
        "program clean
thread main {{
  one := new Event
  two := new Event
  a := fork first
  b := fork second
}}
thread first {{
  count := 0
  rounds := 0
  while rounds < 3 {{
    synchronized one {{
      if count == one.count {{ wait one }}
      count := one.count
    }}
    synchronized two {{
      two.count := (two.count + 1) mod {bound}
      notifyAll two
    }}
    rounds := rounds + 1
  }}
}}
thread second {{
  count := 0
  rounds := 0
  while rounds < 3 {{
    synchronized one {{
      one.count := (one.count + 1) mod {bound}
      notifyAll one
    }}
    synchronized two {{
      if count == two.count {{ wait two }}
      count := two.count
    }}
    rounds := rounds + 1
  }}
}}
"
    )
}

/// Names and texts of the programs.
pub(crate) fn all() -> Vec<(&'static str, String)> {
    let mut all = vec![("halt_exception 10/6", halt_exception(10, 6)), ("clean", clean(3))];
    for name in
        ["halt_exception", "indexer", "file_system", "io_manager", "b_link", "independent_work_1"]
    {
        let path = format!("{}/../examples/{name}.prog", env!("CARGO_MANIFEST_DIR"));
        all.push((name, std::fs::read_to_string(path).expect("the examples are there")));
    }
    all
}

/// The classification of a program.
pub(crate) fn classes(name: &str) -> Classification {
    let names: &[&str] = match name {
        "file_system" => &["Block"],
        "io_manager" => &["Irp"],
        _ => &[],
    };
    Classification::of_classes(Class::Communication, names.iter().copied())
}
