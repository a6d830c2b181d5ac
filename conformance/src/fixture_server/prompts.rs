//! The prompts, one for each kind of message.

use wymcp_router::{Content, Context, Prompt, PromptArgument, PromptArguments, PromptMessage, PromptReply};

use super::media;

pub(super) fn prompts() -> Vec<Prompt> {
    vec![
        Prompt::new("test_simple_prompt", "A prompt without arguments").handler(
            |_: PromptArguments, _: Context| async { Ok(PromptReply::user("This is a simple prompt for testing.")) },
        ),
        Prompt::new("test_prompt_with_arguments", "A prompt with two arguments")
            .argument(
                PromptArgument::required("arg1")
                    .description("The first")
                    .values(["testValue1", "tested"]),
            )
            .argument(PromptArgument::required("arg2").description("The second"))
            .handler(|arguments: PromptArguments, _: Context| async move {
                let (first, second) = (&arguments["arg1"], &arguments["arg2"]);
                Ok(PromptReply::user(format!(
                    "Prompt with arguments: arg1='{first}', arg2='{second}'"
                )))
            }),
        Prompt::new("test_prompt_with_embedded_resource", "A prompt that embeds a resource")
            .argument(PromptArgument::required("resourceUri").description("The resource's address"))
            .handler(|arguments: PromptArguments, _: Context| async move {
                let text = "The content of the embedded resource.";
                let resource = Content::embedded_text(&arguments["resourceUri"], "text/plain", text);
                Ok(PromptReply::new([
                    PromptMessage::user(resource),
                    PromptMessage::user("Please process the resource above."),
                ]))
            }),
        Prompt::new("test_prompt_with_image", "A prompt that shows an image").handler(
            |_: PromptArguments, _: Context| async {
                Ok(PromptReply::new([
                    PromptMessage::user(Content::image(media::PNG, "image/png")),
                    PromptMessage::user("Please describe the image above."),
                ]))
            },
        ),
    ]
}
