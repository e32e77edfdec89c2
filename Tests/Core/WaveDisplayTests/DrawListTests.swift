import TestSupport
import Testing
import WaveDisplay

@Suite struct DrawListTests {
  private let bounds = Rect(x: 0, y: 0, width: 100, height: 50)

  private func frame(_ list: inout DrawList, level: Float, label: [UInt8], hasMarker: Bool) -> [UInt32] {
    list.begin(width: 100, height: 50)
    list.layer(0, bounds: bounds) { $0.rectangle(bounds, color: Color(0x102030)) }
    list.layer(1, bounds: Rect(x: 10, y: 0, width: 80, height: 40)) { list in
      list.polyline(width: 2, color: Color(0xFF0000)) { point in
        point(10, level)
        point(20, .nan)
        point(30, level)
      }
    }
    list.layer(2, bounds: Rect(x: 0, y: 40, width: 100, height: 10)) { list in
      list.text(label, x: 5, baseline: 48, style: TextStyle(size: 10), color: Color(0xFFFFFF))
    }
    if hasMarker {
      list.layer(3, bounds: Rect(x: 50, y: 0, width: 2, height: 50)) {
        $0.rectangle(Rect(x: 50, y: 0, width: 2, height: 50), color: Color(0x00FF00))
      }
    }
    list.end()
    return list.words
  }

  @Test func unchangedFrameHasNoContent() {
    var list = DrawList()
    _ = frame(&list, level: 5, label: [65], hasMarker: false)
    #expect(list.hasContent)
    _ = frame(&list, level: 5, label: [65], hasMarker: false)
    #expect(!list.hasContent)
    #expect(list.damage.isEmpty)
  }

  @Test func damageIsWhatChanged() {
    var list = DrawList()
    _ = frame(&list, level: 5, label: [65], hasMarker: false)
    #expect(list.damage == bounds)
    _ = frame(&list, level: 5, label: [66], hasMarker: false)
    #expect(list.damage == Rect(x: 0, y: 40, width: 100, height: 10))
    _ = frame(&list, level: 6, label: [66], hasMarker: true)
    #expect(list.damage == Rect(x: 10, y: 0, width: 80, height: 50))
  }

  @Test func removedLayerDamagesWhereItWas() throws {
    var list = DrawList()
    var scene = DrawScene()
    try scene.play(frame(&list, level: 5, label: [65], hasMarker: true))
    #expect(scene.layers.count == 4)
    try scene.play(frame(&list, level: 5, label: [65], hasMarker: false))
    #expect(scene.layers.count == 3)
    #expect(list.damage == Rect(x: 50, y: 0, width: 2, height: 50))
  }

  @Test func replayFromEmptyEqualsIncrementalFrames() throws {
    var list = DrawList()
    var incremental = DrawScene()
    for step in 0..<20 {
      try incremental.play(
        frame(&list, level: Float(step / 3), label: [UInt8(65 + step / 4)], hasMarker: step % 5 > 2))
    }
    list.forget()
    var whole = DrawScene()
    try whole.play(
      frame(&list, level: Float(19 / 3 as Int), label: [UInt8(65 + 19 / 4)], hasMarker: 19 % 5 > 2))
    #expect(incremental == whole)
  }

  @Test func fieldRowsReachTheScene() throws {
    var list = DrawList()
    list.begin(width: 10, height: 10)
    list.createField(7, columns: 3, rows: 2)
    list.fieldRow(7, row: 1, values: [100, -200, 300][...])
    list.fieldRow(7, row: 0, values: [5][...])
    list.fieldColors(7, map: .meter, low: -900, high: 120)
    list.end()
    #expect(list.hasContent)
    var scene = DrawScene()
    try scene.play(list.words)
    #expect(scene.fields[0].values == [5, .min, .min, 100, -200, 300])
    #expect(scene.fields[0].map == .meter)
    #expect(scene.fields[0].low == -900)
    #expect(scene.fields[0].high == 120)
  }

  @Test func fieldRowMakesItsLayerDirty() {
    var list = DrawList()
    func draw(_ value: Int16?) {
      list.begin(width: 10, height: 10)
      if let value { list.fieldRow(1, row: 0, values: [value][...]) }
      list.layer(0, bounds: bounds) {
        $0.field(1, firstRow: 0, rowCount: 1, sourceX: 0, sourceWidth: 1, rect: bounds)
      }
      list.end()
    }
    draw(1)
    draw(nil)
    #expect(!list.hasContent)
    draw(2)
    #expect(list.damage == bounds)
  }

  @Test func everyMarkSurvivesTheWords() throws {
    let rect = Rect(x: 1, y: 2, width: 3, height: 4)
    var list = DrawList()
    list.begin(width: 10, height: 10)
    list.layer(0, bounds: bounds) { list in
      list.clip(rect)
      list.gradient(rect, top: Color(0x010203), bottom: Color(0x040506, opacity: 0.5))
      list.rectangle(rect, radius: 2, color: Color(0x0A0B0C))
      list.area(base: 9, top: 1, topColor: Color(0x111111), baseColor: Color(0x222222)) { $0(1, 2) }
      list.text(
        [0xE2, 0x88, 0x92, 0x35, 0x20], x: 3, baseline: 4, style: TextStyle(size: 9, isBold: true),
        color: Color(0x333333), alignment: .center)
      list.field(4, firstRow: 5, rowCount: 6, sourceX: 0.5, sourceWidth: 7.5, rect: rect)
    }
    list.end()
    var scene = DrawScene()
    try scene.play(list.words)
    #expect(
      scene.layers[0].marks == [
        .clip(rect), .gradient(rect, top: Color(0x010203), bottom: Color(0x040506, opacity: 0.5)),
        .rectangle(rect, radius: 2, color: Color(0x0A0B0C)),
        .area(
          base: 9, top: 1, topColor: Color(0x111111), baseColor: Color(0x222222),
          points: DrawPoints(coordinates: [1, 2])),
        .text(
          [0xE2, 0x88, 0x92, 0x35, 0x20], x: 3, baseline: 4, style: TextStyle(size: 9, isBold: true),
          alignment: .center, color: Color(0x333333)),
        .field(id: 4, firstRow: 5, rowCount: 6, sourceX: 0.5, sourceWidth: 7.5, rect: rect),
      ])
  }

  @Test func mangledWordsAreRefusedNotTrapped() throws {
    var list = DrawList()
    let words = frame(&list, level: 5, label: [65, 66, 67], hasMarker: true)
    var generator = SeededGenerator(seed: 11)
    var refused = 0
    for _ in 0..<3000 {
      var mangled = words
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        mangled[Int.random(in: 0..<mangled.count, using: &generator)] = UInt32.random(
          in: 0...(.max), using: &generator)
      }
      var scene = DrawScene()
      do { try scene.play(mangled) } catch { refused += 1 }
    }
    #expect(refused > 1000)
  }

  @Test func fieldsAreLimitedTogether() throws {
    var list = DrawList()
    list.begin(width: 10, height: 10)
    for id in 0..<4 as Range<UInt32> { list.createField(id, columns: 1 << 11, rows: 1 << 11) }
    list.end()
    var scene = DrawScene()
    try scene.play(list.words)
    // Made again they take the place of what they were; one more is too much.
    try scene.play(list.words)
    list.begin(width: 10, height: 10)
    list.createField(4, columns: 1, rows: 1)
    list.end()
    #expect(throws: DrawError.malformed(word: 7)) { try scene.play(list.words) }
  }

  @Test func rowsOfFieldsAreLimited() {
    var list = DrawList()
    list.begin(width: 10, height: 10)
    list.createField(0, columns: 1 << 17, rows: 1)
    list.end()
    var scene = DrawScene()
    #expect(throws: DrawError.malformed(word: 7)) { try scene.play(list.words) }
  }

  private func strip(_ list: inout DrawList, at column: Int, isNew: Bool) {
    list.begin(width: 100, height: 50)
    if isNew { list.createStrip(1, columns: 20, height: 40) }
    list.clearStrip(1, first: column, count: 2)
    let span = ColumnSpan(topPixels: 3.5, bottomPixels: 7.25)
    list.stripSpans(1, color: Color(0xFF0000), first: column, spans: [span, .none][...])
    let bounds = Rect(x: 10, y: 5, width: 20, height: 40)
    list.layer(1, bounds: bounds) {
      if !isNew { $0.limitDamage(to: Rect(x: 10 + Float(column), y: 5, width: 2, height: 40)) }
      $0.strip(1, first: 0, count: 20, x: 10, y: 5)
    }
    list.end()
  }

  @Test func stripsKeepTheirColumns() throws {
    var list = DrawList()
    var scene = DrawScene()
    for column in [2, 3, 9] {
      strip(&list, at: column, isNew: column == 2)
      try scene.play(list.words)
      if column != 2 { #expect(list.damage == Rect(x: 10 + Float(column), y: 5, width: 2, height: 40)) }
    }
    let strip = try #require(scene.strips.first)
    #expect(strip.columns.indices.filter { !strip.columns[$0].isEmpty } == [2, 3, 9])
    #expect(strip.columns[9].first?.span == ColumnSpan(top: 28, bottom: 58))
    #expect(scene.layers.first?.marks == [.strip(id: 1, first: 0, count: 20, x: 10, y: 5)])
  }

  @Test func stripsOutOfBoundsAreLeftOut() throws {
    var list = DrawList()
    list.begin(width: 10, height: 10)
    list.createStrip(1, columns: 4, height: 8)
    let spans = [ColumnSpan](repeating: ColumnSpan(top: 0, bottom: 8), count: 9)
    list.stripSpans(1, color: Color(0xFF0000), first: 2, spans: spans[...])
    list.clearStrip(1, first: 3, count: 900)
    list.clearStrip(7, first: 0, count: 1)
    list.end()
    var scene = DrawScene()
    try scene.play(list.words)
    #expect(scene.strips.first?.columns.map(\.count) == [0, 0, 1, 0])
    // More columns than words, and a strip of absurd size.
    let bad: [[UInt32]] = [
      [DrawOperation.stripSpans | 5 << 8, 1, 0, 0, 9, 0],
      [DrawOperation.stripCreate | 3 << 8, 1, 1 << 30, 4],
    ]
    for words in bad { #expect(throws: DrawError.malformed(word: 0)) { try scene.play(words) } }
  }
}
