import WaveCoverageWire
import WaveDisplay
import WaveInteraction
import WavePropagation
import WaveUnits

extension CoverageModel {
  /// Blocks whose shades are made in one frame: a fling must not wait for all of them.
  static let shadesAtOnce = 24
  /// Blocks whose contours are made in one frame.
  static let contoursAtOnce = 24
  /// Numbers of contours that are kept beside those of what is seen: 2 MB.
  static let contourFloats = 500_000

  /// Draws the ground.
  ///
  /// - Returns: Whether there are blocks that wait for their shades.
  mutating func drawRelief(into list: inout DrawList) -> Bool {
    drawCount &+= 1
    var made = 0
    var isIncomplete = false
    // Coarser ones below, where finer ones are not there yet.
    var drawn: [TerrainBlockKey] = []
    var below: [TerrainBlockKey] = []
    for key in seen {
      if store.blocks[key] != nil {
        drawn.append(key)
      } else {
        // Blocks of two levels leave half a post between them: the coarsest lies below both.
        for parent in [parent(of: key), root(of: key)] {
          if let parent, store.blocks[parent] != nil, !below.contains(parent) { below.append(parent) }
        }
      }
    }
    below.sort { $0.level > $1.level }
    let bounds = screen.bounds
    var ready: [(slot: Int, key: TerrainBlockKey)] = []
    for key in below + drawn {
      if let slot = slots.firstIndex(where: { $0?.key == key }) {
        slots[slot]?.used = drawCount
        ready.append((slot, key))
      } else if made < Self.shadesAtOnce {
        made += 1
        ready.append((fillSlot(key, into: &list), key))
      } else {
        isIncomplete = true
        // What is coarse is there at once.
        if let parent = parent(of: key), let slot = slots.firstIndex(where: { $0?.key == parent }) {
          slots[slot]?.used = drawCount
          ready.insert((slot, parent), at: 0)
        }
      }
    }
    let colors = reliefColors
    for (slot, _) in ready where slots[slot]?.colors != colors {
      slots[slot]?.colors = colors
      list.fieldColors(FieldID.relief + UInt32(slot), map: colors, low: 0, high: 256)
    }
    list.beginLayer(LayerID.relief, bounds: bounds)
    list.smoothing(true)
    for (slot, key) in ready {
      guard let block = store.blocks[key] else { continue }
      let own = block.ownCounts(of: store.tiles[Int(key.tile)])
      drawField(
        FieldID.relief + UInt32(slot), north: block.northDegrees, west: block.westDegrees,
        latitudeStep: block.latitudeStep, longitudeStep: block.longitudeStep, rows: own.rows,
        columns: own.columns, into: &list)
    }
    list.endLayer(bounds: bounds)
    return isIncomplete
  }

  /// The finest block that is there of those that hold another.
  private func parent(of key: TerrainBlockKey) -> TerrainBlockKey? {
    var parent = key
    let root = store.rootLevel(of: store.tiles[Int(key.tile)])
    while parent.level < root {
      parent = TerrainBlockKey(
        tile: key.tile, level: parent.level + 1, row: parent.row / 2, column: parent.column / 2)
      if store.blocks[parent] != nil { return parent }
    }
    return nil
  }

  private func root(of key: TerrainBlockKey) -> TerrainBlockKey? {
    TerrainBlockKey(
      tile: key.tile, level: store.rootLevel(of: store.tiles[Int(key.tile)]), row: 0, column: 0)
  }

  /// Shades a block into a field of the player: the one whose block was not drawn for the longest time.
  private mutating func fillSlot(_ key: TerrainBlockKey, into list: inout DrawList) -> Int {
    var slot = slots.count
    if let free = slots.firstIndex(where: { $0 == nil }) {
      slot = free
    } else if slots.count >= 2 * Self.seenLimit {
      slot = slots.indices.min { (slots[$0]?.used ?? 0) < (slots[$1]?.used ?? 0) } ?? 0
    } else {
      slots.append(nil)
    }
    slots[slot] = ReliefSlot(key: key, used: drawCount, colors: reliefColors)
    guard let block = store.blocks[key] else { return slot }
    let own = block.ownCounts(of: store.tiles[Int(key.tile)])
    let middle = block.northDegrees - Double(block.rowCount) / 2 * block.latitudeStep
    let cosine = Trigonometry.sineCosine(turns: middle / 360).cosine
    let shades = Relief.shades(
      block, rim: rim(of: block), rows: own.rows, columns: own.columns,
      metersAcross: Swift.max(1e-3, block.longitudeStep * 111_320 * cosine),
      metersDown: block.latitudeStep * 111_130)
    let id = FieldID.relief + UInt32(slot)
    list.createField(id, columns: own.columns, rows: own.rows)
    list.fieldColors(id, map: reliefColors, low: 0, high: 256)
    for row in 0..<own.rows {
      list.fieldRow(id, row: row, values: shades[(row * own.columns)..<((row + 1) * own.columns)])
    }
    return slot
  }

  /// The posts around a block that are there, of its tile and of those beside it.
  private func rim(of block: StoredBlock) -> ReliefRim {
    var own: [StoredBlock] = []
    var others: [(block: StoredBlock, rank: Int)] = []
    // The ground alone is lit, whatever else may be kept of the same posts.
    for (key, other) in store.blocks where !key.isSurface && key != block.key && block.isBeside(other) {
      if key.tile == block.key.tile {
        own.append(other)
      } else {
        others.append((other, block.rimRank(of: other)))
      }
    }
    // Where tiles overlap, the same one counts each time, and a tile's own posts before any other's.
    others.sort { $0.rank != $1.rank ? $0.rank < $1.rank : $0.block.key.isBefore($1.block.key) }
    return ReliefRim(of: block, from: others.map { $0.block } + own)
  }

  /// A block has come: those beside it are shaded anew, whose slopes go over their edges.
  mutating func shadeBesides(_ key: TerrainBlockKey) {
    guard let block = store.blocks[key] else { return }
    for slot in slots.indices {
      guard let shaded = slots[slot]?.key else { continue }
      if shaded.tile == key.tile {
        guard shaded.level == key.level else { continue }
        // What a block shares with those north and west of it is theirs to draw.
        let (down, right) = (Int(shaded.row) - Int(key.row), Int(shaded.column) - Int(key.column))
        if (down, right) == (0, 0) || (down, right) == (1, 0) || (down, right) == (0, 1) { slots[slot] = nil }
      } else if let other = store.blocks[shaded], other.isBeside(block) {
        slots[slot] = nil
      }
    }
  }

  // MARK: - Contours

  /// From line to line, m: about 18 points apart on a slope of one in four.
  var contourInterval: Int {
    let latitude = view.place(atX: view.width / 2, y: view.height / 2).latitudeDegrees
    let wanted = view.metersPerPixel(atLatitude: latitude) * Double(18 * screen.scale) / 4
    return [5, 10, 20, 50, 100, 200, 500].first { Double($0) >= wanted } ?? 1000
  }

  /// Keeps lines of what is not seen while they are few: on steep ground those of a block take half a
  /// megabyte.
  private mutating func forgetContours() {
    var count = 0
    for kept in contours.values { count += kept.plain.count + kept.index.count }
    guard count > Self.contourFloats, contours.keys.contains(where: { !seen.contains($0) }) else { return }
    contours = contours.filter { seen.contains($0.key) }
  }

  mutating func drawContours(into list: inout DrawList) {
    let interval = contourInterval
    var made = 0
    let bounds = screen.bounds
    var pieces: [(block: StoredBlock, contours: BlockContours)] = []
    for key in seen {
      guard let block = store.blocks[key] else { continue }
      // Cells of some five pixels are fine enough for a line.
      let across = block.longitudeStep / 360 * view.pixelsPerWorld
      let step = across >= 4 ? 1 : across >= 2 ? 2 : 4
      if let known = contours[key], known.interval == interval, known.step == step {
        pieces.append((block, known))
      } else if made < Self.contoursAtOnce {
        made += 1
        let found = Contours.pieces(of: block, interval: interval, step: step)
        let next = BlockContours(interval: interval, step: step, plain: found.plain, index: found.index)
        contours[key] = next
        pieces.append((block, next))
      } else {
        redraw()
      }
    }
    forgetContours()
    list.beginLayer(LayerID.contours, bounds: bounds)
    for (width, color, isIndex) in [
      (0.6, contourColor, false), (1.1, indexContourColor, true),
    ] as [(Float, Color, Bool)] {
      list.polyline(width: Swift.max(1, width * screen.scale), color: color) { point in
        for (block, contours) in pieces {
          let left = Float(view.x(ofLongitude: block.westDegrees))
          let across = Float(block.longitudeStep / 360 * view.pixelsPerWorld)
          let top = Float(view.y(ofLatitude: block.northDegrees))
          let end = block.northDegrees - Double(block.rowCount - 1) * block.latitudeStep
          let down = (Float(view.y(ofLatitude: end)) - top) / Float(block.rowCount - 1)
          let ends = isIndex ? contours.index : contours.plain
          var place = 0
          while place + 3 < ends.count {
            point(left + across * ends[place], top + down * ends[place + 1])
            point(left + across * ends[place + 2], top + down * ends[place + 3])
            point(0, .nan)
            place += 4
          }
        }
      }
    }
    list.endLayer(bounds: bounds)
  }
}
