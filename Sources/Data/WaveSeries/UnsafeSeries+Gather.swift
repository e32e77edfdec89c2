extension Series {
  /// The values of some rows, in their order, as a chunk.
  ///
  /// Chunk after chunk of an order (``SortOrder/rows``) make the series that it sorts.
  ///
  /// - Parameter rows: 1...65,536 rows of this series.
  /// - Returns: A chunk of as many values; of a row that is not there, NaN.
  /// - Complexity: O(rows), each anywhere in memory; two allocations.
  public func gathered(_ rows: Span<UInt32>) -> SeriesChunk {
    // Plain addresses, so that no chunk is retained for each value; the series holds them meanwhile.
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

  /// The whole series in another order.
  ///
  /// - Parameter rows: The row at each position, as ``SortOrder/rows`` has it.
  /// - Returns: As many values as there are rows.
  /// - Complexity: O(rows), each anywhere in memory.
  public func ordered(by rows: [UInt32]) -> Series {
    var series = Series()
    for start in stride(from: 0, to: rows.count, by: SeriesChunk.capacity) {
      let end = Swift.min(start + SeriesChunk.capacity, rows.count)
      series.append(gathered(rows.span.extracting(start..<end)))
    }
    return series
  }
}
