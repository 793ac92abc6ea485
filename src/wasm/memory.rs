//! How memory grows. The standard library's allocator asks for a page of 64 KB at a time, and an engine may copy all memory for
//! each: to make 400,000 records that nobody has freed yet took 23 seconds, and takes 5.

use std::alloc::{GlobalAlloc, Layout, System};
use std::arch::wasm32::memory_size;

/// The standard library's allocator, which grows by a sixty-fourth. Larger steps would take less time, but then garbage
/// collectors begin later, and a program that makes many records holds more of them.
struct Growing;

#[global_allocator]
static ALLOCATOR: Growing = Growing;

const PAGE: usize = 1 << 16;

/// Allocates. If memory had to grow for that, also allocates and frees a sixty-fourth of it, which the allocator then keeps.
fn growing(allocate: impl FnOnce() -> *mut u8) -> *mut u8 {
    let before = memory_size(0);
    let allocated = allocate();
    let pages = memory_size(0);
    if pages > before
        && let Ok(spare) = Layout::from_size_align(pages * PAGE / 64, 8)
    {
        // SAFETY: the layout is not empty, and what is freed has just been allocated with it.
        unsafe {
            let place = System.alloc(spare);
            if !place.is_null() {
                System.dealloc(place, spare);
            }
        }
    }
    allocated
}

// SAFETY: every call goes to the standard library's allocator as it is.
unsafe impl GlobalAlloc for Growing {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        growing(|| unsafe { System.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        growing(|| unsafe { System.alloc_zeroed(layout) })
    }

    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        growing(|| unsafe { System.realloc(place, layout, size) })
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        unsafe { System.dealloc(place, layout) }
    }
}
