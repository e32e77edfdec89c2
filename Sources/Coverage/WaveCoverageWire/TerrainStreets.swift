package import WaveWire

/// Where pictures of streets come from, for who is online and wants them (tag 168).
public struct TerrainStreets: Equatable, Sendable {
  /// The finest zoom that there is, at most `WireLimits.streetZoom`.
  public var zoom: UInt8 = 0
  /// An address in which {z}, {x} and {y} stand for a tile's, in UTF-8, at most `WireLimits.text` bytes.
  public var address: [UInt8] = []
  /// Whose the pictures are, as it must be shown beside them, in UTF-8, likewise.
  public var attribution: [UInt8] = []

  /// Tells of pictures.
  public init(zoom: UInt8, address: [UInt8], attribution: [UInt8]) {
    self.zoom = zoom
    self.address = address
    self.attribution = attribution
  }
}

extension TerrainStreets: Payload {
  package static let tag: UInt16 = 168

  package init(blank: Void) {}

  package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    let start = coder.position
    zoom = Swift.min(zoom, WireLimits.streetZoom)
    coder.integer(&zoom)
    coder.require(zoom <= WireLimits.streetZoom, at: start)
    coder.text(&address)
    coder.text(&attribution)
  }
}
