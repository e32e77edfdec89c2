// The spectrum of raw IQ as a careful C programmer makes it with FFTW: the other half of the comparison.
//
// Usage: spectrum_fftw iq FILE PASSES      seconds of processor time for a row of 1/30 s at 2.4 MS/s
//        spectrum_fftw fft COUNT PASSES    seconds of processor time for a complex transform
#include <fftw3.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { N = 4096, HOP = N / 2, COLUMNS = 2048, ROW = 80000 };

static double processor_seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}

static int by_value(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static float window[2 * N];
static float samples[2 * (ROW + N)];
static int pending;
static float peak[N], low[N], sum[N];

static void convert(const uint8_t *restrict bytes, int count, float *restrict out) {
  for (int i = 0; i < 2 * count; i++) out[i] = (bytes[i] - 127.5f) * (1 / 127.5f);
}

static void weigh(const float *restrict in, const float *restrict w, float *restrict out) {
  for (int i = 0; i < 2 * N; i++) out[i] = in[i] * w[i];
}

static void detect(const float *restrict bins, float *restrict mx, float *restrict mn, float *restrict s) {
  for (int i = 0; i < N; i++) {
    float p = bins[2 * i] * bins[2 * i] + bins[2 * i + 1] * bins[2 * i + 1];
    mx[i] = p > mx[i] ? p : mx[i];
    mn[i] = p < mn[i] ? p : mn[i];
    s[i] += p;
  }
}

static void encode(const float *restrict power, int16_t *restrict out, float scale) {
  for (int i = 0; i < COLUMNS; i++) {
    float steps = 1000 * log10f(power[i] * scale);
    steps = steps < -32767 ? -32767 : steps > 32767 ? 32767 : steps;
    out[i] = (int16_t)lrintf(steps);
  }
}

// Two bins to a column, and the halves of the spectrum swapped.
static void reduce(float *restrict mx, float *restrict mn, float *restrict mean) {
  for (int c = 0; c < COLUMNS; c++) {
    int b = (2 * c + N / 2) % N;
    mx[c] = peak[b] > peak[b + 1] ? peak[b] : peak[b + 1];
    mn[c] = low[b] < low[b + 1] ? low[b] : low[b + 1];
    mean[c] = 0.5f * (sum[b] + sum[b + 1]);
  }
}

static long long iq(const uint8_t *bytes, long rows, fftwf_plan plan, fftwf_complex *in, fftwf_complex *out, float scale) {
  static float mx[COLUMNS], mn[COLUMNS], mean[COLUMNS];
  static int16_t levels[3 * COLUMNS];
  long long digest = 0;
  for (long row = 0; row < rows; row++) {
    int transforms = 0;
    for (int i = 0; i < N; i++) peak[i] = 0, low[i] = INFINITY, sum[i] = 0;
    convert(bytes + 2 * ROW * row, ROW, samples + 2 * pending);
    pending += ROW;
    int start = 0;
    for (; pending - start >= N; start += HOP, transforms++) {
      weigh(samples + 2 * start, window, (float *)in);
      fftwf_execute(plan);
      detect((const float *)out, peak, low, sum);
    }
    pending -= start;
    memmove(samples, samples + 2 * start, sizeof(float) * 2 * pending);
    reduce(mx, mn, mean);
    encode(mx, levels, scale);
    encode(mean, levels + COLUMNS, scale / transforms);
    encode(mn, levels + 2 * COLUMNS, scale);
    for (int i = 0; i < 3 * COLUMNS; i++) digest += levels[i];
  }
  return digest;
}

int main(int argc, char **argv) {
  if (argc != 4) return fprintf(stderr, "usage: %s iq FILE PASSES | fft COUNT PASSES\n", argv[0]), 64;
  int passes = atoi(argv[3]);
  double *times = malloc(sizeof(double) * passes);
  if (strcmp(argv[1], "iq") == 0) {
    FILE *file = fopen(argv[2], "rb");
    if (!file) return perror(argv[2]), 66;
    long rows = 30;
    uint8_t *bytes = malloc(2 * ROW * rows);
    if (fread(bytes, 2 * ROW, rows, file) != (size_t)rows) return fprintf(stderr, "%s: too short\n", argv[2]), 65;
    fftwf_complex *in = fftwf_alloc_complex(N), *out = fftwf_alloc_complex(N);
    fftwf_plan plan = fftwf_plan_dft_1d(N, in, out, FFTW_FORWARD, FFTW_MEASURE);
    double total = 0;
    for (int i = 0; i < N; i++) {
      double x = 2 * M_PI * i / N;
      window[2 * i] = window[2 * i + 1] = 0.35875 - 0.48829 * cos(x) + 0.14128 * cos(2 * x) - 0.01168 * cos(3 * x);
      total += window[2 * i];
    }
    float scale = 1 / (total * total);
    long long digest = 0;
    for (int pass = 0; pass < passes; pass++) {
      pending = 0;
      double start = processor_seconds();
      digest = iq(bytes, rows, plan, in, out, scale);
      times[pass] = (processor_seconds() - start) / rows;
    }
    qsort(times, passes, sizeof(double), by_value);
    printf("%.9g %lld\n", times[passes / 2], digest);
  } else {
    int count = atoi(argv[2]), repeats = 400000 / count + 1;
    fftwf_complex *in = fftwf_alloc_complex(count), *out = fftwf_alloc_complex(count);
    fftwf_plan plan = fftwf_plan_dft_1d(count, in, out, FFTW_FORWARD, FFTW_MEASURE);
    for (int i = 0; i < count; i++) in[i][0] = (i % 17) / 17.0f, in[i][1] = (i % 23) / 23.0f;
    for (int pass = 0; pass < passes; pass++) {
      double start = processor_seconds();
      for (int i = 0; i < repeats; i++) fftwf_execute(plan);
      times[pass] = (processor_seconds() - start) / repeats;
    }
    qsort(times, passes, sizeof(double), by_value);
    printf("%.9g %.3f\n", times[passes / 2], out[1][0]);
  }
}
