//! The program's entrypoint and heap.

use std::alloc::{GlobalAlloc, Layout};

extern "C" {
    fn sol_set_return_data(data: *const u8, length: u64);
}

/// `input` of an instruction without accounts: number of accounts, number of bytes, the bytes.
///
/// # Safety
/// Only the VM calls this.
#[no_mangle]
pub unsafe extern "C" fn entrypoint(input: *const u64) -> u64 {
    let length = *input.add(1) as usize;
    match crate::answer(std::slice::from_raw_parts(input.add(2).cast(), length)) {
        Some(answer) => {
            sol_set_return_data(answer.as_ptr(), answer.len() as u64);
            0
        }
        None => 1,
    }
}

/// Allocates the VM's heap from its end downwards; only [`then_free`] frees. The heap's first word is the address of
/// the last allocation.
struct Heap;

const HEAP: usize = 0x3_0000_0000;
const HEAP_BYTES: usize = 32 * 1024;

unsafe impl GlobalAlloc for Heap {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let position = HEAP as *mut usize;
        let end = if *position == 0 { HEAP + HEAP_BYTES } else { *position };
        let start = end.saturating_sub(layout.size()) & !(layout.align() - 1);
        if start < HEAP + size_of::<usize>() {
            return std::ptr::null_mut();
        }
        *position = start;
        start as *mut u8
    }
    unsafe fn dealloc(&self, _: *mut u8, _: Layout) {}
}

/// Runs a function and frees what it has allocated, of which its result keeps nothing.
pub fn then_free(run: impl FnOnce() -> u128) -> u128 {
    let position = HEAP as *mut usize;
    // The VM's heap begins there, and nothing else is allocated meanwhile.
    let before = unsafe { *position };
    let result = run();
    unsafe { *position = before };
    result
}

#[global_allocator]
static HEAP_OF_THE_VM: Heap = Heap;
