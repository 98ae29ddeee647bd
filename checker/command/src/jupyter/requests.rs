//! Answers the requests of the shell channel, one after the other, out of a session.

use std::collections::HashMap;
use std::sync::PoisonError;

use jupyter_protocol::{
    CodeMirrorMode, CommInfoReply, CompleteReply, ExecuteInput, ExecuteReply, ExecuteRequest,
    ExecutionCount, HistoryReply, InspectReply, IsCompleteReply, JupyterMessage,
    JupyterMessageContent, KernelInfoReply, LanguageInfo, Media, MediaType, ReplyStatus,
    ShutdownReply, Status,
};
use jupyter_zmq_client::{RouterSendConnection, RuntimeError};

use super::console::is_complete;
use super::wire::{Current, Outputs};
use super::work::{Ended, Interrupt, apart};
use super::{completion, inspection, outcome};
use crate::notebook::{CellAnswer, Session, interrupted};
use crate::stop::Cause;

/// The action after a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// Answer the next request.
    GoOn,
    /// Do not run the cells that were sent already.
    Abort,
    /// Shut the kernel down.
    End,
}

/// A session, with the channels on which it answers.
pub(super) struct Kernel {
    session: Session,
    count: usize,
    replies: RouterSendConnection,
    outputs: Outputs,
    current: Current,
}

impl Kernel {
    pub(super) fn new(replies: RouterSendConnection, outputs: Outputs, current: Current) -> Self {
        Kernel { session: Session::new(), count: 0, replies, outputs, current }
    }

    /// Answers a request.
    pub(super) async fn answer(&mut self, message: &JupyterMessage) -> Result<Next, RuntimeError> {
        self.outputs.send(Status::busy(), message);
        let mut next = Next::GoOn;
        let reply: Option<JupyterMessageContent> = match &message.content {
            JupyterMessageContent::ExecuteRequest(request) => {
                let reply = self.execute(request, message).await;
                if reply.status != ReplyStatus::Ok && request.stop_on_error {
                    next = Next::Abort;
                }
                Some(reply.into())
            }
            JupyterMessageContent::KernelInfoRequest(_) => Some(kernel_info().into()),
            JupyterMessageContent::CompleteRequest(request) => {
                let (code, cursor) = (request.code.clone(), request.cursor_pos);
                let look = move |session: &Session| completion::complete(session, &code, cursor);
                let found = self.look(look).await.unwrap_or_default();
                let reply = CompleteReply {
                    matches: found.matches,
                    cursor_start: found.start,
                    cursor_end: found.end,
                    ..CompleteReply::default()
                };
                Some(reply.into())
            }
            JupyterMessageContent::InspectRequest(request) => {
                let (code, cursor) = (request.code.clone(), request.cursor_pos);
                let look = move |session: &Session| inspection::inspect(session, &code, cursor);
                let found = self.look(look).await.flatten();
                let data = found.map_or_else(Media::default, |text| MediaType::Plain(text).into());
                let found = !data.content.is_empty();
                Some(InspectReply { found, data, ..InspectReply::default() }.into())
            }
            JupyterMessageContent::IsCompleteRequest(request) => {
                Some(match is_complete(&request.code) {
                    Some(true) => IsCompleteReply::complete().into(),
                    Some(false) => IsCompleteReply::incomplete(String::new()).into(),
                    None => IsCompleteReply::invalid().into(),
                })
            }
            JupyterMessageContent::CommInfoRequest(_) => Some(CommInfoReply::default().into()),
            JupyterMessageContent::HistoryRequest(_) => Some(HistoryReply::default().into()),
            JupyterMessageContent::ShutdownRequest(request) => {
                next = Next::End;
                let reply = ShutdownReply { restart: request.restart, ..ShutdownReply::default() };
                Some(reply.into())
            }
            // Widgets, debuggers, and what later protocols have.
            _ => None,
        };
        if let Some(reply) = reply {
            self.replies.send(JupyterMessage::new(reply, Some(message))).await?;
        }
        self.outputs.send(Status::idle(), message);
        Ok(next)
    }

    /// Answers a request that waited behind a refused cell: cells are not run.
    pub(super) async fn abort(&mut self, message: &JupyterMessage) -> Result<Next, RuntimeError> {
        if !matches!(message.content, JupyterMessageContent::ExecuteRequest(_)) {
            return self.answer(message).await;
        }
        self.outputs.send(Status::busy(), message);
        let status = ReplyStatus::Aborted;
        let execution_count = ExecutionCount::new(self.count);
        let reply = ExecuteReply { status, execution_count, ..ExecuteReply::default() };
        self.replies.send(JupyterMessage::new(reply, Some(message))).await?;
        self.outputs.send(Status::idle(), message);
        Ok(Next::GoOn)
    }

    async fn execute(
        &mut self,
        request: &ExecuteRequest,
        message: &JupyterMessage,
    ) -> ExecuteReply {
        if request.store_history && !request.silent {
            self.count += 1;
        }
        let execution_count = ExecutionCount::new(self.count);
        if !request.silent {
            let code = request.code.clone();
            self.outputs.send(ExecuteInput { code, execution_count }, message);
        }
        let answer = self.run(&request.code).await;
        let error = outcome::error(&answer);
        if !request.silent {
            for output in outcome::outputs(&answer) {
                self.outputs.send(output, message);
            }
            if let Some(error) = &error {
                self.outputs.send(outcome::error_output(error), message);
            }
        }
        let status = if error.is_none() { ReplyStatus::Ok } else { ReplyStatus::Error };
        let user_expressions = Some(HashMap::new());
        let error = error.map(Box::new);
        ExecuteReply { status, execution_count, user_expressions, error, payload: Vec::new() }
    }

    /// Runs a cell. The session changes only if the cell ends by itself.
    async fn run(&mut self, code: &str) -> CellAnswer {
        let interrupt = self.fresh();
        let mut session = self.session.clone().stopped_by(interrupt.stop.clone());
        let code = code.to_owned();
        let work = move || {
            let answer = session.run(&code);
            (session, answer)
        };
        match apart(&interrupt, work).await {
            Ended::Done((session, answer)) => {
                self.session = session;
                answer
            }
            Ended::Panicked(what) => outcome::bug(&what),
            Ended::Left => {
                let fault = interrupted(Cause::Interrupted);
                CellAnswer::ended_early(
                    &fault.help("it goes on in the background; what it finds is dropped"),
                )
            }
        }
    }

    /// Looks something up in the session; `None` if that takes too long or goes wrong.
    async fn look<T: Send + 'static>(
        &self,
        what: impl FnOnce(&Session) -> T + Send + 'static,
    ) -> Option<T> {
        let interrupt = self.fresh();
        let session = self.session.clone().stopped_by(interrupt.stop.clone());
        match apart(&interrupt, move || what(&session)).await {
            Ended::Done(found) => Some(found),
            Ended::Panicked(_) | Ended::Left => None,
        }
    }

    /// Makes the interrupt of the work that begins now.
    fn fresh(&self) -> Interrupt {
        let interrupt = Interrupt::default();
        *self.current.lock().unwrap_or_else(PoisonError::into_inner) = interrupt.clone();
        interrupt
    }
}

/// The description of the kernel. Editors that do not know the languages use the colours of Haskell, which has the same
/// comments.
pub(super) fn kernel_info() -> KernelInfoReply {
    let version = env!("CARGO_PKG_VERSION").to_owned();
    KernelInfoReply {
        status: ReplyStatus::Ok,
        protocol_version: "5.3".to_owned(),
        implementation: "reductio".to_owned(),
        implementation_version: version.clone(),
        language_info: LanguageInfo {
            name: "reductio".to_owned(),
            version: version.clone(),
            mimetype: Some("text/x-reductio".to_owned()),
            file_extension: Some(".txt".to_owned()),
            pygments_lexer: Some("haskell".to_owned()),
            codemirror_mode: Some(CodeMirrorMode::Simple("haskell".to_owned())),
            nbconvert_exporter: None,
        },
        banner: format!(
            "Reductio {version}: theories, derivations, systems, programs, models, commands"
        ),
        help_links: Vec::new(),
        debugger: false,
        error: None,
    }
}
