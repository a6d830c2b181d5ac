//! What only a call of their own code can show of resources, prompts and completion.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::provided::{is_contents, of, unreadable};
use super::{Finding, Report};
use crate::methods::NO_RESOURCE;
use crate::rpc::code;
use crate::{Facts, Mount, Revision};

/// Pages of a list, at most: one that is longer has no end that a client would live to see.
const PAGES: usize = 1000;

/// Read, get and complete what `choose` picks, by its method and its URI, name or template; lists by their method alone.
pub(super) async fn examine(mount: &Mount, choose: impl Fn(&str, Option<&str>) -> bool, report: &mut Report) {
    let client = Client { mount };
    if mount.core().serves_resources() && choose("resources/list", None) {
        for resource in client.list("resources/list", "resources", report).await {
            let uri = of(&resource, "uri");
            if choose("resources/read", Some(uri)) {
                client.read(uri, report).await;
            }
        }
        let list = "resources/templates/list";
        for template in client.list(list, "resourceTemplates", report).await {
            let text = of(&template, "uriTemplate");
            if choose("completion/complete", Some(text)) {
                let reference = json!({"type": "ref/resource", "uri": text});
                let variables = mount.core().resources.variables(text);
                client.complete(text, &reference, variables, report).await;
            }
        }
    }
    if mount.core().serves_prompts() && choose("prompts/list", None) {
        for prompt in client.list("prompts/list", "prompts", report).await {
            let (name, arguments) = (of(&prompt, "name"), prompt["arguments"].as_array());
            let arguments: Vec<&Value> = arguments.into_iter().flatten().collect();
            if choose("prompts/get", Some(name)) {
                client.get(name, &arguments, report).await;
            }
            if choose("completion/complete", Some(name)) {
                let reference = json!({"type": "ref/prompt", "name": name});
                let names = arguments.iter().map(|argument| of(argument, "name").to_owned());
                client.complete(name, &reference, names.collect(), report).await;
            }
        }
    }
}

/// A modern client that can be asked nothing.
struct Client<'m> {
    mount: &'m Mount,
}

impl Client<'_> {
    async fn ask(&self, method: &str, mut params: Value, report: &mut Report) -> Result<Value, Value> {
        report.count_call();
        params["_meta"] = json!({
            "io.modelcontextprotocol/protocolVersion": Revision::V2026_07_28.name(),
            "io.modelcontextprotocol/clientCapabilities": {},
        });
        let request = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params});
        let answer = self.mount.handle(request.to_string().as_bytes(), Facts::bare()).await;
        let mut answer: Value = serde_json::from_str(&answer.body.unwrap_or_default()).unwrap_or_default();
        if answer["error"].is_object() {
            return Err(answer["error"].take());
        }
        Ok(answer["result"].take())
    }

    /// All entries, page after page (N6).
    async fn list(&self, method: &str, key: &str, report: &mut Report) -> Vec<Value> {
        let (mut entries, mut seen, mut params) = (Vec::new(), BTreeSet::new(), json!({}));
        let broken = |what: String| {
            Finding::broken("endless_list", what)
                .of(method, None)
                .mended_by("let the provider give a cursor only where there is more, and never the same twice")
        };
        for _ in 0..PAGES {
            let mut page = match self.ask(method, params.clone(), report).await {
                Ok(page) => page,
                Err(error) => {
                    report.push(faulted(method, None, &error));
                    return entries;
                }
            };
            if let Value::Array(more) = page[key].take() {
                entries.extend(more);
            }
            let Some(cursor) = page["nextCursor"].as_str() else {
                return entries;
            };
            if !seen.insert(cursor.to_owned()) {
                report.push(broken(
                    "a cursor comes a second time, so that the list has no end".to_owned(),
                ));
                return entries;
            }
            params = json!({"cursor": cursor});
        }
        report.push(broken(format!("after {PAGES} pages the list has no end")));
        entries
    }

    async fn read(&self, uri: &str, report: &mut Report) {
        match self.ask("resources/read", json!({"uri": uri}), report).await {
            Ok(result) if is_asking(&result) || is_contents(&result["contents"]) => {}
            Ok(_) => report.push(unreadable(
                uri,
                "it was read, and has no contents that a client can use",
            )),
            Err(error) if error["code"] == code::INTERNAL => {
                report.push(faulted("resources/read", Some(uri), &error));
            }
            // What the author's code refuses in words may be right to; but what is listed exists.
            Err(error)
                if error["message"]
                    .as_str()
                    .is_some_and(|words| words.starts_with(NO_RESOURCE)) =>
            {
                report.push(unreadable(uri, "it is listed, and there is no such resource"));
            }
            Err(_) => {}
        }
    }

    /// With what it cannot do without, and with no optional argument.
    async fn get(&self, name: &str, arguments: &[&Value], report: &mut Report) {
        let required = arguments.iter().filter(|argument| argument["required"] == true);
        let given: Value = required
            .map(|argument| (of(argument, "name").to_owned(), json!("example")))
            .collect::<serde_json::Map<_, _>>()
            .into();
        match self
            .ask("prompts/get", json!({"name": name, "arguments": given}), report)
            .await
        {
            Ok(result) if is_asking(&result) => {}
            Ok(result) => {
                if result["messages"].as_array().is_none_or(Vec::is_empty) {
                    report.push(
                        Finding::broken("empty_prompt", "it has no message")
                            .of("prompts/get", Some(name))
                            .mended_by("answer with a message at least"),
                    );
                }
            }
            Err(error) if error["code"] == code::INTERNAL => {
                report.push(faulted("prompts/get", Some(name), &error));
            }
            // A made-up argument may well be refused.
            Err(_) => {}
        }
    }

    async fn complete(&self, of_what: &str, reference: &Value, arguments: Vec<String>, report: &mut Report) {
        for argument in arguments {
            let params = json!({"ref": reference, "argument": {"name": argument, "value": ""}});
            match self.ask("completion/complete", params, report).await {
                Err(error) if error["code"] == code::INTERNAL => {
                    report.push(faulted("completion/complete", Some(of_what), &error));
                }
                // How many values there are is bounded by their type (N5).
                Ok(_) | Err(_) => {}
            }
        }
    }
}

/// It wants to ask: what it would say then, nobody knows.
fn is_asking(result: &Value) -> bool {
    result["resultType"] == "input_required"
}

fn faulted(method: &str, name: Option<&str>, error: &Value) -> Finding {
    let finding = Finding::broken("call_faulted", format!("it broke: {}", of(error, "message")));
    finding
        .of(method, name)
        .mended_by("mend the handler or the provider; a fault is its own mistake, whatever was sent")
}
