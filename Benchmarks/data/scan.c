/* One pass of a table through libsqlite3's own interface, every column into an array of doubles: what a first open cannot beat. */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  sqlite3 *base;
  sqlite3_stmt *rows;
  if (argc != 3 || sqlite3_open_v2(argv[1], &base, SQLITE_OPEN_READONLY, NULL) != SQLITE_OK) return 1;
  char text[300];
  snprintf(text, sizeof text, "SELECT rowid, * FROM \"%.200s\"", argv[2]);
  if (sqlite3_prepare_v2(base, text, -1, &rows, NULL) != SQLITE_OK) return 1;
  int columns = sqlite3_column_count(rows);
  size_t count = 0, room = 0;
  double **values = calloc(columns, sizeof *values);
  while (sqlite3_step(rows) == SQLITE_ROW) {
    if (count == room) {
      room = room ? 2 * room : 65536;
      for (int column = 0; column < columns; column++)
        if (!(values[column] = realloc(values[column], room * sizeof **values))) return 1;
    }
    for (int column = 0; column < columns; column++) {
      /* What is missing is told apart, as it has to be. */
      values[column][count] = sqlite3_column_type(rows, column) == SQLITE_NULL ? 0.0 / 0.0 : sqlite3_column_double(rows, column);
    }
    count++;
  }
  double sum = 0;
  for (int column = 0; column < columns; column++)
    for (size_t row = 0; row < count; row++) sum += values[column][row];
  printf("%zu %.17g\n", count, sum);
  return 0;
}
