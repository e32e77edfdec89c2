// Keeps the process alive when a mapped file is truncated or its disk fails.
//
// Reading such a page raises SIGBUS. The handler maps zeros from that page to the end of the mapping and marks the
// mapping as damaged. The reader continues, and checks the mark before it uses what it has read. A signal for any
// other address is passed to the handler that was installed before.

#ifndef CMAPPINGGUARD_H
#define CMAPPINGGUARD_H

#include <stdbool.h>
#include <stddef.h>

/// Guards a mapping.
///
/// Returns its number, or -1 if the handler cannot be installed or too many mappings are guarded. The mapping must
/// not be read then.
int mapping_guard_add(const void *base, size_t byte_count);

/// Returns whether part of a mapping could not be read and was replaced by zeros.
bool mapping_guard_is_damaged(int number);

/// Stops guarding a mapping. Call it after the last read and before unmapping.
void mapping_guard_remove(int number);

#endif
