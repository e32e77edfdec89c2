/// The bytes of a store, readable at any position.
public protocol StoreSource {
  /// The current number of bytes; it may grow.
  var byteCount: UInt64 { get }

  /// Reads bytes.
  ///
  /// - Parameters:
  ///   - place: The position of the first byte.
  ///   - count: The number of bytes.
  ///   - bytes: Receives exactly these bytes.
  /// - Throws: `StoreError.unreadable` if the source has fewer.
  mutating func read(at place: UInt64, count: Int, into bytes: inout [UInt8]) throws(StoreError)
}

/// A store in memory.
public struct StoreMemory: StoreSource, Sendable {
  /// All bytes of the store.
  public var bytes: [UInt8]

  /// A store with the given bytes.
  public init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The number of bytes.
  public var byteCount: UInt64 { UInt64(bytes.count) }

  /// Copies bytes.
  public mutating func read(at place: UInt64, count: Int, into out: inout [UInt8]) throws(StoreError) {
    guard count >= 0, place <= byteCount, UInt64(count) <= byteCount - place else {
      throw .unreadable(place: place)
    }
    out.removeAll(keepingCapacity: true)
    out.append(contentsOf: bytes[Int(place)..<Int(place) + count])
  }
}
