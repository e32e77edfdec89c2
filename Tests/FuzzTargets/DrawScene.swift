import WaveDisplay

extension FuzzTarget {
  /// Words of a draw list, as a player reads them.
  static let drawScene = FuzzTarget("draw-scene", byteLimit: 1024) { bytes throws(Finding) in
    var words = bytes.withUnsafeBytes { source in
      (0..<source.count / 4).map {
        UInt32(littleEndian: source.loadUnaligned(fromByteOffset: 4 * $0, as: UInt32.self))
      }
    }
    shrinkFields(&words)
    let (scene, error) = play(words)
    if case .malformed(let word) = error {
      try require(word < words.count, "an error stands in the list")
    } else {
      try require(
        zip(scene.layers, scene.layers.dropFirst()).allSatisfy { $0.id < $1.id }, "layers rise in number")
      try require(scene.layers.allSatisfy { !$0.bounds.isEmpty }, "layers without bounds are gone")
    }
    let marks = scene.layers.reduce(0) { $0 + $1.marks.count }
    try require(marks <= words.count, "a mark takes a word at least")
    try checkFields(scene)
    let again = play(words)
    try require(again.error == error && isSame(again.scene, scene), "a list gives one scene")
  }

  private static func play(_ words: [UInt32]) -> (scene: DrawScene, error: DrawError?) {
    var scene = DrawScene()
    do throws(DrawError) { try scene.play(words) } catch { return (scene, error) }
    return (scene, nil)
  }

  /// Memory is limited by the reader; here large fields would only take time.
  private static func shrinkFields(_ words: inout [UInt32]) {
    var index = 0
    while index + 3 < words.count {
      if words[index] & 0xFF == DrawOperation.fieldCreate {
        words[index + 2] &= 0x8000_003F
        words[index + 3] &= 0x8000_003F
      }
      index += Int(words[index] >> 8) + 1
    }
  }

  private static func checkFields(_ scene: DrawScene) throws(Finding) {
    for field in scene.fields {
      try require(field.values.count == field.columns * field.rows, "a field has all its values")
      var pixels = [UInt32](repeating: 1, count: field.values.count + 1)
      var span = pixels.mutableSpan
      FieldPainter.paint(
        field.values.span, colors: field.map.entries, low: field.low, high: field.high, into: &span)
      for (index, value) in field.values.enumerated() {
        try require(
          (pixels[index] >> 24 > 0) == (value != FieldPainter.gap), "data are seen, gaps transparent")
      }
      try require(pixels.last == 0, "pixels beyond the values are transparent")
    }
  }

  /// Coordinates may be NaN, which equals nothing; texts of the two are the same.
  private static func isSame(_ a: DrawScene, _ b: DrawScene) -> Bool {
    a.fields == b.fields && a.layers.count == b.layers.count
      && zip(a.layers, b.layers).allSatisfy { $0.id == $1.id && $0.marks.count == $1.marks.count }
  }
}
