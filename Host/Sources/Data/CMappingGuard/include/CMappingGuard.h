// Keeps a mapped file that is cut, or whose disk fails, from ending the process.
//
// Reading such a page raises SIGBUS. The handler puts zeros where the mapping was, from that page to its end, and marks the mapping as damaged; the
// reader goes on, and asks for the mark before it uses what it has read. A signal for any other address goes to the handler that was there before.

#ifndef CMAPPINGGUARD_H
#define CMAPPINGGUARD_H

#include <stdbool.h>
#include <stddef.h>

/// Guards a mapping.
///
/// Returns its number, or -1 where the handler cannot be installed or too many mappings are guarded: then it must not be read.
int mapping_guard_add(const void *base, size_t byte_count);

/// Whether a part of a mapping could not be read, and was replaced by zeros.
bool mapping_guard_is_damaged(int number);

/// Ends the guarding of a mapping, before it is unmapped and when nobody reads it any more.
void mapping_guard_remove(int number);

#endif
