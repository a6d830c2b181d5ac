use std::sync::{Arc, Mutex, PoisonError};

use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{CallToolResult, ContentBlock};
use rmcp::schemars::{self, JsonSchema};
use rmcp::{ErrorData, ServerHandler, tool, tool_handler, tool_router};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Serialize)]
pub struct Ticket {
    id: u32,
    subject: String,
    priority: u8,
    comments: Vec<String>,
    open: bool,
}

#[derive(Deserialize, JsonSchema)]
pub struct OpenTicket {
    /// What is wrong, in a few words.
    subject: String,
    /// 1 is urgent, 5 can wait.
    priority: Option<u8>,
}

#[derive(Deserialize, JsonSchema)]
pub struct ListTickets {
    /// Only tickets that are still open.
    only_open: Option<bool>,
}

#[derive(Deserialize, JsonSchema)]
pub struct CommentOnTicket {
    /// The ticket's number.
    id: u32,
    /// What to add.
    text: String,
}

#[derive(Deserialize, JsonSchema)]
pub struct CloseTicket {
    /// The ticket's number.
    id: u32,
}

#[derive(Clone, Default)]
pub struct Tickets {
    kept: Arc<Mutex<Vec<Ticket>>>,
}

#[tool_router]
impl Tickets {
    #[tool(description = "Open a ticket")]
    async fn open_ticket(&self, Parameters(new): Parameters<OpenTicket>) -> Result<CallToolResult, ErrorData> {
        let priority = new.priority.unwrap_or(3);
        if !(1..=5).contains(&priority) {
            return Err(ErrorData::invalid_params("priority must be from 1 to 5", None));
        }
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let id = kept.len() as u32 + 1;
        let ticket = Ticket {
            id,
            subject: new.subject,
            priority,
            comments: Vec::new(),
            open: true,
        };
        kept.push(ticket.clone());
        Ok(CallToolResult::success(vec![ContentBlock::json(ticket)?]))
    }

    #[tool(description = "List tickets")]
    async fn list_tickets(&self, Parameters(which): Parameters<ListTickets>) -> Result<CallToolResult, ErrorData> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let only_open = which.only_open.unwrap_or(false);
        let shown: Vec<&Ticket> = kept.iter().filter(|ticket| ticket.open || !only_open).collect();
        Ok(CallToolResult::success(vec![ContentBlock::json(shown)?]))
    }

    #[tool(description = "Comment on a ticket")]
    async fn comment_on_ticket(
        &self,
        Parameters(comment): Parameters<CommentOnTicket>,
    ) -> Result<CallToolResult, ErrorData> {
        self.change(comment.id, |ticket| ticket.comments.push(comment.text))
    }

    #[tool(description = "Close a ticket")]
    async fn close_ticket(&self, Parameters(which): Parameters<CloseTicket>) -> Result<CallToolResult, ErrorData> {
        self.change(which.id, |ticket| ticket.open = false)
    }

    fn change(&self, id: u32, change: impl FnOnce(&mut Ticket)) -> Result<CallToolResult, ErrorData> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(ticket) = kept.iter_mut().find(|ticket| ticket.id == id) else {
            return Ok(CallToolResult::error(vec![ContentBlock::text(format!(
                "there is no ticket {id}"
            ))]));
        };
        change(ticket);
        Ok(CallToolResult::success(vec![ContentBlock::json(ticket)?]))
    }
}

#[tool_handler]
impl ServerHandler for Tickets {}
