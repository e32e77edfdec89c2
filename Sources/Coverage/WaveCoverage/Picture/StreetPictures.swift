import WaveCoverageWire
import WaveUnits
import WaveWire

/// The street map images in the player's slots, and their source.
///
/// The images are Web Mercator tiles of 256 pixels, numbered by zoom level, column from the west and row from
/// the north, as usual for street maps.
struct StreetPictures: Sendable {
  /// The position of an image in the pyramid of map tiles.
  struct Tile: Equatable, Sendable {
    let zoom: UInt8
    let column: UInt32
    let row: UInt32
  }

  /// The contents of a slot.
  private struct Slot: Sendable {
    let tile: Tile
    let revision: UInt32
    fileprivate(set) var used: UInt32
    fileprivate(set) var state: State
  }

  private enum State: Equatable, Sendable {
    case asked, there
    /// Loading failed at this time.
    case failed(Int64)
  }

  /// The maximum number of images in the player, more than a large screen shows.
  static let limit = 160
  /// The maximum number of pending requests.
  static let asksLimit = 8
  /// The time in microseconds after which a failed image is requested again.
  static let retryMicroseconds: Int64 = 30_000_000

  /// The source of the images; nil if the server has announced none.
  private(set) var source: TerrainStreets?
  private var slots: [Slot] = []
  private var revision: UInt32 = 0
  private var drawCount: UInt32 = 0

  /// Receives the source of the images.
  mutating func announce(_ source: TerrainStreets) { self.source = source }

  /// Begins a frame.
  mutating func begin() { drawCount &+= 1 }

  /// Returns an image's slot and revision; nil until it is loaded.
  mutating func slot(of tile: Tile) -> (slot: UInt32, revision: UInt32)? {
    guard let number = slots.firstIndex(where: { $0.tile == tile }) else { return nil }
    slots[number].used = drawCount
    guard slots[number].state == .there else { return nil }
    return (UInt32(number), slots[number].revision)
  }

  /// Reserves a slot for an image to load.
  ///
  /// - Returns: The slot, or nil if the image is loaded or requested already or failed recently, or if too
  ///   many requests are pending.
  mutating func ask(_ tile: Tile, at now: Int64) -> UInt32? {
    guard slots.count(where: { $0.state == .asked }) < Self.asksLimit else { return nil }
    if let known = slots.firstIndex(where: { $0.tile == tile }) {
      guard case .failed(let time) = slots[known].state, now - time > Self.retryMicroseconds else {
        return nil
      }
      slots[known].state = .asked
      return UInt32(known)
    }
    revision &+= 1
    let slot = Slot(tile: tile, revision: revision, used: drawCount, state: .asked)
    if slots.count < Self.limit {
      slots.append(slot)
      return UInt32(slots.count - 1)
    }
    guard let oldest = slots.indices.min(by: { slots[$0].used < slots[$1].used }),
      slots[oldest].used != drawCount
    else { return nil }
    slots[oldest] = slot
    return UInt32(oldest)
  }

  /// Records whether a slot's image has been loaded.
  mutating func settle(_ slot: UInt32, isLoaded: Bool, at now: Int64) {
    guard slots.indices.contains(Int(slot)) else { return }
    slots[Int(slot)].state = isLoaded ? .there : .failed(now)
  }

  /// Whether all requests have failed, because the device is offline or the source does not answer.
  var hasFailed: Bool {
    !slots.isEmpty && slots.allSatisfy { if case .failed = $0.state { true } else { false } }
  }

  /// Returns the address of an image.
  func address(of tile: Tile) -> [UInt8] {
    guard let source else { return [] }
    var address: [UInt8] = []
    var index = 0
    while index < source.address.count {
      if index + 2 < source.address.count, source.address[index] == 0x7B, source.address[index + 2] == 0x7D {
        let value: Int64? =
          switch source.address[index + 1] {
          case 0x7A: Int64(tile.zoom)
          case 0x78: Int64(tile.column)
          case 0x79: Int64(tile.row)
          default: nil
          }
        if let value {
          address += TextWriter("\(value)").bytes
          index += 3
          continue
        }
      }
      address.append(source.address[index])
      index += 1
    }
    return address
  }
}
