// The client: starts `reductio lsp` and passes on what it says. All answers are the server's.

const vscode = require("vscode");
const { LanguageClient, State, TransportKind } = require("vscode-languageclient/node");

/** The scheme under which the explanations of codes are shown. */
const EXPLANATIONS = "reductio-explanation";
/** The scheme under which the state of a derivation is shown. */
const STATE = "reductio-state";
const LANGUAGES = ["reductio-oa", "reductio-oap", "reductio-sys", "reductio-prog"];

let client;

function started() {
  const command = vscode.workspace.getConfiguration("reductio").get("server.path", "reductio");
  const run = { command, args: ["lsp"], transport: TransportKind.stdio };
  return new LanguageClient("reductio", "Reductio", { run, debug: run }, {
    documentSelector: LANGUAGES.map((language) => ({ language })),
    initializationOptions: { explanations: EXPLANATIONS },
  });
}

async function start() {
  client = started();
  try {
    await client.start();
  } catch (error) {
    vscode.window.showErrorMessage(
      `The language server does not start (${error.message ?? error}). Is the command \`reductio\` ` +
        "installed? The setting `reductio.server.path` says where it is.",
    );
  }
}

async function stop() {
  const running = client;
  client = undefined;
  if (running && running.state !== State.Stopped) await running.stop();
}

/** The state of the derivation at the cursor, or why there is none. */
async function stateAtCursor() {
  const editor = vscode.window.activeTextEditor;
  if (!client || editor?.document.languageId !== "reductio-oap") return undefined;
  const state = await client.sendRequest("reductio/derivationState", {
    textDocument: { uri: editor.document.uri.toString() },
    position: editor.selection.active,
  });
  return state?.markdown ?? "The cursor stands in no derivation.";
}

async function activate(context) {
  const changed = new vscode.EventEmitter();
  const stateUri = vscode.Uri.parse(`${STATE}:/derivation.md`);
  let shown = "";
  const show = async () => {
    const text = await stateAtCursor().catch(() => undefined);
    if (text === undefined || text === shown) return;
    shown = text;
    changed.fire(stateUri);
  };
  context.subscriptions.push(
    changed,
    vscode.workspace.registerTextDocumentContentProvider(EXPLANATIONS, {
      provideTextDocumentContent: async (uri) => {
        const code = uri.path.replace(/^\//, "").replace(/\.md$/, "");
        const found = await client?.sendRequest("reductio/explain", { code });
        return found?.text ?? "";
      },
    }),
    vscode.workspace.registerTextDocumentContentProvider(STATE, {
      onDidChange: changed.event,
      provideTextDocumentContent: () => shown,
    }),
    vscode.commands.registerCommand("reductio.derivationState", async () => {
      await show();
      const document = await vscode.workspace.openTextDocument(stateUri);
      await vscode.window.showTextDocument(document, {
        viewColumn: vscode.ViewColumn.Beside,
        preserveFocus: true,
        preview: true,
      });
    }),
    // Only while the state is shown is it asked for.
    vscode.window.onDidChangeTextEditorSelection(() => {
      const isShown = vscode.workspace.textDocuments.some((open) => open.uri.scheme === STATE);
      if (isShown) void show();
    }),
    vscode.commands.registerCommand("reductio.restart", async () => {
      await stop();
      await start();
    }),
  );
  await start();
}

module.exports = { activate, deactivate: stop };
