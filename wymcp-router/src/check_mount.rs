//! The examination of a mount as a test.

/// A `#[test]` that examines a server: it fails with the whole report if anything is broken. See [`testkit`](crate::testkit).
///
/// The expression gives a `Mount` or a `Result` of one, and is evaluated twice, because a server should list the same bytes each time it is
/// built. `strict` as a third word lets the test also fail on what is merely doubtful, such as a property without a description.
///
/// ```
/// use wymcp_router::{Context, Mount, Offences, PlainTool, Reply, check_mount};
///
/// fn server() -> Result<Mount, Offences> {
///     let ping = PlainTool::builder("ping").description("Answer").handler_without_arguments(async |_: Context| Ok(Reply::new("pong")));
///     Mount::builder("ping-server", "1.0.0").tool(ping).build()
/// }
///
/// check_mount!(the_server_is_sound, server(), strict);
/// ```
#[macro_export]
macro_rules! check_mount {
    ($name:ident, $mount:expr $(,)?) => {
        $crate::__check_mount!($name, $mount, Broken);
    };
    ($name:ident, $mount:expr, strict $(,)?) => {
        $crate::__check_mount!($name, $mount, Doubtful);
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __check_mount {
    ($name:ident, $mount:expr, $severity:ident) => {
        #[test]
        fn $name() {
            if let ::core::result::Result::Err(report) =
                $crate::testkit::hold(|| $mount, $crate::testkit::Severity::$severity)
            {
                ::core::panic!("{report}");
            }
        }
    };
}
