public import WaveCoverageWire
public import WavePropagation

/// A request from a feed to its source.
///
/// Answers repeat the request's number. They can arrive at any time and in any order; answers to requests
/// that have ended are ignored.
public enum CoverageQuestion: Equatable, Sendable {
  /// Requests a block, which is answered with a `BlockAnswer`.
  case block(TerrainBlockKey, number: UInt32)
  /// Requests a map, which is answered with any number of `MapAnswer.progress` and then one other answer.
  case map(CoverageRequest, number: UInt32)
  /// Ends the request for a map that has been sent or is no longer needed; there is no answer.
  case endMap(number: UInt32)
  /// Starts or cancels the download of a tile, whose progress is passed to
  /// `CoverageFeed.accept(_:revision:)`.
  case fetch(TerrainFetch)
}

/// A source's answer to a block request.
public enum BlockAnswer: Sendable {
  /// The block, and the versions of the contents from which it was read.
  case block(TerrainBlock, of: TerrainCatalog.Content)
  /// The block does not exist or cannot be read, for this reason.
  case refused([UInt8])
  /// The contents changed while the block was read, so it must be read again.
  case outdated
}

/// A source's answer to a map request.
public enum MapAnswer: Sendable {
  /// The number of rays computed so far, and their total number.
  case progress(doneCount: UInt32, rayCount: UInt32)
  /// The complete map.
  case map(CoverageMap)
  /// The map cannot be computed, for this reason.
  case refused([UInt8])
}
