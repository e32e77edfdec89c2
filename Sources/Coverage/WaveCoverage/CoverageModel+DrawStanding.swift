import WaveCoverageWire
import WaveDisplay
import WaveInteraction
import WavePropagation
import WaveUnits
import WaveWire

/// Where models of the surface know what stands on the ground, over the map, and what switches them.
extension CoverageModel {
  /// The colour of trees and roofs.
  var standingColor: Color { Color(theme == .dark ? 0x6FB27E : 0x4C8F5C) }

  // MARK: - On the map

  /// Draws the outlines of the models, and lines over what they know of the map's ground.
  mutating func drawStanding(into list: inout DrawList) {
    guard meetsStanding(plan ?? settings) else { return }
    drawStandingOutlines(into: &list)
    guard plan != nil else { return }
    var pieces: [(block: StoredBlock, ends: [Float])] = []
    let keys = store.blocks.keys.filter { $0.isSurface && $0.level == level }
    for key in keys.sorted(by: { $0.isBefore($1) }) {
      guard let block = store.blocks[key], isInView(block) else { continue }
      pieces.append((block, hatch(of: block).ends))
    }
    guard !pieces.isEmpty else { return }
    list.polyline(width: screen.hairline, color: Color(0x0B1A10, opacity: 0.4)) { point in
      for (block, ends) in pieces {
        let left = Float(view.x(ofLongitude: block.westDegrees))
        let across = Float(block.longitudeStep / 360 * view.pixelsPerWorld)
        let top = Float(view.y(ofLatitude: block.northDegrees))
        let south = block.northDegrees - Double(block.rowCount - 1) * block.latitudeStep
        let down = (Float(view.y(ofLatitude: south)) - top) / Float(block.rowCount - 1)
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

  private func drawStandingOutlines(into list: inout DrawList) {
    list.polyline(width: 1.25 * screen.scale, color: standingColor.opacity(0.8)) { point in
      for part in standing.parts where part.isUsed {
        let left = Float(view.x(ofLongitude: part.westDegrees))
        let right = left + Float((part.eastDegrees - part.westDegrees) / 360 * view.pixelsPerWorld)
        let top = Float(view.y(ofLatitude: part.northDegrees))
        let bottom = Float(view.y(ofLatitude: part.southDegrees))
        guard right > 0, left < screen.width, bottom > 0, top < screen.height else { continue }
        point(left, top)
        point(right, top)
        point(right, bottom)
        point(left, bottom)
        point(left, top)
        point(0, .nan)
      }
    }
  }

  private func isInView(_ block: StoredBlock) -> Bool {
    let left = view.x(ofLongitude: block.westDegrees)
    let right =
      left + Double(block.columnCount - 1) * block.longitudeStep / 360 * view.pixelsPerWorld
    let south = block.northDegrees - Double(block.rowCount - 1) * block.latitudeStep
    return right > 0 && left < view.width && view.y(ofLatitude: south) > 0
      && view.y(ofLatitude: block.northDegrees) < view.height
  }

  /// Lines at 45° over the posts that are known, some 14 points apart and on one lattice for all blocks.
  private mutating func hatch(of block: StoredBlock) -> StandingState.Hatch {
    let across = block.longitudeStep / 360 * view.pixelsPerWorld
    var spacing = 2
    while Double(spacing) * across < Double(14 * screen.type), spacing < 2 * WireLimits.terrainBlock {
      spacing *= 2
    }
    if let made = standing.hatches[block.key], made.spacing == spacing { return made }
    let first = (Int(block.key.row) + Int(block.key.column)) * WireLimits.terrainBlock
    let ends = Self.hatchEnds(of: block, first: first, spacing: spacing)
    let made = StandingState.Hatch(spacing: spacing, ends: ends)
    if standing.hatches.count > 2 * TerrainStore.limit { standing.hatches = [:] }
    standing.hatches[block.key] = made
    return made
  }

  /// Stretches of known posts along diagonals whose rows and columns together are multiples of the spacing.
  static func hatchEnds(of block: StoredBlock, first: Int, spacing: Int) -> [Float] {
    var ends: [Float] = []
    var diagonal = (spacing - first % spacing) % spacing
    while diagonal <= block.rowCount + block.columnCount - 2 {
      var start: Int?
      let top = Swift.max(0, diagonal - block.columnCount + 1)
      let bottom = Swift.min(block.rowCount - 1, diagonal)
      for row in top...(bottom + 1) {
        let isKnown =
          row <= bottom
          && block.heights[row * block.columnCount + diagonal - row] != TerrainBlock.void
        if isKnown {
          if start == nil { start = row }
        } else if let from = start {
          if row - 1 > from {
            ends.append(Float(diagonal - from))
            ends.append(Float(from))
            ends.append(Float(diagonal - row + 1))
            ends.append(Float(row - 1))
          }
          start = nil
        }
      }
      diagonal += spacing
    }
    return ends
  }

  // MARK: - The switch over the map

  private var standingStyle: TextStyle { TextStyle(size: (11 * screen.type).rounded(), isBold: true) }

  /// Where it is: above the scale, and above what is said of a calibration; nil where there is nothing to
  /// switch.
  private var standingBox: Rect? {
    guard let words = standingWords else { return nil }
    let type = screen.type
    let left = screen.left + 12 * type
    let foot = mapBottom - (hasSiteOffer ? 66 : 12) * type - 88 * type - legendTitleHeight
    let bottom = (calibrationBox?.y).map { $0 - 6 * type } ?? foot
    let width = advances.width(of: Texts.bytes(words), style: standingStyle) + 38 * type
    let room = Swift.max(0, screen.right - left - 12 * type)
    return Rect(x: left, y: bottom - 30 * type, width: Swift.min(width, room), height: 30 * type)
  }

  /// Whether a finger is on it, or so near that nothing else is meant.
  func isOnStanding(x: Float, y: Float) -> Bool {
    guard let box = standingBox else { return false }
    let room = 7 * screen.type
    // What is said of a calibration is as near below it.
    let below = calibrationBox == nil ? room : 3 * screen.type
    return x >= box.x - room && x <= box.right + room && y >= box.y - room && y <= box.bottom + below
  }

  /// Draws it, with a dot that is full where they count: a tap switches.
  func drawStandingSwitch(into list: inout DrawList) {
    guard let box = standingBox, let words = standingWords else { return }
    let type = screen.type
    list.beginLayer(LayerID.standing, bounds: box)
    list.rectangle(box, radius: 10 * type, color: panelColor)
    let (x, y) = (box.x + 17 * type, box.y + box.height / 2)
    drawDot(x: x, y: y, radius: 6 * type, color: standingColor, into: &list)
    if !standing.isOn {
      drawDot(x: x, y: y, radius: 4.5 * type, color: theme.ground, into: &list)
    }
    list.text(
      Texts.bytes(words), x: box.x + 29 * type, baseline: box.y + 19 * type, style: standingStyle,
      color: standing.isOn ? panelText : panelQuiet)
    list.endLayer(bounds: box)
  }
}
