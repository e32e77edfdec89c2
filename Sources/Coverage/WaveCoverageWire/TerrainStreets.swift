public import WaveWire

/// The source of street map images for clients that are online and show the street map (tag 168).
public struct TerrainStreets: Equatable, Sendable {
  /// The highest available zoom level, at most `WireLimits.streetZoom`.
  public var zoom: UInt8 = 0
  /// The URL template of the images with the placeholders {z}, {x} and {y}, in UTF-8, at most
  /// `WireLimits.text` bytes.
  public var address: [UInt8] = []
  /// The attribution that must be shown beside the images, in UTF-8, at most `WireLimits.text` bytes.
  public var attribution: [UInt8] = []

  /// Creates a source of images.
  public init(zoom: UInt8, address: [UInt8], attribution: [UInt8]) {
    self.zoom = zoom
    self.address = address
    self.attribution = attribution
  }
}

extension TerrainStreets: Payload {
  @usableFromInline package static let tag: UInt16 = 168

  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    let start = coder.position
    zoom = Swift.min(zoom, WireLimits.streetZoom)
    coder.integer(&zoom)
    coder.require(zoom <= WireLimits.streetZoom, at: start)
    coder.text(&address)
    coder.text(&attribution)
  }
}
