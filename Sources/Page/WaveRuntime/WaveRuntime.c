#include "WaveRuntime.h"

#ifdef __wasm__

__attribute__((import_module("page"), import_name("random"))) void page_random(void *bytes, __SIZE_TYPE__ count);

// Provides the seeds of hashed collections.
void arc4random_buf(void *bytes, __SIZE_TYPE__ count) { page_random(bytes, count); }

// Drops the message that precedes a trap, since the page shows the trap itself.
int putchar(int character) { return character; }

#endif
