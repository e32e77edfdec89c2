import WaveCoverageWire
import WaveDisplay
import WaveInteraction
import WavePropagation
import WaveUnits

/// The shaded relief.
///
/// Each shaded block is cached in a field of the player.
struct ReliefFields: Sendable {
  /// A field of the player that contains a shaded block.
  struct Slot: Equatable, Sendable {
    let key: TerrainBlockKey
    fileprivate(set) var used: UInt32
    /// The colour map in which the player draws the block.
    fileprivate(set) var colors: ColorMap
  }

  /// The maximum number of blocks in the player.
  static let limit = 2 * TerrainStore.seenLimit
  /// The maximum number of blocks shaded per frame, so that flings stay smooth.
  static let shadesAtOnce = 24

  /// The contents of the player's fields, from `FieldID.relief` upwards; nil for a field with outdated
  /// shades.
  private(set) var slots: [Slot?] = []
  private var drawCount: UInt32 = 0

  // MARK: - Changes of the ground

  /// Discards all blocks after the tiles have changed.
  mutating func forget() { slots = [] }

  /// Discards the blocks of some tiles.
  mutating func forget(tiles: [Int]) {
    for slot in slots.indices where slots[slot].map({ tiles.contains(Int($0.key.tile)) }) ?? false {
      slots[slot] = nil
    }
  }

  /// Discards a ground block that has been received again, and its neighbours, whose slopes depend on its
  /// edges.
  mutating func blockArrived(_ block: StoredBlock, in store: TerrainStore) {
    let key = block.key
    for slot in slots.indices {
      guard let shaded = slots[slot]?.key else { continue }
      if shaded.tile == key.tile {
        guard shaded.level == key.level else { continue }
        // The posts that a block shares with its northern and western neighbours are drawn by those
        // neighbours.
        let (down, right) = (Int(shaded.row) - Int(key.row), Int(shaded.column) - Int(key.column))
        if (down, right) == (0, 0) || (down, right) == (1, 0) || (down, right) == (0, 1) { slots[slot] = nil }
      } else if let other = store.blocks[shaded], other.isBeside(block) {
        slots[slot] = nil
      }
    }
  }

  // MARK: - Drawing

  /// Draws the ground, using coarser blocks in place of unknown ones.
  ///
  /// - Parameters:
  ///   - seen: The visible blocks.
  ///   - store: The available blocks.
  ///   - canvas: The screen and the visible part of the earth.
  ///   - list: Receives the layer, and the fields that the player does not have.
  /// - Returns: Whether blocks remain to be shaded.
  mutating func draw(
    _ seen: [TerrainBlockKey], of store: TerrainStore, on canvas: MapCanvas, into list: inout DrawList
  ) -> Bool {
    drawCount &+= 1
    var made = 0
    var isIncomplete = false
    var ready: [Int] = []
    for key in Self.drawn(seen, of: store) {
      if let slot = slots.firstIndex(where: { $0?.key == key }) {
        slots[slot]?.used = drawCount
        ready.append(slot)
      } else if made < Self.shadesAtOnce {
        made += 1
        ready.append(fill(key, of: store, on: canvas, into: &list))
      } else {
        isIncomplete = true
        // A coarser block that is already shaded is drawn meanwhile.
        if let parent = store.parent(of: key), let slot = slots.firstIndex(where: { $0?.key == parent }) {
          slots[slot]?.used = drawCount
          ready.insert(slot, at: 0)
        }
      }
    }
    let colors = canvas.reliefColors
    for slot in ready where slots[slot]?.colors != colors {
      slots[slot]?.colors = colors
      list.fieldColors(FieldID.relief + UInt32(slot), map: colors, low: 0, high: 256)
    }
    let bounds = canvas.screen.bounds
    list.beginLayer(LayerID.relief, bounds: bounds)
    list.smoothing(true)
    for slot in ready {
      guard let key = slots[slot]?.key, let block = store.blocks[key] else { continue }
      canvas.field(FieldID.relief + UInt32(slot), at: store.fieldLattice(of: block), into: &list)
    }
    list.endLayer(bounds: bounds)
    return isIncomplete
  }

  /// Returns the blocks in drawing order; coarser blocks come first and fill the gaps where finer ones are
  /// unknown.
  private static func drawn(_ seen: [TerrainBlockKey], of store: TerrainStore) -> [TerrainBlockKey] {
    var drawn: [TerrainBlockKey] = []
    var below: [TerrainBlockKey] = []
    for key in seen {
      guard store.blocks[key] == nil else {
        drawn.append(key)
        continue
      }
      // There is a gap of half a post between blocks of two levels, so the coarsest block is drawn below
      // both.
      for parent in [store.parent(of: key), store.root(of: key)] {
        if let parent, store.blocks[parent] != nil, !below.contains(parent) { below.append(parent) }
      }
    }
    below.sort { $0.level > $1.level }
    return below + drawn
  }

  /// Shades a block into an unused field of the player or, if there is none, the least recently drawn field;
  /// returns the block's slot.
  private mutating func fill(
    _ key: TerrainBlockKey, of store: TerrainStore, on canvas: MapCanvas, into list: inout DrawList
  ) -> Int {
    var slot = slots.count
    if let free = slots.firstIndex(where: { $0 == nil }) {
      slot = free
    } else if slots.count >= Self.limit {
      slot = slots.indices.min { (slots[$0]?.used ?? 0) < (slots[$1]?.used ?? 0) } ?? 0
    } else {
      slots.append(nil)
    }
    let colors = canvas.reliefColors
    slots[slot] = Slot(key: key, used: drawCount, colors: colors)
    guard let block = store.blocks[key] else { return slot }
    let lattice = store.fieldLattice(of: block)
    let middle = block.northDegrees - Double(block.rowCount) / 2 * block.latitudeStepDegrees
    let cosine = Trigonometry.sineCosine(turns: middle / 360).cosine
    let shades = Relief.shades(
      block, rim: store.rim(of: block), rows: lattice.rowCount, columns: lattice.columnCount,
      metersAcross: Swift.max(1e-3, block.longitudeStepDegrees * 111_320 * cosine),
      metersDown: block.latitudeStepDegrees * 111_130)
    let id = FieldID.relief + UInt32(slot)
    list.createField(id, columns: lattice.columnCount, rows: lattice.rowCount)
    list.fieldColors(id, map: colors, low: 0, high: 256)
    for row in 0..<lattice.rowCount {
      list.fieldRow(
        id, row: row, values: shades[(row * lattice.columnCount)..<((row + 1) * lattice.columnCount)])
    }
    return slot
  }
}
