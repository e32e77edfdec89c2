extension Series {
  /// Returns the values of the given rows, in the given order, as a chunk.
  ///
  /// Concatenating the chunks for an order (``SortOrder/rows``) gives the sorted series.
  ///
  /// - Parameter rows: 1...65,536 rows of this series.
  /// - Returns: A chunk with one value for each row; NaN for rows that do not exist.
  /// - Complexity: O(rows), with random access to memory; two allocations.
  public func gathered(_ rows: Span<UInt32>) -> SeriesChunk {
    // Plain addresses avoid retaining a chunk for each value; the series keeps the chunks alive in the
    // meantime.
    let bases = chunks.map { $0.values }
    return withExtendedLifetime(self) {
      bases.withUnsafeBufferPointer { bases in
        SeriesChunk(count: rows.count) { values in
          for position in rows.indices {
            let row = Int(truncatingIfNeeded: rows[unchecked: position])
            guard row >= 0, row < count else { continue }
            values[unchecked: position] = bases[row >> 16][row & 0xFFFF]
          }
        }
      }
    }
  }

  /// Returns the series with its values in a different order.
  ///
  /// - Parameter rows: The row at each index of the new order, as in ``SortOrder/rows``.
  /// - Returns: One value for each row.
  /// - Complexity: O(rows), with random access to memory.
  public func ordered(by rows: [UInt32]) -> Series {
    var series = Series()
    for start in stride(from: 0, to: rows.count, by: SeriesChunk.capacity) {
      let end = Swift.min(start + SeriesChunk.capacity, rows.count)
      series.append(gathered(rows.span.extracting(start..<end)))
    }
    return series
  }
}
