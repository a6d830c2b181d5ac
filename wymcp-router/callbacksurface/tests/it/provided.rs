//! Resources without a mount: what the router will ask of them.

use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use wymcp_callbacksurface::{
    CallFacts, Contents, Context, Failure, Page, PageRequest, Resource, ResourceDrafts, ResourceSet, ResourceTemplate,
    Resources, Unanswered, UriVariables, View,
};

/// Remembers who watches what.
#[derive(Clone, Default)]
struct Watched(Arc<Mutex<Vec<String>>>);

impl Resources for Watched {
    async fn list(&self, _: &PageRequest, _: &Context) -> Result<Page<Resource>, Failure> {
        Ok(Page::whole([Resource::new("watched://a", "a")]))
    }

    async fn read(&self, uri: &str, _: &Context) -> Result<Option<Contents>, Failure> {
        Ok((uri == "watched://a").then(|| Contents::text("a")))
    }

    async fn subscribe(&self, uri: &str, _: &Context) -> Result<bool, Failure> {
        let is_known = uri == "watched://a";
        if is_known {
            self.0.lock().unwrap().push(uri.to_owned());
        }
        Ok(is_known)
    }

    async fn unsubscribe(&self, uri: &str, _: &Context) -> Result<(), Failure> {
        self.0.lock().unwrap().retain(|watched| watched != uri);
        Ok(())
    }
}

fn set(provider: Watched) -> ResourceSet {
    let mut drafts = ResourceDrafts::default();
    drafts.resource(Resource::text("test://watched-resource", "watched", "text/plain", "a"));
    drafts.template(
        ResourceTemplate::new("test://{id}/data", "data")
            .handler(|_: UriVariables, _: Context| async { Ok(Contents::text("a")) }),
    );
    drafts.provider(provider);
    drafts.build(false).unwrap()
}

fn ctx() -> Context {
    Context::of_method(CallFacts::default(), "resources/subscribe", View::everything())
}

#[tokio::test]
async fn l_22_what_is_known_can_be_watched_and_a_provider_is_told() {
    let watched = Watched::default();
    let (set, ctx) = (set(watched.clone()), ctx());
    for (uri, can_be_watched) in [
        ("test://watched-resource", true),
        ("test://1/data", true),
        ("watched://a", true),
        ("watched://b", false),
    ] {
        assert_eq!(set.subscribe(uri, &ctx).await.unwrap(), can_be_watched, "{uri}");
    }
    assert_eq!(*watched.0.lock().unwrap(), ["watched://a"]);
    set.unsubscribe("watched://a", &ctx).await.unwrap();
    assert!(watched.0.lock().unwrap().is_empty());
    assert!(matches!(
        set.subscribe("../a", &ctx).await,
        Err(Unanswered::Refused { .. })
    ));
    assert!(matches!(
        set.unsubscribe("../a", &ctx).await,
        Err(Unanswered::Refused { .. })
    ));
}

#[tokio::test]
async fn n_2_a_path_out_of_a_uri_stays_below_what_it_is_joined_to() {
    let seen: Arc<Mutex<Vec<Option<PathBuf>>>> = Arc::default();
    let told = Arc::clone(&seen);
    let mut drafts = ResourceDrafts::default();
    drafts.template(
        ResourceTemplate::new("file:///{+path}", "file").handler(move |uri: UriVariables, _: Context| {
            told.lock().unwrap().push(uri.relative_path("path"));
            async { Ok(None) }
        }),
    );
    let set = drafts.build(false).unwrap();
    for uri in [
        "file:///a/b%20c.txt",
        "file:////etc/passwd",
        "file:///%2Fetc/passwd",
        "file:///./a",
        "file:///a%5Cb",
    ] {
        assert!(
            matches!(set.read(uri, &ctx(), &Arc::default()).await, Err(Unanswered::Unknown)),
            "{uri}"
        );
    }
    assert!(matches!(
        set.read("file:///a/%2e./b", &ctx(), &Arc::default()).await,
        Err(Unanswered::Refused { .. })
    ));
    let seen = seen.lock().unwrap();
    assert_eq!(seen[0], Some(PathBuf::from("a/b c.txt")));
    assert_eq!(seen[1..], [None, None, None, None]);
}
