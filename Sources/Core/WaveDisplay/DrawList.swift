/// An encoder that writes frames as 32-bit words and omits what has not changed since earlier frames.
///
/// Marks (drawing primitives) are grouped in layers. A layer whose words and bounds have not changed since
/// the previous frame is left out. The damage is the union of the old and new bounds of the layers that have
/// changed. Fields are rings of 16-bit rows whose values the player stores. Adding a waterfall row therefore
/// sends only that row, and changing the colours takes five words.
///
/// Layers are drawn in the order of their numbers. Every frame must draw all visible layers: a layer that is
/// not drawn is removed.
///
/// - Complexity: Each call is O(words written); arrays keep their storage from frame to frame.
public struct DrawList: Sendable {
  /// The words of the frame, complete after `end`.
  public private(set) var words: [UInt32] = []
  /// The area to repaint.
  public private(set) var damage = Rect.empty

  private var layers: [Layer] = []
  private var current = 0
  private var fieldRevisions: [UInt32] = []
  /// The area of the current layer that has changed, or nil if unknown.
  private var changed: Rect?

  private struct Layer {
    var id: UInt32
    var bounds: Rect
    var words: [UInt32]
    var isSeen: Bool
    var start = 0
  }

  /// Creates a list without earlier frames, so the first frame is complete.
  public init() {}

  /// Discards the state of earlier frames, so that the next frame is complete.
  ///
  /// Call this for a new player, then create all fields and strips again.
  public mutating func forget() { layers.removeAll(keepingCapacity: true) }

  /// Begins a frame with a size in device pixels.
  public mutating func begin(width: Float, height: Float) {
    words.removeAll(keepingCapacity: true)
    damage = .empty
    for index in layers.indices { layers[index].isSeen = false }
    beginOperation(DrawOperation.frame, count: 6)
    write(width, height)
    write(.empty)
  }

  /// Whether the frame contains anything to play: a changed layer, field or row.
  public var hasContent: Bool { words.count > 7 }

  /// Ends the frame and removes the layers that were not drawn in this frame.
  public mutating func end() {
    for index in layers.indices.reversed() where !layers[index].isSeen {
      damage = damage.union(layers[index].bounds)
      beginOperation(DrawOperation.layer, count: 5)
      words.append(layers[index].id)
      write(.empty)
      layers.remove(at: index)
    }
    words[3] = damage.x.bitPattern
    words[4] = damage.y.bitPattern
    words[5] = damage.width.bitPattern
    words[6] = damage.height.bitPattern
  }

  /// Begins a layer whose marks lie within `bounds`.
  public mutating func beginLayer(_ id: UInt32, bounds: Rect) {
    if let index = layers.firstIndex(where: { $0.id == id }) {
      current = index
    } else {
      layers.append(Layer(id: id, bounds: .empty, words: [], isSeen: false))
      current = layers.count - 1
    }
    layers[current].isSeen = true
    layers[current].start = words.count
    beginOperation(DrawOperation.layer, count: 5)
    words.append(id)
    write(bounds)
  }

  /// Ends the layer, and omits it from the frame if its contents are unchanged.
  public mutating func endLayer(bounds: Rect) {
    defer { changed = nil }
    let start = layers[current].start
    let isSame =
      layers[current].words.count == words.count - start
      && layers[current].words.indices.allSatisfy { layers[current].words[$0] == words[start + $0] }
    guard !isSame else {
      words.removeSubrange(start...)
      return
    }
    if let changed, layers[current].bounds == bounds {
      damage = damage.union(changed)
    } else {
      damage = damage.union(layers[current].bounds).union(bounds)
    }
    layers[current].bounds = bounds
    layers[current].words.removeAll(keepingCapacity: true)
    layers[current].words.append(contentsOf: words[start...])
  }

  /// Limits the current layer's damage to `rect`; outside it, the layer must be unchanged.
  public mutating func limitDamage(to rect: Rect) { changed = rect }

  /// Draws a layer with the marks that the closure `marks` adds.
  public mutating func layer(_ id: UInt32, bounds: Rect, _ marks: (inout DrawList) -> Void) {
    beginLayer(id, bounds: bounds)
    marks(&self)
    endLayer(bounds: bounds)
  }

  mutating func beginOperation(_ operation: UInt32, count: Int) {
    words.append(operation | UInt32(count) << 8)
  }

  mutating func write(_ a: Float, _ b: Float) {
    words.append(a.bitPattern)
    words.append(b.bitPattern)
  }

  mutating func write(_ rect: Rect) {
    write(rect.x, rect.y)
    write(rect.width, rect.height)
  }

  mutating func write(_ word: UInt32) { words.append(word) }

  mutating func patch(_ index: Int, _ word: UInt32) { words[index] = word }

  func revision(of field: UInt32) -> UInt32 {
    Int(field) < fieldRevisions.count ? fieldRevisions[Int(field)] : 0
  }

  /// Begins an operation that changes a field or strip, with its number, two operands and `more` that follow.
  mutating func change(_ id: UInt32, by operation: UInt32, _ a: UInt32, _ b: UInt32, more: Int = 0) {
    beginOperation(operation, count: 3 + more)
    write(id)
    write(a)
    write(b)
    while fieldRevisions.count <= Int(id) { fieldRevisions.append(0) }
    fieldRevisions[Int(id)] &+= 1
  }
}
