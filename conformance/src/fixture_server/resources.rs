//! The resources, and the family of them.

use serde_json::json;
use wymcp_router::{Contents, Context, Resource, ResourceTemplate, UriVariables};

use super::media;

pub(super) fn resources() -> Vec<Resource> {
    vec![
        Resource::text(
            "test://static-text",
            "static text",
            "text/plain",
            "This is the content of the static text resource.",
        )
        .description("A text that stays as it is"),
        Resource::bytes("test://static-binary", "static binary", "image/png", media::PNG)
            .description("Bytes that stay as they are"),
        Resource::text("test://watched-resource", "watched resource", "text/plain", "Watch me.")
            .description("A resource that clients subscribe to"),
    ]
}

pub(super) fn template() -> ResourceTemplate {
    ResourceTemplate::new("test://template/{id}/data", "template data")
        .description("The data of an id")
        .mime_type("application/json")
        .handler(|variables: UriVariables, _: Context| async move {
            let id = &variables["id"];
            Ok(Contents::text(
                json!({"id": id, "templateTest": true, "data": format!("Data for ID: {id}")}).to_string(),
            ))
        })
}
