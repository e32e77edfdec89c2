/// A source of a store's bytes that allows random access.
public protocol StoreSource {
  /// The current number of bytes, which can grow.
  var byteCount: UInt64 { get }

  /// Reads `count` bytes, starting at a byte offset.
  ///
  /// - Parameters:
  ///   - place: The byte offset of the first byte.
  ///   - count: The number of bytes.
  ///   - bytes: The array whose contents are replaced by the bytes read.
  /// - Throws: `StoreError.unreadable` if the source has fewer bytes.
  mutating func read(at place: UInt64, count: Int, into bytes: inout [UInt8]) throws(StoreError)
}

/// A store in memory.
public struct StoreMemory: StoreSource, Sendable {
  /// All bytes of the store.
  public var bytes: [UInt8]

  /// Creates a store with the given bytes.
  public init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The number of bytes in the store.
  public var byteCount: UInt64 { UInt64(bytes.count) }

  /// Copies `count` bytes, starting at a byte offset.
  public mutating func read(at place: UInt64, count: Int, into out: inout [UInt8]) throws(StoreError) {
    guard count >= 0, place <= byteCount, UInt64(count) <= byteCount - place else {
      throw .unreadable(place: place)
    }
    out.removeAll(keepingCapacity: true)
    out.append(contentsOf: bytes[Int(place)..<Int(place) + count])
  }
}
