import WaveCoverageWire
import WaveDisplay
import WaveInteraction
import WavePropagation
import WaveUnits

/// The contour lines of the visible blocks, traced as needed.
struct ContourLines: Sendable {
  /// The contour lines of a block, as segments given by the column and row of both ends, in posts.
  struct Traced: Sendable {
    let interval: Int
    let step: Int
    let plain: [Float]
    /// The segments of index contours, which are every fifth line.
    let index: [Float]
  }

  /// The maximum number of blocks traced per frame.
  static let tracedAtOnce = 24
  /// The number of coordinates above which the lines of invisible blocks are removed; this many coordinates
  /// use 2 MB.
  static let keptFloats = 500_000

  /// The traced lines of each block.
  private(set) var blocks: [TerrainBlockKey: Traced] = [:]

  /// Discards the lines of blocks that satisfy a condition.
  mutating func forget(where isGone: (TerrainBlockKey) -> Bool) {
    blocks = blocks.filter { !isGone($0.key) }
  }

  /// Discards the lines of a block that has been received again.
  mutating func blockArrived(_ key: TerrainBlockKey) { blocks[key] = nil }

  /// Draws the contour lines, and traces missing ones.
  ///
  /// - Parameters:
  ///   - seen: The visible blocks.
  ///   - store: The available blocks.
  ///   - canvas: The screen and the visible part of the earth.
  ///   - list: Receives the layer's drawing commands.
  /// - Returns: Whether blocks remain to be traced.
  mutating func draw(
    _ seen: [TerrainBlockKey], of store: TerrainStore, on canvas: MapCanvas, into list: inout DrawList
  ) -> Bool {
    let interval = Self.interval(on: canvas)
    var (made, isIncomplete) = (0, false)
    var plain: [(block: StoredBlock, ends: [Float])] = []
    var index = plain
    for key in seen {
      guard let block = store.blocks[key] else { continue }
      // Cells of about five pixels are fine enough for a line.
      let across = block.longitudeStepDegrees / 360 * canvas.view.pixelsPerWorld
      let step = across >= 4 ? 1 : across >= 2 ? 2 : 4
      var traced = blocks[key].flatMap { $0.interval == interval && $0.step == step ? $0 : nil }
      if traced == nil, made < Self.tracedAtOnce {
        made += 1
        let found = Contours.pieces(of: block, interval: interval, step: step)
        traced = Traced(interval: interval, step: step, plain: found.plain, index: found.index)
        blocks[key] = traced
      }
      guard let traced else {
        isIncomplete = true
        continue
      }
      plain.append((block, traced.plain))
      index.append((block, traced.index))
    }
    forget(besides: seen)
    let (bounds, scale) = (canvas.screen.bounds, canvas.screen.scale)
    list.beginLayer(LayerID.contours, bounds: bounds)
    canvas.pieces(plain, width: Swift.max(1, 0.6 * scale), color: canvas.contour, into: &list)
    canvas.pieces(index, width: Swift.max(1, 1.1 * scale), color: canvas.indexContour, into: &list)
    list.endLayer(bounds: bounds)
    return isIncomplete
  }

  /// Returns the contour interval in metres; on a slope of 1 in 4, lines are then about 18 points apart.
  static func interval(on canvas: MapCanvas) -> Int {
    let view = canvas.view
    let latitude = view.place(atX: view.width / 2, y: view.height / 2).latitudeDegrees
    let wanted = view.metersPerPixel(atLatitude: latitude) * Double(18 * canvas.screen.scale) / 4
    return [5, 10, 20, 50, 100, 200, 500].first { Double($0) >= wanted } ?? 1000
  }

  /// Removes the lines of invisible blocks if they use too much memory; on steep ground, a block's lines need
  /// half a megabyte.
  private mutating func forget(besides seen: [TerrainBlockKey]) {
    let count = blocks.values.reduce(0) { $0 + $1.plain.count + $1.index.count }
    guard count > Self.keptFloats, blocks.keys.contains(where: { !seen.contains($0) }) else { return }
    forget { !seen.contains($0) }
  }
}
