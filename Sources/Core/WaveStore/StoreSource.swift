/// Bytes of a store that can be read at any place.
public protocol StoreSource {
  /// Bytes there are now; more may come.
  var byteCount: UInt64 { get }

  /// Reads bytes.
  ///
  /// - Parameters:
  ///   - place: The first of them.
  ///   - count: How many.
  ///   - bytes: Is given just these.
  /// - Throws: `StoreError.unreadable` where there are not as many.
  mutating func read(at place: UInt64, count: Int, into bytes: inout [UInt8]) throws(StoreError)
}

/// A store in memory.
public struct StoreMemory: StoreSource, Sendable {
  /// All of it.
  public var bytes: [UInt8]

  /// Holds bytes.
  public init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Bytes there are.
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
