import Synchronization
import WaveStore
import WaveSystem

/// A source that reads a store from a file, and records the last read error.
final class StoreFileSource: StoreSource, Sendable {
  let file: ReadOnlyFile
  private let failed = Mutex<FileError?>(nil)
  private let length: Mutex<UInt64>

  init(path: String) throws(FileError) {
    file = try ReadOnlyFile(path: path)
    length = Mutex(UInt64(file.byteCount))
  }

  var byteCount: UInt64 { length.withLock { $0 } }

  /// The last error reading the file; nil if there was none.
  var failure: FileError? { failed.withLock { $0 } }

  /// Updates the stored length after the file has grown.
  func measure() throws(FileError) {
    let count = UInt64(try file.currentByteCount())
    length.withLock { $0 = count }
  }

  func read(at place: UInt64, count: Int, into bytes: inout [UInt8]) throws(StoreError) {
    bytes.removeLast(max(0, bytes.count - count))
    bytes.append(contentsOf: repeatElement(0, count: count - bytes.count))
    guard let offset = Int(exactly: place) else { throw .unreadable(place: place) }
    var readCount = 0
    do { readCount = try file.read(into: &bytes, at: offset) } catch {
      failed.withLock { $0 = error }
      throw .unreadable(place: place)
    }
    guard readCount == count else { throw .unreadable(place: place) }
  }
}
