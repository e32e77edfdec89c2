// What the Swift runtime asks of a C library and wasi-libc would ask of a WASI host: answered by the page instead.
#ifndef WAVE_RUNTIME_H
#define WAVE_RUNTIME_H

int putchar(int character);

#endif
