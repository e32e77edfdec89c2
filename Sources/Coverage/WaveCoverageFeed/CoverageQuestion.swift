public import WaveCoverageWire
public import WavePropagation

/// What a feed needs from its source.
///
/// Answers carry the question's number. They may come at any time and in any order; answers to questions that
/// are not open are ignored.
public enum CoverageQuestion: Equatable, Sendable {
  /// Read a block, and answer with a `BlockAnswer`.
  case block(TerrainBlockKey, number: UInt32)
  /// Compute a map. Answer with any number of `MapAnswer.progress`, then with one of the others.
  case map(CoverageRequest, number: UInt32)
  /// Forget the map with this number, since it has been sent or is no longer wanted. There is no answer.
  case endMap(number: UInt32)
  /// Download a tile, or cancel that. Progress is passed to `CoverageFeed.accept(_:revision:)`.
  case fetch(TerrainFetch)
}

/// A source's answer to the question for a block.
public enum BlockAnswer: Sendable {
  /// The block, and the versions of the contents that it was read from.
  case block(TerrainBlock, of: TerrainCatalog.Content)
  /// There is no such block, or it cannot be read, for this reason.
  case refused([UInt8])
  /// The contents changed while the block was read, so it must be read again.
  case outdated
}

/// A source's answer to the question for a map.
public enum MapAnswer: Sendable {
  /// The numbers of rays that are computed, and of all.
  case progress(doneCount: UInt32, rayCount: UInt32)
  /// The map.
  case map(CoverageMap)
  /// The map cannot be computed, for this reason.
  case refused([UInt8])
}
