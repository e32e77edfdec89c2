import Testing
import WaveDisplay
import WavePictures

@Suite struct FieldTests {
  /// A ring of three rows of four values, entry numbers of the map in hundredths of a decibel.
  private func scene(
    firstRow: Int, rowCount: Int, sourceX: Float = 0, sourceWidth: Float = 4, rect: Rect
  ) throws -> DrawScene {
    try Samples.scene { list in
      list.createField(7, columns: 4, rows: 3)
      list.fieldColors(7, map: .waterfall, low: 0, high: 256)
      for row in 0..<3 {
        let values = (0..<4).map { Int16(row * 40 + $0 * 10) }
        list.fieldRow(7, row: row, values: values[...])
      }
      list.field(
        7, firstRow: firstRow, rowCount: rowCount, sourceX: sourceX, sourceWidth: sourceWidth, rect: rect)
    }
  }

  private func entry(_ row: Int, _ column: Int) -> UInt32 {
    ColorMap.waterfall.entries[row * 40 + column * 10]
  }

  @Test func everyPixelHasTheColorOfItsValueAndRowsWrap() throws {
    let picture = try PicturePlayer.picture(
      of: scene(firstRow: 2, rowCount: 3, rect: Rect(x: 0, y: 0, width: 40, height: 30)))
    for y in 0..<30 {
      for x in 0..<40 {
        #expect(picture.pixels[y * 40 + x] == entry((2 + y / 10) % 3, x / 10))
      }
    }
  }

  @Test func partOfTheColumnsFillsTheRectangle() throws {
    let picture = try PicturePlayer.picture(
      of: scene(
        firstRow: 0, rowCount: 1, sourceX: 1, sourceWidth: 2, rect: Rect(x: 10, y: 10, width: 20, height: 10))
    )
    #expect(picture.pixels[12 * 40 + 11] == entry(0, 1))
    #expect(picture.pixels[12 * 40 + 29] == entry(0, 2))
    #expect(picture.pixels[12 * 40 + 9] == 0)
    #expect(picture.pixels[9 * 40 + 15] == 0)
  }

  @Test func aGapShowsTheGround() throws {
    let scene = try Samples.scene { list in
      list.rectangle(Rect(x: 0, y: 0, width: 40, height: 30), color: Color(0x123456))
      list.createField(7, columns: 2, rows: 1)
      list.fieldColors(7, map: .waterfall, low: 0, high: 256)
      list.fieldRow(7, row: 0, values: [FieldPainter.gap, 255])
      list.field(
        7, firstRow: 0, rowCount: 1, sourceX: 0, sourceWidth: 2, rect: Rect(x: 0, y: 0, width: 40, height: 30)
      )
    }
    let picture = try PicturePlayer.picture(of: scene)
    #expect(picture.pixels[0] == Color(0x123456).rgba)
    #expect(picture.pixels[39] == ColorMap.waterfall.entries[255])
  }

  @Test func newColorsReachRowsAlreadyThere() throws {
    var list = DrawList()
    let all = Rect(x: 0, y: 0, width: 8, height: 8)
    var scene = DrawScene()
    func frame(_ before: (inout DrawList) -> Void) throws -> UInt32 {
      list.begin(width: 8, height: 8)
      before(&list)
      list.layer(1, bounds: all) { list in
        list.field(1, firstRow: 0, rowCount: 1, sourceX: 0, sourceWidth: 1, rect: all)
      }
      list.end()
      try scene.play(list.words)
      return try PicturePlayer.picture(of: scene).pixels[0]
    }
    let before = try frame { list in
      list.createField(1, columns: 1, rows: 1)
      list.fieldRow(1, row: 0, values: [100])
      list.fieldColors(1, map: .waterfall, low: 0, high: 256)
    }
    let after = try frame { $0.fieldColors(1, map: .meter, low: 99, high: 355) }
    #expect(before == ColorMap.waterfall.entries[100])
    #expect(after == ColorMap.meter.entries[1])
  }
}
