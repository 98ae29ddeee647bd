//! The live kernel, addressed as Jupyter does: a child process, five sockets, signed messages.

#![cfg(feature = "jupyter")]

use std::net::{IpAddr, Ipv4Addr};
use std::process::Child;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use crate::common;
use crate::common::Folder;
use jupyter_protocol::{
    CompleteRequest, ConnectionInfo, ErrorOutput, ExecuteReply, ExecuteRequest, ExecutionState,
    HistoryRequest, InspectRequest, InterruptRequest, IsCompleteRequest, JupyterMessage,
    JupyterMessageContent as Content, KernelInfoRequest, MediaType, ReplyStatus, ShutdownRequest,
    Transport,
};
use jupyter_zmq_client::{
    ClientControlConnection, ClientIoPubConnection, ClientShellConnection, RuntimeError,
    create_client_control_connection, create_client_heartbeat_connection,
    create_client_iopub_connection, create_client_shell_connection_with_identity,
    peek_ports_with_listeners, peer_identity_for_session,
};

/// A time that only something that hangs takes.
const LIMIT: Duration = Duration::from_secs(120);

/// A cell that runs for hours.
const ENDLESS: &str =
    r#"models --find "x y z <= x y z T x y z" --states 5 --evaluations 1000000000000000"#;

/// How many keys were given to kernels.
static KEYS: AtomicUsize = AtomicUsize::new(0);

struct Client {
    child: Child,
    info: ConnectionInfo,
    shell: ClientShellConnection,
    control: ClientControlConnection,
    iopub: ClientIoPubConnection,
    _folder: Folder,
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The answer of a cell.
#[derive(Debug)]
struct Ran {
    reply: ExecuteReply,
    /// The texts of diagnostics.
    errors: Vec<String>,
    /// The texts, each with the kinds of data that it came with.
    shown: Vec<(String, Vec<String>)>,
    error: Option<ErrorOutput>,
    /// The types of everything that was published.
    types: Vec<String>,
}

impl Client {
    /// Starts a kernel, and connects to it. Between the choice of free ports and their use by the kernel anybody can
    /// take them, the connections of other tests among them. Then the kernel ends, and other ports are tried.
    async fn start() -> Self {
        for _ in 0..20 {
            if let Some(client) = Self::start_once().await {
                return client;
            }
        }
        panic!("no kernel starts");
    }

    /// Starts a kernel on ports that were free a moment ago. `None` if it ends, or if it is not the one that answers.
    async fn start_once() -> Option<Self> {
        let ip = IpAddr::V4(Ipv4Addr::LOCALHOST);
        let (ports, listeners) = peek_ports_with_listeners(ip, 5).await.unwrap();
        let info = ConnectionInfo {
            ip: ip.to_string(),
            transport: Transport::TCP,
            shell_port: ports[0],
            iopub_port: ports[1],
            stdin_port: ports[2],
            control_port: ports[3],
            hb_port: ports[4],
            // Messages of the kernel of another test have another signature.
            key: format!("a key that nobody knows {}", KEYS.fetch_add(1, Ordering::Relaxed)),
            signature_scheme: "hmac-sha256".to_owned(),
            kernel_name: None,
        };
        let folder = Folder::new().with("connection.json", serde_json::to_string(&info).unwrap());
        drop(listeners);
        let mut child = common::command()
            .args(["jupyter", "serve", "connection.json"])
            .current_dir(folder.path())
            .spawn()
            .unwrap();
        // Clients connect as soon as somebody listens.
        let connected = within(async {
            tokio::select! {
                connected = connect(&info) => connected.ok(),
                () = has_ended(&mut child) => None,
            }
        });
        if let Some((shell, control, iopub)) = connected.await {
            return Some(Client { child, info, shell, control, iopub, _folder: folder });
        }
        let _ = child.kill();
        let _ = child.wait();
        None
    }

    /// Sends a request, and waits for the reply to it.
    async fn ask(&mut self, request: impl Into<Content>) -> Content {
        let request = JupyterMessage::new(request, None);
        self.shell.send(request.clone()).await.unwrap();
        let reply = within(self.shell.read()).await.unwrap();
        assert_eq!(reply.parent_header.unwrap().msg_id, request.header.msg_id);
        reply.content
    }

    async fn send(&mut self, request: ExecuteRequest) -> JupyterMessage {
        let request = JupyterMessage::new(request, None);
        self.shell.send(request.clone()).await.unwrap();
        request
    }

    async fn run(&mut self, code: &str) -> Ran {
        self.run_as(ExecuteRequest::new(code.to_owned())).await
    }

    async fn run_as(&mut self, request: ExecuteRequest) -> Ran {
        let request = self.send(request).await;
        self.outcome(&request).await
    }

    /// Waits for the end of a cell that was sent: all outputs up to `idle`, and the reply.
    async fn outcome(&mut self, request: &JupyterMessage) -> Ran {
        let (mut errors, mut shown, mut error, mut types) = (vec![], vec![], None, vec![]);
        loop {
            let message = within(self.iopub.read()).await.unwrap();
            if message.parent_header.is_none_or(|h| h.msg_id != request.header.msg_id) {
                continue;
            }
            types.push(message.content.message_type().to_owned());
            match message.content {
                Content::StreamContent(stream) => errors.push(stream.text),
                Content::DisplayData(data) => {
                    let kinds = data.data.content.iter().map(|m| m.mime_type().to_owned());
                    let mut kinds: Vec<String> = kinds.collect();
                    kinds.sort_unstable();
                    let text = data.data.content.iter().find_map(|media| match media {
                        MediaType::Plain(text) => Some(text.clone()),
                        _ => None,
                    });
                    shown.push((text.unwrap(), kinds));
                }
                Content::ErrorOutput(output) => error = Some(output),
                Content::Status(status) if status.execution_state == ExecutionState::Idle => break,
                _ => {}
            }
        }
        let reply = within(self.shell.read()).await.unwrap();
        assert_eq!(reply.parent_header.unwrap().msg_id, request.header.msg_id);
        let Content::ExecuteReply(reply) = reply.content else { panic!("{:?}", reply.content) };
        Ran { reply, errors, shown, error, types }
    }

    /// Waits until a cell that was sent is running.
    async fn begun(&mut self, request: &JupyterMessage) {
        loop {
            let message = within(self.iopub.read()).await.unwrap();
            let is_begin = message.message_type() == "execute_input";
            if is_begin && message.parent_header.unwrap().msg_id == request.header.msg_id {
                return;
            }
        }
    }

    /// Sends a request on the control channel, and waits for the reply.
    async fn control(&mut self, request: impl Into<Content>) -> Content {
        self.control.send(JupyterMessage::new(request, None)).await.unwrap();
        within(self.control.read()).await.unwrap().content
    }

    /// Waits until the child ends by itself, and returns its exit code.
    async fn end(&mut self) -> Option<i32> {
        within(has_ended(&mut self.child)).await;
        self.child.wait().unwrap().code()
    }
}

/// Connects to a kernel, and waits for its welcome.
async fn connect(
    info: &ConnectionInfo,
) -> Result<(ClientShellConnection, ClientControlConnection, ClientIoPubConnection), RuntimeError> {
    let session = "a test";
    let identity = peer_identity_for_session(session)?;
    let control = create_client_control_connection(info, session).await?;
    let shell = create_client_shell_connection_with_identity(info, session, identity).await?;
    let mut iopub = create_client_iopub_connection(info, "", session).await?;
    let welcome = iopub.read().await?;
    assert_eq!(welcome.message_type(), "iopub_welcome");
    Ok((shell, control, iopub))
}

async fn has_ended(child: &mut Child) {
    while child.try_wait().unwrap().is_none() {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

async fn within<T>(future: impl Future<Output = T>) -> T {
    tokio::time::timeout(LIMIT, future).await.expect("the kernel answers")
}

fn block(future: impl Future<Output = ()>) {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(future);
}

#[test]
fn cells_are_run_and_refused() {
    block(async {
        let mut client = Client::start().await;
        let Content::KernelInfoReply(info) = client.ask(KernelInfoRequest {}).await else {
            panic!("no kernel info")
        };
        assert_eq!(info.language_info.name, "reductio");

        let ran = client.run("states 3\nx = {(0,1), (1,2)}").await;
        assert_eq!((ran.reply.status, ran.reply.execution_count.0), (ReplyStatus::Ok, 1));
        assert_eq!(ran.types, ["status", "execute_input", "display_data", "status"]);
        let ran = client.run("eval x x").await;
        assert_eq!(ran.reply.execution_count.0, 2);
        let (text, kinds) = &ran.shown[0];
        assert!(text.starts_with("x x = {(0,2)}"), "{text}");
        assert_eq!(kinds[..], ["image/svg+xml", "text/plain"]);
        assert!(ran.shown[1].1.contains(&"text/html".to_owned()), "{:?}", ran.shown);

        // A refused cell: the diagnostic once, an error that names it, and no trace in the session.
        let ran = client.run("theory Bad\naction x\nlemma (1) ours: x <= y").await;
        let error = ran.error.unwrap();
        assert_eq!(ran.reply.status, ReplyStatus::Error);
        assert_eq!(ran.reply.error.unwrap().ename, error.ename);
        assert_eq!(ran.errors.len(), 1);
        assert!(
            ran.errors[0].starts_with(&format!("error[{}]: ", error.ename)),
            "{:?}",
            ran.errors
        );
        assert!(ran.errors[0].contains(&error.evalue), "{error:?}");
        assert_eq!(error.traceback, [format!("The cell is refused: {}.", error.ename)]);
        let ran = client.run("prove Bad:1").await;
        assert!(ran.errors[0].contains("Bad"), "{ran:?}");
        // What is false is refused by its end.
        let ran = client.run("decide \"x y = y x\"").await;
        assert_eq!(ran.error.unwrap().ename, "fails");
        assert!(ran.shown[1].1.contains(&"image/svg+xml".to_owned()));

        // Silent: no outputs, no number.
        let silent = ExecuteRequest {
            code: "eval x".to_owned(),
            silent: true,
            store_history: false,
            ..ExecuteRequest::default()
        };
        let ran = client.run_as(silent).await;
        assert_eq!(ran.types, ["status", "status"]);
        assert_eq!(ran.reply.execution_count.0, 5);

        let reply = client.control(ShutdownRequest { restart: false }).await;
        assert!(matches!(reply, Content::ShutdownReply(_)), "{reply:?}");
        assert_eq!(client.end().await, Some(0));
    });
}

#[test]
fn a_long_cell_is_interrupted_and_the_session_goes_on() {
    block(async {
        let mut client = Client::start().await;
        assert_eq!(client.run("states 2\nx = {(0,1)}").await.reply.status, ReplyStatus::Ok);
        let request = client.send(ExecuteRequest::new(ENDLESS.to_owned())).await;
        // Cells behind it are not run. They arrive before the interrupt.
        let behind = client.send(ExecuteRequest::new("eval x".to_owned())).await;
        client.begun(&request).await;
        // The control channel is heard while the cell runs.
        let reply = client.control(KernelInfoRequest {}).await;
        assert!(matches!(reply, Content::KernelInfoReply(_)), "{reply:?}");
        let reply = client.control(InterruptRequest {}).await;
        assert!(matches!(reply, Content::InterruptReply(_)), "{reply:?}");
        let ran = client.outcome(&request).await;
        assert_eq!(ran.reply.status, ReplyStatus::Error);
        assert_eq!(ran.error.unwrap().ename, "E0804");
        assert!(ran.errors.last().unwrap().contains("interrupted"), "{:?}", ran.errors);
        let ran = client.outcome(&behind).await;
        assert_eq!(ran.reply.status, ReplyStatus::Aborted);
        assert_eq!(ran.types, ["status", "status"]);
        // The session is as before, and usable.
        let ran = client.run("eval x").await;
        assert_eq!(ran.reply.status, ReplyStatus::Ok);
        assert!(ran.shown[0].0.starts_with("x = {(0,1)}"), "{ran:?}");
        // An interrupt while nothing runs is forgotten.
        client.control(InterruptRequest {}).await;
        assert_eq!(client.run("models --find \"x <= x\"").await.reply.status, ReplyStatus::Ok);
    });
}

#[test]
fn long_commands_obey_an_interrupt() {
    block(async {
        let mut client = Client::start().await;
        // Ten thousand million states.
        let system =
            "system big\nvar a[i : 0 .. 9] : 0 .. 9\nthread t[i : 0 .. 9] { loop { a[i] := any } }";
        assert_eq!(client.run(system).await.reply.status, ReplyStatus::Ok);
        // Four thousand: few enough to be validated, which takes about a second.
        let system = "system middle\nvar a[i : 0 .. 3] : 0 .. 7\nthread t[i : 0 .. 3] { loop { a[i] := any } }";
        assert_eq!(client.run(system).await.reply.status, ReplyStatus::Ok);
        for command in [
            "check big --unreduced",
            "check big --compare",
            "validate middle",
            "test big --runs 1000000000",
            "test big --mutants",
            ENDLESS,
        ] {
            let request = client.send(ExecuteRequest::new(command.to_owned())).await;
            client.begun(&request).await;
            // In the middle of it.
            tokio::time::sleep(Duration::from_millis(200)).await;
            client.control(InterruptRequest {}).await;
            let ran = client.outcome(&request).await;
            assert_eq!(ran.error.as_ref().map(|e| e.ename.as_str()), Some("E0804"), "{ran:?}");
            let said = ran.errors.concat();
            assert!(said.contains("interrupted") && !said.contains("background"), "{said}");
        }
        // A picture of so many states is refused before it takes long.
        let ran = client.run("show big").await;
        assert_eq!(ran.error.as_ref().map(|e| e.ename.as_str()), Some("E0695"), "{ran:?}");
        assert_eq!(client.run("prove 24").await.reply.status, ReplyStatus::Ok);
    });
}

#[test]
fn cells_are_looked_at() {
    block(async {
        let mut client = Client::start().await;
        assert_eq!(
            client
                .run("system counter\nvar x : 0 .. 1\nthread t { x := 1 }")
                .await
                .error
                .map(|e| e.ename),
            None
        );
        let code = "-- nächster\ncheck cou --compare".to_owned();
        let Content::CompleteReply(found) =
            client.ask(CompleteRequest { code: code.clone(), cursor_pos: 21 }).await
        else {
            panic!("no completions")
        };
        assert_eq!((found.cursor_start, found.cursor_end), (18, 21));
        assert_eq!(found.matches, ["counter"]);
        let request = InspectRequest { code, cursor_pos: 13, detail_level: Some(0) };
        let Content::InspectReply(found) = client.ask(request).await else { panic!("nothing") };
        let Some(MediaType::Plain(text)) = found.data.content.first() else { panic!("{found:?}") };
        assert!(found.found && text.contains("Usage:"), "{text}");
        let request = IsCompleteRequest { code: "theory T".to_owned() };
        let Content::IsCompleteReply(reply) = client.ask(request).await else { panic!("nothing") };
        assert_eq!(serde_json::to_value(reply.status).unwrap(), "incomplete");
        let Content::HistoryReply(reply) = client.ask(HistoryRequest::default()).await else {
            panic!("nothing")
        };
        assert!(reply.history.is_empty());
        let mut heartbeat = create_client_heartbeat_connection(&client.info).await.unwrap();
        within(heartbeat.single_heartbeat()).await.unwrap();
        // A message that is not signed is passed over.
        let forged = ConnectionInfo { key: "another key".to_owned(), ..client.info.clone() };
        let mut other = create_client_control_connection(&forged, "other").await.unwrap();
        other.send(JupyterMessage::new(ShutdownRequest { restart: false }, None)).await.unwrap();
        assert_eq!(client.run("decide \"x** = x*\"").await.reply.status, ReplyStatus::Ok);
        assert!(client.child.try_wait().unwrap().is_none());
    });
}

#[test]
fn a_connection_that_cannot_be_made_is_refused() {
    let used = std::net::TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let port = used.local_addr().unwrap().port();
    let info = |scheme: &str| {
        let ports = format!(
            r#""shell_port": {port}, "iopub_port": {port}, "stdin_port": {port}, "control_port": {port}, "hb_port": {port}"#
        );
        format!(
            r#"{{"ip": "127.0.0.1", "transport": "tcp", {ports}, "key": "", "signature_scheme": "{scheme}"}}"#
        )
    };
    let folder = Folder::new()
        .with("text.json", "no JSON")
        .with("scheme.json", info("rot13"))
        .with("used.json", info("hmac-sha256"));
    for (file, code) in [
        ("missing.json", "E0002"),
        ("text.json", "E0807"),
        ("scheme.json", "E0807"),
        ("used.json", "E0807"),
    ] {
        let answer = folder.run(&format!("jupyter serve {file}"));
        assert_eq!((answer.code, answer.codes()), (3, vec![code]), "{file}: {answer:?}");
    }
}

#[test]
fn the_command_installs_below_a_prefix() {
    let folder = Folder::new();
    let answer = folder.run("jupyter install --prefix env");
    assert_eq!(answer.code, 0, "{answer:?}");
    let file = folder.path().join("env/share/jupyter/kernels/reductio/kernel.json");
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.contains(env!("CARGO_BIN_EXE_reductio")), "{text}");
    assert_eq!(folder.run("jupyter install --prefix env").code, 0);
    std::fs::write(&file, "{}").unwrap();
    let answer = folder.run("jupyter install --prefix env");
    assert_eq!((answer.code, answer.codes()), (3, vec!["E0806"]), "{answer:?}");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "{}");
}
