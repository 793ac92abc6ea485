//! Enums whose values have names.

/// Defines an enum in which the name of each value stands next to it, the method that returns the name, and on request
/// `ALL`, the list of all values. With `impl FromStr`, values are written and parsed by their names, and `ALL` is a slice.
macro_rules! named {
    (
        $(#[$meta:meta])*
        $vis:vis enum $type:ident { $($(#[$about:meta])* $value:ident = $name:literal,)+ }

        $(#[$about_method:meta])*
        $vis_method:vis const fn $method:ident(self) -> $output:ty;
        $($(#[$about_all:meta])* pub const ALL;)?
        $(impl FromStr<Err = $error:ident>;)?
    ) => {
        $(#[$meta])*
        $vis enum $type { $($(#[$about])* $value,)+ }

        impl $type {
            $($(#[$about_all])* pub const ALL: [$type; $type::LIST.len()] = *$type::LIST;)?

            #[allow(dead_code)] // not every enum has `ALL`
            const LIST: &[$type; [$($name),+].len()] = &[$($type::$value),+];

            $(#[$about_method])*
            $vis_method const fn $method(self) -> $output {
                match self { $($type::$value => $name),+ }
            }
        }

        $(
            impl $type {
                /// Every value, in the order of declaration.
                pub const ALL: &[$type] = $type::LIST;
            }

            impl std::fmt::Display for $type {
                fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                    f.write_str(self.$method())
                }
            }

            impl std::str::FromStr for $type {
                type Err = $error;

                fn from_str(text: &str) -> Result<$type, $error> {
                    let found = $crate::basics::named::by_name($type::ALL, $type::$method, text);
                    found.map_err(|problem| $error::new(text, problem))
                }
            }
        )?
    };
}
pub(crate) use named;

/// Returns the value with this name. The error follows the quoted text: `is none of: …`.
pub(crate) fn by_name<T: Copy>(
    values: &[T],
    name: fn(T) -> &'static str,
    text: &str,
) -> Result<T, String> {
    let found = values.iter().copied().find(|value| name(*value) == text);
    found.ok_or_else(|| {
        let names: Vec<&str> = values.iter().map(|value| name(*value)).collect();
        format!("is none of: {}", names.join(", "))
    })
}
