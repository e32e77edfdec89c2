import FuzzTargets
import WaveSystem

extension FuzzTarget {
  /// What is behind gzip, piece by piece and at once.
  static let gzip = FuzzTarget("gzip", byteLimit: 256) { bytes throws(Finding) in
    let limit = 100_000
    let whole = Unpacking(CollectionOfOne(bytes), limit: limit)
    let parts = Unpacking(sequence(state: Pieces(bytes)) { $0.next() }, limit: limit)
    try require(whole.outcome == parts.outcome, "pieces end as the whole does")
    try require(whole.isComplete == parts.isComplete, "pieces are complete where the whole is")
    if whole.outcome == nil {
      try require(whole.output == parts.output, "pieces give what the whole gives")
      try require(whole.output.count <= limit, "the output stays within the limit")
    }
  }
}

/// What an inflater gave.
private struct Unpacking {
  /// Why it stopped, without the place: what is unpacked before an error depends on the pieces.
  enum Outcome: Equatable { case corrupt, tooLarge }
  var output: [UInt8] = []
  var outcome: Outcome?
  var isComplete = false

  init(_ pieces: some Sequence<[UInt8]>, limit: Int) {
    let inflater = GzipInflater(limit: limit)
    do throws(GzipInflater.Failure) {
      for var piece in pieces {
        try inflater.inflate(&piece) {
          output += $0
          return true
        }
      }
    } catch {
      switch error {
      case .corrupt: outcome = .corrupt
      case .tooLarge: outcome = .tooLarge
      }
    }
    isComplete = inflater.isComplete
  }
}
