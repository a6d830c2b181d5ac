//! The client's own side: what it hears beside results, and what it answers when it is asked.
#![expect(
    deprecated,
    reason = "sampling and log messages are deprecated in the later protocol, and part of both"
)]

use std::sync::{Arc, Mutex, PoisonError};

use rmcp::model::{
    ClientConfig, CreateMessageRequestParams, CreateMessageResult, ElicitRequestParams, ElicitResult,
    ElicitationCapability, LoggingMessageNotificationParam, ProgressNotificationParam, SamplingCapability,
};
use rmcp::service::{NotificationContext, RequestContext, RoleClient};
use rmcp::{ClientHandler, ErrorData};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tokio::sync::Notify;

/// What was heard since the check began.
#[derive(Debug, Default)]
struct Heard {
    progress: Vec<f64>,
    log: Vec<Value>,
    asked: Vec<&'static str>,
}

#[derive(Debug, Clone)]
pub(crate) struct Guest {
    answers: Value,
    heard: Arc<Mutex<Heard>>,
    /// Something was heard.
    pub(crate) news: Arc<Notify>,
}

impl Guest {
    pub(crate) fn new(answers: &Value) -> Self {
        Self {
            answers: answers.clone(),
            heard: Arc::default(),
            news: Arc::default(),
        }
    }

    pub(crate) fn forget(&self) {
        self.with(std::mem::take);
    }

    /// As the table points into it.
    pub(crate) fn heard(&self) -> Value {
        self.with(|heard| json!({"progress": heard.progress, "log": heard.log, "asked": heard.asked}))
    }

    fn with<T>(&self, look: impl FnOnce(&mut Heard) -> T) -> T {
        look(&mut self.heard.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn note(&self, note: impl FnOnce(&mut Heard)) {
        self.with(note);
        self.news.notify_one();
    }

    fn answer<T: DeserializeOwned>(&self, method: &'static str) -> Result<T, ErrorData> {
        self.note(|heard| heard.asked.push(method));
        serde_json::from_value(self.answers[method].clone())
            .map_err(|error| ErrorData::internal_error(error.to_string(), None))
    }
}

impl ClientHandler for Guest {
    fn get_info(&self) -> ClientConfig {
        let mut info = ClientConfig::default();
        info.capabilities.sampling = Some(SamplingCapability::default());
        info.capabilities.elicitation = Some(ElicitationCapability::default());
        info
    }

    async fn create_message(
        &self,
        _: CreateMessageRequestParams,
        _: RequestContext<RoleClient>,
    ) -> Result<CreateMessageResult, ErrorData> {
        self.answer("sampling/createMessage")
    }

    async fn create_elicitation(
        &self,
        _: ElicitRequestParams,
        _: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        self.answer("elicitation/create")
    }

    async fn on_progress(&self, params: ProgressNotificationParam, _: NotificationContext<RoleClient>) {
        self.note(|heard| heard.progress.push(params.progress));
    }

    async fn on_logging_message(&self, params: LoggingMessageNotificationParam, _: NotificationContext<RoleClient>) {
        self.note(|heard| heard.log.push(params.data));
    }
}
