//! The macro that declares a tool's actions.

/// Declare the actions of a tool: a closed enum of names and, where actions carry payload types, the enum that a handler receives.
///
/// Names only: handlers get [`Data`](crate::Data), the object that passed the gates.
///
/// ```
/// # use wymcp_actions as wymcp_router;
/// use wymcp_router::{Action, actions};
///
/// actions! {
///     /// What a caller may do with notes.
///     pub enum NotesAction { Add = "add", RemoveAll = "remove_all" }
/// }
/// assert_eq!(NotesAction::ALL.iter().map(|a| a.name()).collect::<Vec<_>>(), ["add", "remove_all"]);
/// ```
///
/// With payloads, a second name is given for what handlers receive; a variant without a type in parentheses gets
/// [`Data`](crate::Data) there. The type describes its own properties (feature `typed`: it derives serde's `Deserialize` and
/// schemars' `JsonSchema`), so the action's schema declares none.
///
#[cfg_attr(feature = "typed", doc = "```")]
#[cfg_attr(not(feature = "typed"), doc = "```ignore")]
/// # use wymcp_actions as wymcp_router;
/// use wymcp_router::schemars::{self, JsonSchema};
/// use wymcp_router::{Action, ActionSchema, actions};
///
/// #[derive(serde::Deserialize, JsonSchema)]
/// pub struct Add { text: String }
///
/// actions! {
///     /// What a caller may do with notes.
///     pub enum NotesAction, NotesData { Add(Add) = "add", List = "list" }
/// }
/// let add = ActionSchema::new("Add a note").check("add", NotesAction::Add.payload()).map_err(|o| o[0].to_string())?;
/// assert_eq!(add.required(), ["text"]);
/// # Ok::<(), String>(())
/// ```
///
/// A name that is blank or holds a newline, two equal names and an empty set do not compile (ACT-2, SRF-3):
///
/// ```compile_fail,E0080
/// wymcp_actions::actions! { pub enum A { Blank = " " } }
/// ```
/// ```compile_fail,E0080
/// wymcp_actions::actions! { pub enum A { Lines = "two\nlines" } }
/// ```
/// ```compile_fail,E0080
/// wymcp_actions::actions! { pub enum A { One = "same", Two = "same" } }
/// ```
/// ```compile_fail
/// wymcp_actions::actions! { pub enum A {} }
/// ```
///
/// Each action is given the name that callers write:
///
/// ```compile_fail
/// wymcp_actions::actions! { pub enum A { One, Two = "two" } }
/// ```
///
/// A payload needs a name for what handlers receive:
///
/// ```compile_fail
/// #[derive(serde::Deserialize)]
/// pub struct Add {}
/// wymcp_actions::actions! { pub enum A { Add(Add) = "add" } }
/// ```
#[cfg_attr(
    not(feature = "typed"),
    doc = r#"
Without the feature `typed` no type can describe itself:

```compile_fail,E0277
#[derive(serde::Deserialize)]
pub struct Add {}
wymcp_actions::actions! { pub enum A, AData { Add(Add) = "add" } }
```
"#
)]
#[macro_export]
macro_rules! actions {
    ($(#[$meta:meta])* $vis:vis enum $names:ident $(, $payloads:ident)? {}) => {
        ::core::compile_error!("a tool has at least one action: write a variant such as `List = \"list\"`");
    };
    ($(#[$meta:meta])* $vis:vis enum $names:ident { $($(#[$vmeta:meta])* $variant:ident = $name:literal),+ $(,)? }) => {
        $crate::__action_names!($(#[$meta])* $vis $names { $($(#[$vmeta])* $variant = $name),+ });
        impl $crate::Action for $names {
            type Data = $crate::Data;
            const ALL: &'static [Self] = &[$(Self::$variant),+];
            fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),+ }
            }
            fn payload(self) -> ::core::option::Option<$crate::Payload> {
                ::core::option::Option::None
            }
            fn decode(self, data: $crate::Data) -> ::core::result::Result<$crate::Data, $crate::Decode> {
                ::core::result::Result::Ok(data)
            }
        }
    };
    ($(#[$meta:meta])* $vis:vis enum $names:ident, $payloads:ident {
        $($(#[$vmeta:meta])* $variant:ident $(($payload:ty))? = $name:literal),+ $(,)?
    }) => {
        $crate::__action_names!($(#[$meta])* $vis $names { $($(#[$vmeta])* $variant = $name),+ });
        #[doc = ::core::concat!("What a handler of [`", ::core::stringify!($names), "`] receives.")]
        $vis enum $payloads {
            $(
                #[doc = ::core::concat!("The data of `", $name, "`.")]
                $variant($crate::__action_payload!($($payload)?)),
            )+
        }
        // Names the variant only: a payload need not be `Debug`, and what a caller sent belongs in no log.
        impl ::core::fmt::Debug for $payloads {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.write_str(match self { $(Self::$variant(_) => ::core::concat!(::core::stringify!($variant), "(..)")),+ })
            }
        }
        impl $crate::Action for $names {
            type Data = $payloads;
            const ALL: &'static [Self] = &[$(Self::$variant),+];
            fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),+ }
            }
            fn payload(self) -> ::core::option::Option<$crate::Payload> {
                match self { $(Self::$variant => $crate::__action_schema!($($payload)?)),+ }
            }
            fn decode(self, data: $crate::Data) -> ::core::result::Result<$payloads, $crate::Decode> {
                match self {
                    $(Self::$variant => $crate::__action_decode!(data $(, $payload)?).map($payloads::$variant)),+
                }
            }
        }
    };
    ($(#[$meta:meta])* $vis:vis enum $names:ident {
        $($(#[$vmeta:meta])* $variant:ident $(($payload:ty))? = $name:literal),+ $(,)?
    }) => {
        ::core::compile_error!(::core::concat!(
            "a variant carries a payload, so what handlers receive needs a name too: `enum ",
            ::core::stringify!($names), ", ", ::core::stringify!($names), "Data { … }`"
        ));
    };
    ($(#[$meta:meta])* $vis:vis enum $names:ident $(, $payloads:ident)? {
        $($(#[$vmeta:meta])* $variant:ident $(($payload:ty))? $(= $name:literal)?),+ $(,)?
    }) => {
        ::core::compile_error!("each action is given the name that callers write: `List = \"list\"`");
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __action_names {
    ($(#[$meta:meta])* $vis:vis $names:ident { $($(#[$vmeta:meta])* $variant:ident = $name:literal),+ }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        $vis enum $names {
            $(
                $(#[$vmeta])*
                #[doc = ::core::concat!("The action `", $name, "`.")]
                $variant,
            )+
        }
        const _: () = {
            const NAMES: &[&str] = &[$($name),+];
            $(::core::assert!(
                $crate::good_name($name),
                ::core::concat!("the action name ", ::core::stringify!($name), " is blank or holds a newline")
            );)+
            $(::core::assert!(
                $crate::is_single($name, NAMES),
                ::core::concat!("two actions have the name ", ::core::stringify!($name), ": give each its own")
            );)+
        };
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __action_payload {
    () => {
        $crate::Data
    };
    ($payload:ty) => {
        $payload
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __action_schema {
    () => {
        ::core::option::Option::None
    };
    ($payload:ty) => {
        ::core::option::Option::Some($crate::__private::payload_of::<$payload>())
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __action_decode {
    ($data:ident) => {
        ::core::result::Result::<$crate::Data, $crate::Decode>::Ok($data)
    };
    ($data:ident, $payload:ty) => {
        $data.decode::<$payload>()
    };
}
