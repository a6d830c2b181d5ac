//! A modern client that answers what it is asked.

use serde_json::{Map, Value, json};
use wymcp_router::{Facts, Mount, Principal};

use crate::support::{modern, said};

/// Everything that can be declared.
pub(crate) fn all() -> Value {
    json!({"elicitation": {"form": {}, "url": {}}, "sampling": {"tools": {}}, "roots": {}})
}

/// One request, and what it declares and brings along.
#[derive(Debug, Clone)]
pub(crate) struct Request {
    method: &'static str,
    pub(crate) params: Value,
    capabilities: Value,
    user: Option<&'static str>,
}

impl Request {
    pub(crate) fn call(tool: &str, arguments: impl Into<Value>) -> Self {
        Self::of("tools/call", json!({"name": tool, "arguments": arguments.into()}))
    }

    pub(crate) fn of(method: &'static str, params: Value) -> Self {
        Self {
            method,
            params,
            capabilities: all(),
            user: None,
        }
    }

    pub(crate) fn declaring(self, capabilities: Value) -> Self {
        Self { capabilities, ..self }
    }

    pub(crate) fn by(self, user: &'static str) -> Self {
        Self {
            user: Some(user),
            ..self
        }
    }

    pub(crate) fn answering(mut self, responses: Value) -> Self {
        self.params["inputResponses"] = responses;
        self
    }

    pub(crate) fn with_state(mut self, state: impl Into<Value>) -> Self {
        self.params["requestState"] = state.into();
        self
    }

    /// The whole answer: status, and the message.
    pub(crate) async fn send(&self, mount: &Mount) -> (u16, Value) {
        let mut request = modern(1, self.method, self.params.clone());
        request["params"]["_meta"]["io.modelcontextprotocol/clientCapabilities"] = self.capabilities.clone();
        let mut extensions = http::Extensions::new();
        if let Some(user) = self.user {
            extensions.insert(Principal::new(user));
        }
        let facts = Facts::bare().with_extensions(extensions);
        said(&mount.handle(request.to_string().as_bytes(), facts).await)
    }

    /// The result, without what says who the server is.
    pub(crate) async fn result(&self, mount: &Mount) -> Value {
        let (status, mut answer) = self.send(mount).await;
        assert_eq!(status, 200, "{answer}");
        let mut result = answer["result"].take();
        assert!(result.is_object(), "no result: {answer}");
        result.as_object_mut().unwrap().remove("_meta");
        result
    }

    /// The error: status, and its members.
    pub(crate) async fn error(&self, mount: &Mount) -> (u16, Value) {
        let (status, mut answer) = self.send(mount).await;
        assert_eq!(answer["id"], 1, "E1");
        (status, answer["error"].take())
    }

    /// The state of a call that asks.
    pub(crate) async fn state(&self, mount: &Mount) -> String {
        let result = self.result(mount).await;
        assert_eq!(result["resultType"], "input_required", "{result}");
        result["requestState"].as_str().unwrap().to_owned()
    }

    /// Answer what is asked, until there is a result.
    pub(crate) async fn settled(
        mut self,
        mount: &Mount,
        mut answer: impl FnMut(&str, &Value) -> Option<Value>,
    ) -> Value {
        loop {
            let result = self.result(mount).await;
            if result["resultType"] != "input_required" {
                return result;
            }
            let requests = result["inputRequests"].as_object().unwrap();
            let answers = requests
                .iter()
                .filter_map(|(id, request)| Some((id.clone(), answer(id, request)?)));
            let answers = answers.collect::<Map<_, _>>();
            self = self
                .answering(answers.into())
                .with_state(result["requestState"].clone());
        }
    }
}

pub(crate) fn accepted(content: impl Into<Value>) -> Value {
    json!({"action": "accept", "content": content.into()})
}

/// A result with its state left out, which is another one each time.
pub(crate) fn stateless(mut result: Value) -> String {
    if result.get("requestState").is_some() {
        result["requestState"] = "…".into();
    }
    result.to_string()
}

pub(crate) fn text(result: &Value) -> &str {
    result["content"][0]["text"].as_str().unwrap()
}
