//! Cloning that reuses memory, for searches that copy a game at each move.

/// Implements `Clone` for a type in which only these fields own memory: `clone_from` reuses it.
macro_rules! reuses_memory_of {
    ($($field:ident),* in $type:ident $(<$(const $parameter:ident),*>)?) => {
        impl $(<$(const $parameter: usize),*>)? Clone for $type $(<$($parameter),*>)? {
            fn clone(&self) -> Self {
                $(let $field = self.$field.clone();)*
                $type { $($field,)* ..*self }
            }

            fn clone_from(&mut self, other: &Self) {
                $(
                    let mut $field = std::mem::take(&mut self.$field);
                    $field.clone_from(&other.$field);
                )*
                *self = $type { $($field,)* ..*other };
            }
        }
    };
}
pub(super) use reuses_memory_of;
