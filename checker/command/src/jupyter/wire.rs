//! The sockets of the kernel: which messages arrive on each, and who answers them.
//!
//! One thread has four tasks: the heartbeat; the channel on which outputs go; the control channel, which is heard while
//! a cell runs; and the shell channel, whose requests are answered in their order.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use jupyter_protocol::{
    ConnectionInfo, InterruptReply, IoPubWelcome, JupyterMessage, JupyterMessageContent,
    ShutdownReply, Status,
};
use jupyter_zmq_client::{
    KernelControlConnection, KernelHeartbeatConnection, KernelIoPubXPubConnection,
    RouterRecvConnection, RuntimeError, SubscriptionEvent, create_kernel_control_connection,
    create_kernel_heartbeat_connection, create_kernel_iopub_xpub_connection,
    create_kernel_shell_connection, create_kernel_stdin_connection,
};
use reductio::diagnostics::Diagnostic;
use tokio::sync::Notify;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use super::requests::{Kernel, Next, kernel_info};
use super::work::Interrupt;

/// The time for which a socket that fails is left alone before it is read again.
const PAUSE: Duration = Duration::from_millis(100);

/// The time that the last messages have to leave.
const FAREWELL: Duration = Duration::from_millis(200);

/// The channel on which outputs go.
#[derive(Clone, Debug)]
pub(super) struct Outputs(UnboundedSender<JupyterMessage>);

impl Outputs {
    /// Sends a message that a request caused.
    pub(super) fn send(&self, content: impl Into<JupyterMessageContent>, parent: &JupyterMessage) {
        // Everybody hears it, whoever asked.
        let message = JupyterMessage::new(content, Some(parent)).with_zmq_identities(Vec::new());
        // The receiver is gone only when the kernel ends.
        let _ = self.0.send(message);
    }
}

/// The interrupt of the cell that runs, or of the last one, shared by the tasks.
pub(super) type Current = Arc<Mutex<Interrupt>>;

/// Serves the kernel until it is shut down.
///
/// # Errors
/// The connection file cannot be read (E0002), or cannot be used (E0807).
pub(crate) fn serve(path: &Path) -> Result<(), Box<Diagnostic>> {
    let name = path.display();
    let text = std::fs::read_to_string(path)
        .map_err(|error| Diagnostic::error("E0002", format!("cannot read `{name}`: {error}")))?;
    let unusable = |error: &dyn std::fmt::Display| {
        let fault = Diagnostic::error("E0807", format!("`{name}` cannot be served: {error}"));
        Box::new(fault.help("Jupyter writes such a file, and starts the kernel with it"))
    };
    let info: ConnectionInfo = serde_json::from_str(&text).map_err(|error| unusable(&error))?;
    if info.signature_scheme != "hmac-sha256" {
        return Err(unusable(&format!("unknown signatures `{}`", info.signature_scheme)));
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| unusable(&error))?;
    let ended = runtime.block_on(talk(&info)).map_err(|error| unusable(&error));
    // A cell that was left alone may still run: nobody waits for it.
    runtime.shutdown_background();
    ended
}

async fn talk(info: &ConnectionInfo) -> Result<(), RuntimeError> {
    // A message without parent has a fresh name for its session.
    let session = JupyterMessage::from(Status::starting()).header.session;
    let heartbeat = create_kernel_heartbeat_connection(info).await?;
    let iopub = create_kernel_iopub_xpub_connection(info, &session).await?;
    let control = create_kernel_control_connection(info, &session).await?;
    // Nothing is ever asked of the user; that the port answers is part of the protocol.
    let _stdin = create_kernel_stdin_connection(info, &session).await?;
    let (replies, requests) = create_kernel_shell_connection(info, &session).await?.split();

    let (sender, messages) = unbounded_channel();
    let outputs = Outputs(sender);
    let current = Current::default();
    let over = Arc::new(Notify::new());
    tokio::spawn(beat(heartbeat));
    tokio::spawn(publish(iopub, messages));
    tokio::spawn(hear(control, outputs.clone(), current.clone(), over.clone()));
    let (sender, pending) = unbounded_channel();
    tokio::spawn(read(requests, sender));
    let kernel = Kernel::new(replies, outputs, current);
    tokio::select! {
        ended = answer(kernel, pending) => ended?,
        () = over.notified() => {}
        () = orphaned() => {}
    }
    tokio::time::sleep(FAREWELL).await;
    Ok(())
}

/// Tells on standard error, where Jupyter keeps its log, that a message is passed over; after a fault of the socket it
/// waits a little.
async fn passed_over(error: &RuntimeError) {
    crate::terminal::tell(&format!("reductio: a message is passed over: {error}\n"));
    if matches!(error, RuntimeError::ZmqError(_) | RuntimeError::IoError(_)) {
        tokio::time::sleep(PAUSE).await;
    }
}

async fn beat(mut heartbeat: KernelHeartbeatConnection) {
    loop {
        if let Err(error) = heartbeat.single_heartbeat().await {
            passed_over(&error).await;
        }
    }
}

/// Sends outputs, and welcomes listeners that begin to listen.
async fn publish(
    mut iopub: KernelIoPubXPubConnection,
    mut messages: UnboundedReceiver<JupyterMessage>,
) {
    loop {
        let sent = tokio::select! {
            message = messages.recv() => match message {
                Some(message) => iopub.send(message).await,
                None => return,
            },
            event = iopub.recv_subscription() => match event {
                Ok(SubscriptionEvent::Subscribe(topic)) => {
                    iopub.send(IoPubWelcome::new(topic).into()).await
                }
                Ok(SubscriptionEvent::Unsubscribe(_)) => Ok(()),
                Err(error) => Err(error),
            },
        };
        if let Err(error) = sent {
            passed_over(&error).await;
        }
    }
}

/// Reads the requests of the shell ahead, so that it is known which ones wait when a cell is refused.
async fn read(mut requests: RouterRecvConnection, pending: UnboundedSender<JupyterMessage>) {
    loop {
        match requests.read().await {
            Ok(message) => {
                if pending.send(message).is_err() {
                    return;
                }
            }
            Err(error) => passed_over(&error).await,
        }
    }
}

/// Answers the requests of the shell. After a refused cell, the cells that wait behind it are not run if its request
/// says so.
async fn answer(
    mut kernel: Kernel,
    mut pending: UnboundedReceiver<JupyterMessage>,
) -> Result<(), RuntimeError> {
    while let Some(message) = pending.recv().await {
        match kernel.answer(&message).await? {
            Next::GoOn => {}
            Next::End => return Ok(()),
            Next::Abort => {
                while let Ok(message) = pending.try_recv() {
                    if kernel.abort(&message).await? == Next::End {
                        return Ok(());
                    }
                }
            }
        }
    }
    Ok(())
}

/// Answers the requests of the control channel.
async fn hear(
    mut control: KernelControlConnection,
    outputs: Outputs,
    current: Current,
    over: Arc<Notify>,
) {
    loop {
        let message = match control.read().await {
            Ok(message) => message,
            Err(error) => {
                passed_over(&error).await;
                continue;
            }
        };
        outputs.send(Status::busy(), &message);
        let interrupt = || current.lock().unwrap_or_else(PoisonError::into_inner).raise();
        let (reply, is_last): (Option<JupyterMessageContent>, bool) = match &message.content {
            JupyterMessageContent::InterruptRequest(_) => {
                interrupt();
                (Some(InterruptReply::new().into()), false)
            }
            JupyterMessageContent::ShutdownRequest(request) => {
                interrupt();
                let reply = ShutdownReply { restart: request.restart, ..ShutdownReply::default() };
                (Some(reply.into()), true)
            }
            JupyterMessageContent::KernelInfoRequest(_) => (Some(kernel_info().into()), false),
            _ => (None, false),
        };
        if let Some(reply) = reply {
            if is_last {
                outputs.send(reply.clone(), &message);
            }
            let sent = control.send(JupyterMessage::new(reply, Some(&message))).await;
            if let Err(error) = sent {
                passed_over(&error).await;
            }
        }
        outputs.send(Status::idle(), &message);
        if is_last {
            over.notify_one();
        }
    }
}

/// Ends when the Jupyter that started the kernel is gone without a word.
async fn orphaned() {
    #[cfg(unix)]
    if std::env::var_os("JPY_PARENT_PID").is_some() {
        let parent = std::os::unix::process::parent_id();
        while std::os::unix::process::parent_id() == parent {
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
        return;
    }
    std::future::pending::<()>().await;
}
