#ifdef __wasm__

// A memory allocator for the web client. It has a tenth of the code of wasi-libc's allocator, which took a fifteenth of
// the module.
//
// There are four block sizes per power of two, so that at most a fifth of a block is unused. Free blocks are kept in one
// list per size and never change their size, since the client allocates the same sizes for each row.

typedef __SIZE_TYPE__ size_t;
typedef __UINTPTR_TYPE__ address;

// Precedes each block. Its size is a multiple of the largest alignment.
struct header {
  struct header *base;  // the start of the whole block, which is lower if a larger alignment was requested
  struct header *next;
  unsigned size;        // index in `waiting`
  unsigned unused;
};

extern unsigned char __heap_base;

static struct header *waiting[112];
static address unusedFrom, unusedTo;

void *malloc(size_t byteCount) {
  if (byteCount > 0x7FFF0000) return 0;
  unsigned units = (unsigned)(byteCount + 15) / 16;
  if (units == 0) units = 1;
  unsigned size = units - 1;
  if (units > 4) {
    unsigned shift = 29 - (unsigned)__builtin_clz(units - 1);
    unsigned quarter = (units - 1 - (4u << shift)) >> shift;
    size = 4 + 4 * shift + quarter;
    units = (5 + quarter) << shift;
  }
  struct header *block = waiting[size];
  if (block) {
    waiting[size] = block->next;
    return block + 1;
  }
  if (!unusedFrom) {
    unusedFrom = ((address)&__heap_base + 15) & ~(address)15;
    unusedTo = (address)__builtin_wasm_memory_size(0) << 16;
  }
  address needed = sizeof(struct header) + 16 * (address)units;
  if (unusedTo - unusedFrom < needed) {
    address pages = (needed - (unusedTo - unusedFrom) + 0xFFFF) >> 16;
    if (__builtin_wasm_memory_grow(0, pages) == (size_t)-1) return 0;
    unusedTo += pages << 16;
  }
  block = (struct header *)unusedFrom;
  unusedFrom += needed;
  block->base = block;
  block->size = size;
  return block + 1;
}

void free(void *memory) {
  if (!memory) return;
  struct header *block = ((struct header *)memory - 1)->base;
  block->next = waiting[block->size];
  waiting[block->size] = block;
}

int posix_memalign(void **memory, size_t alignment, size_t byteCount) {
  if (alignment < 16) alignment = 16;
  if (byteCount > 0x7FFF0000 || alignment > 0x10000) return 12;
  struct header *block = malloc(alignment > 16 ? byteCount + alignment : byteCount);
  if (!block) return 12;
  struct header *aligned = (struct header *)(((address)block + alignment - 1) & ~(address)(alignment - 1));
  // The block's own header does not change; the second one inside it only points to it.
  (aligned - 1)->base = (block - 1)->base;
  *memory = aligned;
  return 0;
}

#endif
