extension StoreReader {
  /// Adds all stored data that match a query, reading as few records as possible.
  mutating func walk(_ group: Int, _ query: inout StoreQuery) throws(StoreError) {
    let index = directory.entries[group].index
    for node in index.nodes { try walk(node, group, &query) }
    for chunk in index.chunks { try walk(chunk, group, &query) }
  }

  private mutating func walk(
    _ summary: StoreGroupIndex.Node, _ group: Int, _ query: inout StoreQuery
  ) throws(StoreError) {
    guard query.overlaps(summary),
      let node = try node(at: summary.place, group: group, level: summary.level, index: summary.index)
    else { return }
    if node.level <= query.storedLevel { return query.add(node) }
    if node.level > 0 {
      for child in 0..<4 where node.places[child] != 0 {
        let below = StoreGroupIndex.Node(
          level: node.level - 1, index: node.index << 2 | UInt64(child), place: node.places[child])
        try walk(below, group, &query)
      }
      return
    }
    for (ordinal, entry) in node.mask.setBits.enumerated() {
      let chunk = StoreGroupIndex.Chunk(block: node.index << 6 | UInt64(entry), place: node.places[ordinal])
      try walk(chunk, group, &query)
    }
  }

  private mutating func walk(
    _ chunk: StoreGroupIndex.Chunk, _ group: Int, _ query: inout StoreQuery
  ) throws(StoreError) {
    guard query.overlaps(chunk) else { return }
    var place = chunk.place
    var end = UInt64.max
    while place != 0, let run = try run(at: place, group: group, block: chunk.block), run.end <= end {
      query.add(run)
      end = run.sequence
      place = run.previous
    }
  }

  /// Reads a summary; if it is damaged or not the requested one, counts the damage and returns nil.
  mutating func node(
    at place: UInt64, group: Int, level: Int, index: UInt64
  ) throws(StoreError) -> StoreNode? {
    let channelCount = directory.entries[group].group.channels.count
    return try contents(at: place) { kind, payload in
      guard kind == StoreRecordKind.summary.rawValue, let node = try? StoreNode(payload, place: place),
        node.group == group, node.level == level, node.index == index, node.channelCount == channelCount
      else { return nil }
      return node
    }
  }

  /// Reads a run; if it is damaged or not the requested one, counts the damage and returns nil.
  mutating func run(at place: UInt64, group: Int, block: UInt64) throws(StoreError) -> StoreRun? {
    let description = directory.entries[group].group
    let exponent = UInt64(description.chunkExponent)
    return try contents(at: place) { kind, payload in
      guard kind == StoreRecordKind.samples.rawValue, let run = try? StoreRun(payload, place: place),
        run.group == group, run.channelCount == description.channels.count,
        run.sequence >> exponent == block, (run.end - 1) >> exponent == block
      else { return nil }
      return run
    }
  }
}
