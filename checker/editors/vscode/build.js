// Bundles the client into one file, and puts the licences of what is in it beside it.

const fs = require("node:fs");
const path = require("node:path");
const esbuild = require("esbuild");

async function main() {
  const { metafile } = await esbuild.build({
    entryPoints: ["src/extension.js"],
    bundle: true,
    platform: "node",
    target: "node18",
    external: ["vscode"],
    minify: true,
    metafile: true,
    outfile: "dist/extension.js",
  });
  const packages = new Set();
  for (const input of Object.keys(metafile.inputs)) {
    const found = input.match(/^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//);
    if (found) packages.add(found[1]);
  }
  const licences = [...packages].sort().map((folder) => {
    const { name, version, license } = JSON.parse(fs.readFileSync(path.join(folder, "package.json"), "utf8"));
    const file = fs.readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
    if (!file) throw new Error(`${name} has no licence`);
    return `${name} ${version} (${license})\n\n${fs.readFileSync(path.join(folder, file), "utf8").trim()}\n`;
  });
  fs.writeFileSync("dist/licences.txt", licences.join(`\n${"-".repeat(80)}\n\n`));
}

main().catch((error) => {
  console.error(error.message);
  process.exit(1);
});
