#define _DEFAULT_SOURCE

#include "CMappingGuard.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

#ifndef MAP_ANONYMOUS
#define MAP_ANONYMOUS MAP_ANON
#endif

// Written in C: a signal handler can interrupt any instruction, and Swift code can lock or allocate anywhere.

enum { mapping_limit = 4096 };

// The version is odd while the range changes. A handler that runs on another thread in that time skips the slot.
struct mapping {
  atomic_bool is_taken;
  atomic_bool is_damaged;
  atomic_uint version;
  _Atomic uintptr_t start;
  _Atomic uintptr_t end;
};

static struct mapping mappings[mapping_limit];
static atomic_int mapping_count;
static struct sigaction previous;
static uintptr_t page_mask;
static bool is_installed;
static pthread_once_t once = PTHREAD_ONCE_INIT;

// Replaces a guarded mapping by zeros, from the page that contains the address to the end. Calls only atomic
// operations and mmap, which take no lock of this process.
static bool repair(uintptr_t address) {
  int count = atomic_load(&mapping_count);
  for (int number = 0; number < count; number++) {
    struct mapping *mapping = &mappings[number];
    unsigned version = atomic_load(&mapping->version);
    uintptr_t start = atomic_load(&mapping->start);
    uintptr_t end = atomic_load(&mapping->end);
    if (version % 2 != 0 || version != atomic_load(&mapping->version)) continue;
    if (address < start || address >= end) continue;
    // Marked before the zeros are mapped, so that no reader sees zeros without the mark.
    atomic_store(&mapping->is_damaged, true);
    // Replaces all pages that follow: a truncated file lacks them too, and one mapping for each page would exceed
    // the limit of mappings per process.
    uintptr_t page = address & ~page_mask;
    void *zeros = mmap((void *)page, end - page, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    return zeros != MAP_FAILED;
  }
  return false;
}

static void handle(int number, siginfo_t *info, void *context) {
  int code = errno;
  // Only signals from the kernel carry an address.
  bool is_fault = info->si_code > 0;
  bool is_repaired = is_fault && repair((uintptr_t)info->si_addr);
  errno = code;
  if (is_repaired) return;
  if (previous.sa_flags & SA_SIGINFO) {
    previous.sa_sigaction(number, info, context);
  } else if (previous.sa_handler != SIG_DFL && previous.sa_handler != SIG_IGN) {
    previous.sa_handler(number);
  } else if (is_fault || previous.sa_handler == SIG_DFL) {
    // The same instruction raises the signal again, which then ends the process as without this handler.
    signal(number, SIG_DFL);
    if (!is_fault) raise(number);
  }
}

static void install(void) {
  page_mask = (uintptr_t)sysconf(_SC_PAGESIZE) - 1;
  struct sigaction action = {0};
  action.sa_sigaction = handle;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
  sigemptyset(&action.sa_mask);
  is_installed = sigaction(SIGBUS, &action, &previous) == 0;
}

static void set(struct mapping *mapping, uintptr_t start, uintptr_t end) {
  atomic_fetch_add(&mapping->version, 1);
  atomic_store(&mapping->start, start);
  atomic_store(&mapping->end, end);
  atomic_fetch_add(&mapping->version, 1);
}

int mapping_guard_add(const void *base, size_t byte_count) {
  pthread_once(&once, install);
  if (!is_installed || byte_count == 0) return -1;
  for (int number = 0; number < mapping_limit; number++) {
    struct mapping *mapping = &mappings[number];
    bool is_free = false;
    if (!atomic_compare_exchange_strong(&mapping->is_taken, &is_free, true)) continue;
    int count = atomic_load(&mapping_count);
    while (count <= number && !atomic_compare_exchange_weak(&mapping_count, &count, number + 1)) continue;
    // Up to the end of the last page, since whole pages are replaced.
    uintptr_t end = ((uintptr_t)base + byte_count + page_mask) & ~page_mask;
    atomic_store(&mapping->is_damaged, false);
    set(mapping, (uintptr_t)base, end);
    return number;
  }
  return -1;
}

bool mapping_guard_is_damaged(int number) { return atomic_load(&mappings[number].is_damaged); }

void mapping_guard_remove(int number) {
  set(&mappings[number], 0, 0);
  atomic_store(&mappings[number].is_taken, false);
}
