use std::sync::{Arc, Mutex, PoisonError};

use serde::{Deserialize, Serialize};
use wymcp_router::schemars::{self, JsonSchema};
use wymcp_router::{ActionSchema, Context, Failure, Mount, Offences, Reply, Tool, actions};

#[derive(Debug, Clone, Serialize)]
pub struct Ticket {
    id: u32,
    subject: String,
    priority: u8,
    comments: Vec<String>,
    open: bool,
}

/// Open a ticket
#[derive(Deserialize, JsonSchema)]
pub struct Open {
    /// What is wrong, in a few words.
    subject: String,
    /// 1 is urgent, 5 can wait.
    #[serde(default = "normal")]
    #[schemars(range(min = 1, max = 5))]
    priority: u8,
}

fn normal() -> u8 {
    3
}

/// List tickets
#[derive(Deserialize, JsonSchema)]
pub struct List {
    /// Only tickets that are still open.
    #[serde(default)]
    only_open: bool,
}

/// Comment on a ticket
#[derive(Deserialize, JsonSchema)]
pub struct Comment {
    /// The ticket's number.
    id: u32,
    /// What to add.
    text: String,
}

/// Close a ticket
#[derive(Deserialize, JsonSchema)]
pub struct Close {
    /// The ticket's number.
    id: u32,
}

actions! {
    /// What a caller may do with tickets.
    pub enum TicketsAction, TicketsData {
        Close(Close) = "close",
        Comment(Comment) = "comment",
        List(List) = "list",
        Open(Open) = "open",
    }
}

#[derive(Clone, Default)]
pub struct Tickets {
    kept: Arc<Mutex<Vec<Ticket>>>,
}

impl Tool for Tickets {
    type Action = TicketsAction;

    fn name(&self) -> &str {
        "tickets"
    }

    fn description(&self) -> &str {
        "Tickets of people who need help"
    }

    fn schema(&self, _: TicketsAction) -> ActionSchema {
        ActionSchema::of_payload()
    }

    async fn run_action(&self, _: TicketsAction, data: TicketsData, _: &Context) -> Result<Reply, Failure> {
        match data {
            TicketsData::Open(new) => {
                let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
                let id = kept.len() as u32 + 1;
                let ticket = Ticket {
                    id,
                    subject: new.subject,
                    priority: new.priority,
                    comments: Vec::new(),
                    open: true,
                };
                kept.push(ticket.clone());
                Ok(Reply::of(&ticket))
            }
            TicketsData::List(which) => {
                let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
                let shown: Vec<&Ticket> = kept.iter().filter(|ticket| ticket.open || !which.only_open).collect();
                Ok(Reply::of(&shown))
            }
            TicketsData::Comment(comment) => self.change(comment.id, |ticket| ticket.comments.push(comment.text)),
            TicketsData::Close(which) => self.change(which.id, |ticket| ticket.open = false),
        }
    }
}

impl Tickets {
    fn change(&self, id: u32, change: impl FnOnce(&mut Ticket)) -> Result<Reply, Failure> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(ticket) = kept.iter_mut().find(|ticket| ticket.id == id) else {
            return Err(Failure::caller(format!("there is no ticket {id}")));
        };
        change(ticket);
        Ok(Reply::of(ticket))
    }
}

pub fn mount() -> Result<Mount, Offences> {
    Mount::builder("help-desk", "1.0.0").tool(Tickets::default()).build()
}

#[cfg(test)]
wymcp_router::check_mount!(the_help_desk_is_sound, mount(), strict);
