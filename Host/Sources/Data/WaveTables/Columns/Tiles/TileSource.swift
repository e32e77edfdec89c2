import WaveStore
import WaveSystem

/// A tile file opened for reading.
///
/// Consecutive small reads are answered from a larger block.
struct TileSource: StoreSource, Sendable {
  /// The number of bytes in a block.
  private static let pieceByteCount = 1 << 16

  private let file: ReadOnlyFile
  private var piece: [UInt8] = []
  private var piecePlace = 0

  /// Opens a file, or returns nil if this fails.
  init?(path: String) {
    do { file = try ReadOnlyFile(path: path) } catch { return nil }
  }

  /// The current size of the file, in bytes; 0 if unknown.
  var byteCount: UInt64 {
    do { return UInt64(try file.currentByteCount()) } catch { return 0 }
  }

  /// Reads bytes, all of which must exist in the file.
  mutating func read(at place: UInt64, count: Int, into bytes: inout [UInt8]) throws(StoreError) {
    guard let start = Int(exactly: place), count >= 0, count <= StoreFormat.payloadLimit,
      start <= .max - count
    else { throw .unreadable(place: place) }
    if start < piecePlace || start + count > piecePlace + piece.count {
      var read = [UInt8](repeating: 0, count: max(count, Self.pieceByteCount))
      let found: Int
      do { found = try file.read(into: &read, at: start) } catch { throw .unreadable(place: place) }
      read.removeLast(read.count - found)
      (piece, piecePlace) = (read, start)
    }
    guard start + count <= piecePlace + piece.count else { throw .unreadable(place: place) }
    bytes = Array(piece[(start - piecePlace)..<(start - piecePlace + count)])
  }
}
