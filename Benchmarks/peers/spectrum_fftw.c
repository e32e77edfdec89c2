// The spectrum of raw samples as a careful C programmer makes it with FFTW: the other half of the comparison.
//
// Usage: spectrum_fftw version                          how FFTW was built
//        spectrum_fftw complex|real COUNT PASSES        seconds of processor time for a transform
//        spectrum_fftw iq|samples FILE COUNT PASSES     the same for a row: max, mean and min of bins, columns, levels
//
// A row is 80,000 samples of cu8, or as many as a hop of half a transform where that is more.
#include <fftw3.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SAMPLES = 2400000, ROW = 80000, COLUMNS = 2048 };

static double processor_seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}

static int by_value(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static float *floats(long count) {
  float *memory = fftwf_alloc_real(count);
  memset(memory, 0, sizeof(float) * count);
  return memory;
}

static void convert(const uint8_t *restrict bytes, long count, float *restrict out) {
  for (long i = 0; i < count; i++) out[i] = (bytes[i] - 127.5f) * (1 / 127.5f);
}

static void weigh(const float *restrict in, const float *restrict w, float *restrict out, long count) {
  for (long i = 0; i < count; i++) out[i] = in[i] * w[i];
}

static void detect(const float *restrict bins, float *restrict mx, float *restrict mn, float *restrict s, long count) {
  for (long i = 0; i < count; i++) {
    float p = bins[2 * i] * bins[2 * i] + bins[2 * i + 1] * bins[2 * i + 1];
    mx[i] = p > mx[i] ? p : mx[i];
    mn[i] = p < mn[i] ? p : mn[i];
    s[i] += p;
  }
}

static void encode(const float *restrict power, int16_t *restrict out, float scale, int columns) {
  for (int i = 0; i < columns; i++) {
    float steps = 100 * log10f(power[i] * scale);
    steps = steps < -3276 ? -3276 : steps > 3276 ? 3276 : steps;
    out[i] = (int16_t)lrintf(steps);
  }
}

// As many bins to each column; of complex samples the halves of the spectrum are swapped.
static void reduce(const float *restrict peak, const float *restrict low, const float *restrict sum, long bins, long first,
                   int columns, float *restrict mx, float *restrict mn, float *restrict mean) {
  long group = bins / columns;
  for (int c = 0; c < columns; c++) {
    long b = (group * c + first) % bins;
    float a = 0, z = INFINITY, m = 0;
    for (long i = b; i < b + group; i++) {
      a = peak[i] > a ? peak[i] : a;
      z = low[i] < z ? low[i] : z;
      m += sum[i];
    }
    mx[c] = a, mn[c] = z, mean[c] = m / group;
  }
}

struct spectrum {
  long count, hop, row, bins, pending;
  int parts, columns;
  float *window, *samples, *peak, *low, *sum, *in;
  fftwf_complex *out;
  fftwf_plan plan;
  float scale;
};

static struct spectrum prepare(long count, int is_real) {
  struct spectrum s = {.count = count, .hop = count / 2, .parts = is_real ? 1 : 2};
  s.row = s.hop > ROW ? s.hop : ROW;
  s.bins = is_real ? count / 2 : count;
  s.columns = s.bins < COLUMNS ? s.bins : COLUMNS;
  s.window = floats(s.parts * count);
  s.samples = floats(s.parts * (s.row + count));
  s.peak = floats(s.bins), s.low = floats(s.bins), s.sum = floats(s.bins);
  s.in = floats(s.parts * count);
  s.out = fftwf_alloc_complex(count + 1);
  s.plan = is_real ? fftwf_plan_dft_r2c_1d(count, s.in, s.out, FFTW_MEASURE)
                   : fftwf_plan_dft_1d(count, (fftwf_complex *)s.in, s.out, FFTW_FORWARD, FFTW_MEASURE);
  double total = 0;
  for (long i = 0; i < count; i++) {
    double x = 2 * M_PI * i / count, w = 0.35875 - 0.48829 * cos(x) + 0.14128 * cos(2 * x) - 0.01168 * cos(3 * x);
    for (int part = 0; part < s.parts; part++) s.window[s.parts * i + part] = w;
    total += w;
  }
  s.scale = (is_real ? 4 : 1) / (total * total);
  return s;
}

static long long rows(struct spectrum *s, const uint8_t *bytes, long count) {
  static float mx[COLUMNS], mn[COLUMNS], mean[COLUMNS];
  static int16_t levels[3 * COLUMNS];
  long long digest = 0;
  s->pending = 0;
  for (long row = 0; row < count; row++) {
    int transforms = 0;
    convert(bytes + s->parts * s->row * row, s->parts * s->row, s->samples + s->parts * s->pending);
    s->pending += s->row;
    long start = 0;
    for (; s->pending - start >= s->count; start += s->hop, transforms++) {
      if (transforms == 0)
        for (long i = 0; i < s->bins; i++) s->peak[i] = 0, s->low[i] = INFINITY, s->sum[i] = 0;
      weigh(s->samples + s->parts * start, s->window, s->in, s->parts * s->count);
      fftwf_execute(s->plan);
      detect((const float *)s->out, s->peak, s->low, s->sum, s->bins);
    }
    s->pending -= start;
    memmove(s->samples, s->samples + s->parts * start, sizeof(float) * s->parts * s->pending);
    if (transforms == 0) continue;
    if (s->parts == 1) s->peak[0] /= 2, s->low[0] /= 2, s->sum[0] /= 2;
    reduce(s->peak, s->low, s->sum, s->bins, s->parts == 2 ? s->bins / 2 : 0, s->columns, mx, mn, mean);
    encode(mx, levels, s->scale, s->columns);
    encode(mean, levels + s->columns, s->scale / transforms, s->columns);
    encode(mn, levels + 2 * s->columns, s->scale, s->columns);
    for (int i = 0; i < 3 * s->columns; i++) digest += levels[i];
  }
  return digest;
}

static void print_median(double *times, int passes, double check) {
  qsort(times, passes, sizeof(double), by_value);
  printf("%.9g %.9g\n", times[passes / 2], check);
}

int main(int argc, char **argv) {
  if (argc == 2) return puts(fftwf_version), 0;
  int is_row = argc == 5;
  if (argc != 4 && !is_row) return fprintf(stderr, "usage: %s KIND [FILE] COUNT PASSES\n", argv[0]), 64;
  int passes = atoi(argv[argc - 1]);
  long count = atol(argv[argc - 2]);
  double *times = malloc(sizeof(double) * passes), check = 0;
  int is_real = argv[1][0] == 'r' || argv[1][0] == 's';
  struct spectrum s = prepare(count, is_real);
  if (is_row) {
    FILE *file = fopen(argv[2], "rb");
    if (!file) return perror(argv[2]), 66;
    uint8_t *bytes = malloc(2 * SAMPLES);
    if (fread(bytes, 2, SAMPLES, file) != SAMPLES) return fprintf(stderr, "%s: too short\n", argv[2]), 65;
    long row_count = SAMPLES / s.row;
    for (int pass = 0; pass < passes; pass++) {
      double start = processor_seconds();
      check = rows(&s, bytes, row_count);
      times[pass] = (processor_seconds() - start) / row_count;
    }
  } else {
    int repeats = 400000 / count + 1;
    for (long i = 0; i < s.parts * count; i++) s.in[i] = (i % 17) / 17.0f - (i % 23) / 46.0f;
    for (int pass = 0; pass < passes; pass++) {
      double start = processor_seconds();
      for (int i = 0; i < repeats; i++) fftwf_execute(s.plan);
      times[pass] = (processor_seconds() - start) / repeats;
    }
    check = s.out[1][0];
  }
  print_median(times, passes, check);
}
