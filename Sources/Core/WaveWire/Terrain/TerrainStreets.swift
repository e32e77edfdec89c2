/// Where pictures of streets come from, for who is online and wants them (tag 168).
public struct TerrainStreets: Equatable, Sendable {
  /// The finest zoom that there is, at most `WireLimits.streetZoom`.
  public var zoom: UInt8
  /// An address in which {z}, {x} and {y} stand for a tile's, in UTF-8, at most `WireLimits.text` bytes.
  public var address: [UInt8]
  /// Whose the pictures are, as it must be shown beside them, in UTF-8, likewise.
  public var attribution: [UInt8]

  /// Tells of pictures.
  public init(zoom: UInt8, address: [UInt8], attribution: [UInt8]) {
    self.zoom = zoom
    self.address = address
    self.attribution = attribution
  }
}

extension TerrainStreets: Payload {
  static let tag: UInt16 = 168

  func append(to bytes: inout [UInt8]) {
    bytes.append(Swift.min(zoom, WireLimits.streetZoom))
    bytes.append(text: address)
    bytes.append(text: attribution)
  }

  init(_ cursor: inout ByteCursor, _ bytes: RawSpan) throws(WireError) {
    let start = cursor.position
    let zoom: UInt8 = try cursor.integer(bytes)
    guard zoom <= WireLimits.streetZoom else { throw .invalid(byte: start) }
    self.init(zoom: zoom, address: try cursor.text(bytes), attribution: try cursor.text(bytes))
  }
}
