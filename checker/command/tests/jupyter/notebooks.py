"""Run notebooks in the installed kernel `reductio`, and compare what Jupyter gets with what the Markdown stores.

    python3 notebooks.py NOTEBOOK.md ...

Jupytext reads the Markdown, nbclient runs the cells. A cell that is refused and has no tag `raises-exception`, a cell
that has the tag and is accepted, an output that is not the stored one: each is told with notebook and cell, and the
program ends with 1.
"""

import difflib
import pathlib
import re
import sys

import jupytext
import nbclient
from nbclient.exceptions import CellExecutionError

OPEN = '<details class="output"><summary>output</summary>'
CLOSE = "</details>"
# So many lines of a difference are told.
LINES = 40
PICTURE = re.compile(r"!\[.*\]\((pictures/[^()]*\.svg)\)")


def stored(folder, following):
    """What is stored for a cell, from the Markdown that follows it: ("text", ...) and ("svg", ...), in order."""
    lines = following.split("\n") if following is not None else []
    if not lines or lines[0] != OPEN:
        return []
    items, fence, text = [], None, []
    for line in lines[1:]:
        if fence is not None:
            if line == fence:
                items.append(("text", "".join(part + "\n" for part in text)))
                fence, text = None, []
            else:
                text.append(line)
        elif line.startswith("```"):
            fence = line[: len(line) - len(line.lstrip("`"))]
        elif line == CLOSE:
            return items
        elif picture := PICTURE.fullmatch(line):
            path = folder / picture.group(1)
            items.append(("svg", path.read_text("utf-8") if path.exists() else picture.group(1)))
        elif line:
            raise ValueError(f"what is this line of stored outputs? {line}")
    raise ValueError("the stored outputs are not closed")


def answered(cell):
    """What Jupyter got: ("diagnostic", ...), ("text", ...) and ("svg", ...), in order; the error, if there is one."""
    items, error = [], None
    for output in cell.outputs:
        if output.output_type == "stream":
            items.append(("diagnostic" if output.name == "stderr" else output.name, output.text))
        elif output.output_type == "display_data":
            items.append(("text", output.data["text/plain"]))
            if "image/svg+xml" in output.data:
                items.append(("svg", output.data["image/svg+xml"]))
        elif output.output_type == "error":
            error = output
        else:
            items.append((output.output_type, ""))
    return items, error


def difference(wanted, got):
    """The first place where the outputs are not the stored ones, or nothing."""
    wanted = list(wanted)
    for kind, text in got:
        expected = "svg" if kind == "svg" else "text"
        if not wanted or wanted[0][0] != expected or kind not in ("diagnostic", "text", "svg"):
            return f"{kind} that is not stored: {text[:200]!r}"
        first = wanted.pop(0)[1]
        # Jupyter joins what is written to a stream in a row.
        while kind == "diagnostic" and len(first) < len(text) and wanted and wanted[0][0] == "text":
            first += wanted.pop(0)[1]
        if first != text:
            if kind == "svg" and first.endswith(".svg"):
                return f"the picture {first} is missing"
            lines = difflib.unified_diff(first.split("\n"), text.split("\n"), "stored", "now", lineterm="", n=1)
            shown = "".join(f"\n    {line[:120]}" for line in list(lines)[:LINES])
            return f"{kind} is not as stored{shown}"
        if expected == "text" and first.startswith(("error[", "warning[")) != (kind == "diagnostic"):
            return f"it was sent as {kind}: {text[:200]!r}"
    return f"stored, and not answered: {wanted[0][1][:200]!r}" if wanted else None


def faults(cell, following, folder, is_refused):
    """What is wrong with a cell that ran."""
    is_marked = "raises-exception" in cell.metadata.get("tags", [])
    got, error = answered(cell)
    if is_refused:
        yield f"it is refused, and not marked as one that is (tag `raises-exception`): {error and error.evalue}"
    if is_marked and error is None:
        yield "it is marked as one that is refused, and it is accepted"
    wanted = stored(folder, following)
    found = difference(wanted, got)
    if found is not None:
        yield found
    if error is not None:
        codes = [re.match(r"error\[(\w+)\]", text) for kind, text in got if kind == "diagnostic"]
        codes = [code.group(1) for code in codes if code]
        if codes and error.ename != codes[0]:
            yield f"the error is named {error.ename}, and not {codes[0]}"


def check(path):
    """Runs a notebook; how many cells and pictures it has, and what is wrong."""
    notebook = jupytext.read(path)
    if notebook.metadata.get("kernelspec", {}).get("name") != "reductio":
        return 0, 0, [f"{path}: it is for another kernel"]
    wrong, number, pictures = [], 0, 0
    client = nbclient.NotebookClient(notebook, kernel_name="reductio", timeout=600)
    with client.setup_kernel():
        for index, cell in enumerate(notebook.cells):
            if cell.cell_type != "code":
                continue
            number += 1
            is_refused = False
            try:
                client.execute_cell(cell, index)
            except CellExecutionError:
                is_refused = True
            after = notebook.cells[index + 1] if index + 1 < len(notebook.cells) else None
            following = after.source if after is not None and after.cell_type == "markdown" else None
            for fault in faults(cell, following, path.parent, is_refused):
                wrong.append(f"{path}: cell {number}: {fault}")
            pictures += sum(kind == "svg" for kind, _ in answered(cell)[0])
    if number == 0:
        wrong.append(f"{path}: it has no cell")
    return number, pictures, wrong


def main(paths):
    is_good = bool(paths)
    for path in map(pathlib.Path, paths):
        cells, pictures, wrong = check(path)
        for fault in wrong:
            print(fault)
        if not wrong:
            print(f"{path}: {cells} cells, {pictures} pictures: as stored")
        is_good = is_good and not wrong
    return 0 if is_good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
