#include "WaveRuntime.h"

#ifdef __wasm__

__attribute__((import_module("page"), import_name("random"))) void page_random(void *bytes, __SIZE_TYPE__ count);

// Seeds of hashed collections.
void arc4random_buf(void *bytes, __SIZE_TYPE__ count) { page_random(bytes, count); }

// A message on the way to a trap: the page shows the trap itself.
int putchar(int character) { return character; }

#endif
