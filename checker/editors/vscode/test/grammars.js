// Runs the grammars over all bundled files, with the engine that the editor has. No line may make the engine give up, comments
// have the colour of comments, and each keyword that stands outside of comments and texts has a colour.

const assert = require("node:assert");
const fs = require("node:fs");
const path = require("node:path");
const oniguruma = require("vscode-oniguruma");
const textmate = require("vscode-textmate");

const here = path.join(__dirname, "..");
const project = path.join(here, "../../..");
const endings = ["oa", "oap", "sys", "prog"];

function* files(folder) {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const name = path.join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!entry.name.startsWith(".") && !["target", "node_modules"].includes(entry.name)) yield* files(name);
    } else if (endings.includes(path.extname(name).slice(1))) {
      yield name;
    }
  }
}

/** The words that a grammar colours as keywords. */
function keywords(grammar, found = new Set()) {
  for (const pattern of grammar.patterns ?? []) keywords(pattern, found);
  if (grammar.name?.startsWith("keyword.") && grammar.match) {
    for (const [, words] of grammar.match.matchAll(/\\b\(\?:([^()]*)\)\\b/g)) words.split("|").forEach((word) => found.add(word));
  }
  return found;
}

async function main() {
  const wasm = fs.readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm"));
  await oniguruma.loadWASM(wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength));
  const text = (ending) => fs.readFileSync(path.join(here, `syntaxes/${ending}.tmLanguage.json`), "utf8");
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (line) => new oniguruma.OnigString(line),
    }),
    loadGrammar: async (scope) => textmate.parseRawGrammar(text(scope.split(".").pop()), "grammar.json"),
  });
  const seen = Object.fromEntries(endings.map((ending) => [ending, 0]));
  for (const name of files(project)) {
    const ending = path.extname(name).slice(1);
    const grammar = await registry.loadGrammar(`source.reductio.${ending}`);
    const words = keywords(JSON.parse(text(ending)));
    seen[ending] += 1;
    let state = textmate.INITIAL;
    for (const [number, line] of fs.readFileSync(name, "utf8").split(/\r?\n/).entries()) {
      const found = grammar.tokenizeLine(line, state);
      assert(!found.stoppedEarly, `${name}:${number + 1}`);
      state = found.ruleStack;
      const start = ending === "sys" ? line.replace(/"[^"]*"/g, (t) => "x".repeat(t.length)).indexOf("--") : line.indexOf("--");
      for (const token of found.tokens) {
        const word = line.slice(token.startIndex, token.endIndex);
        const scopes = token.scopes.join(" ");
        const place = `${name}:${number + 1}:${token.startIndex + 1}: ${word}: ${scopes}`;
        if (start >= 0 && token.startIndex >= start) assert(scopes.includes("comment."), place);
        else assert(!scopes.includes("comment."), place);
        // What stands in labels and texts is a name.
        const isBare = token.scopes.length === 1;
        if (isBare) for (const part of word.match(/[\p{L}\p{N}_']+/gu) ?? []) assert(!words.has(part), place);
      }
    }
  }
  for (const ending of endings) assert(seen[ending] >= 20, `${ending}: ${seen[ending]} files`);
  console.log(`${endings.map((ending) => `${seen[ending]} .${ending}`).join(", ")}: all files have colours`);
}

main().catch((error) => {
  console.error(error.message);
  process.exit(1);
});
