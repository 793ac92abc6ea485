//! Enums whose values have names.

/// Defines an enum in which the name of each value stands next to it, the method that returns the name, and on request
/// `ALL`, the list of all values.
macro_rules! named {
    (
        $(#[$meta:meta])*
        pub enum $type:ident { $($(#[$about:meta])* $value:ident = $name:literal,)+ }

        $(#[$about_method:meta])*
        pub const fn $method:ident(self) -> $output:ty;
        $($(#[$about_all:meta])* pub const ALL;)?
    ) => {
        $(#[$meta])*
        pub enum $type { $($(#[$about])* $value,)+ }

        impl $type {
            $($(#[$about_all])* pub const ALL: [$type; $type::LIST.len()] = *$type::LIST;)?

            #[allow(dead_code)] // not every enum has `ALL`
            const LIST: &[$type; [$($name),+].len()] = &[$($type::$value),+];

            $(#[$about_method])*
            pub const fn $method(self) -> $output {
                match self { $($type::$value => $name),+ }
            }
        }
    };
}
pub(crate) use named;
