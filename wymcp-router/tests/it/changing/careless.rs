//! Tools whose own code panics, or changes others, when they come or go (RUN-5, SRF-7, DEF-6).

use serde_json::json;
use wymcp_router::{ActionSchema, Context, Data, Era, Failure, Mount, Reply, Tool, actions};

use super::{mount, saying};

actions! {
    enum RashAction { Act = "act" }
}

/// Panics when it is asked.
struct Rash;

impl Tool for Rash {
    type Action = RashAction;

    fn name(&self) -> &str {
        "rash"
    }

    fn description(&self) -> &str {
        "Panics"
    }

    fn schema(&self, RashAction::Act: RashAction) -> ActionSchema {
        panic!("no schema today")
    }

    async fn run_action(&self, _: RashAction, _: Data, _: &Context) -> Result<Reply, Failure> {
        Ok(Reply::new(json!(null)))
    }
}

impl Drop for Rash {
    fn drop(&mut self) {
        panic!("nor a drop");
    }
}

#[tokio::test]
async fn srf_7_a_callback_that_panics_is_an_offence_and_the_served_set_stays() {
    let mount = mount();
    let before = mount.list(Era::Modern);
    let offences = mount
        .update(|tools| {
            tools.add(saying("three", "would be fine")).add(Rash);
        })
        .unwrap_err();
    let [offence] = offences.iter().collect::<Vec<_>>()[..] else {
        panic!("{offences}");
    };
    assert_eq!(offence.code(), "callback_panicked");
    assert_eq!(offence.why(), "a callback of the tool panicked: no schema today");
    assert!(offence.location().is_some());
    assert_eq!(mount.list(Era::Modern), before);
    mount.tools().add(saying("three", "is fine")).unwrap();
}

/// Panics when it is dropped.
struct Sticky;

impl Tool for Sticky {
    type Action = RashAction;

    fn name(&self) -> &str {
        "sticky"
    }

    fn description(&self) -> &str {
        "Does not go quietly"
    }

    fn schema(&self, RashAction::Act: RashAction) -> ActionSchema {
        ActionSchema::new("Act")
    }

    async fn run_action(&self, _: RashAction, _: Data, _: &Context) -> Result<Reply, Failure> {
        Ok(Reply::new(json!("done")))
    }
}

impl Drop for Sticky {
    fn drop(&mut self) {
        panic!("not so fast");
    }
}

#[tokio::test]
async fn run_5_a_tool_that_panics_when_it_goes_harms_nobody() {
    let mount = mount();
    mount.tools().add(Sticky).unwrap();
    mount.tools().remove("sticky").unwrap();
    assert_eq!(mount.tools().names(), ["one", "two", "help"]);
}

/// A tool that takes another one with it when it goes.
struct Parting(Mount);

impl Tool for Parting {
    type Action = RashAction;

    fn name(&self) -> &str {
        "parting"
    }

    fn description(&self) -> &str {
        "Goes, and takes `two` with it"
    }

    fn schema(&self, _: RashAction) -> ActionSchema {
        ActionSchema::new("Does nothing")
    }

    async fn run_action(&self, _: RashAction, _: Data, _: &Context) -> Result<Reply, Failure> {
        Ok(Reply::new(""))
    }
}

impl Drop for Parting {
    fn drop(&mut self) {
        let _ = self.0.tools().remove("two");
    }
}

/// A drop is code of the tool's author, and never runs while a change holds the others up: else this would not come to an end.
#[test]
fn def_6_a_tool_may_change_others_when_it_is_dropped_whether_it_was_served_or_refused() {
    let served = mount();
    served.tools().add(Parting(served.clone())).unwrap();
    served.tools().remove("parting").unwrap();
    assert_eq!(served.tools().names(), ["one", "help"]);

    let refused = mount();
    let change = refused.update(|tools| {
        tools.add(Parting(refused.clone())).remove("nobody");
    });
    assert!(change.is_err());
    assert_eq!(refused.tools().names(), ["one", "help"]);
}
