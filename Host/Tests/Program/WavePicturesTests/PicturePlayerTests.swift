import Foundation
import Testing
import WaveDisplay
import WavePictures

@Suite struct PicturePlayerTests {
  private let red = Color(0xFF0000)
  private let blue = Color(0x0000FF)

  private func picture(
    width: Float = 40, height: Float = 30, _ marks: (inout DrawList) -> Void
  ) throws -> Picture {
    try PicturePlayer.picture(of: Samples.scene(width: width, height: height, marks))
  }

  private func color(_ picture: Picture, _ x: Int, _ y: Int) -> Color {
    Color(rgba: picture.pixels[y * picture.width + x])
  }

  @Test func aRectangleCoversItsPixelsAndNoOthers() throws {
    let picture = try picture { $0.rectangle(Rect(x: 10, y: 5, width: 20, height: 10), color: red) }
    #expect((picture.width, picture.height) == (40, 30))
    for y in 0..<30 {
      for x in 0..<40 {
        let isInside = (10..<30).contains(x) && (5..<15).contains(y)
        #expect(color(picture, x, y).rgba == (isInside ? red.rgba : 0))
      }
    }
  }

  @Test func roundCornersAreEmptyAndTheMiddleIsFull() throws {
    let picture = try picture {
      $0.rectangle(Rect(x: 0, y: 0, width: 40, height: 30), radius: 12, color: red)
    }
    #expect(color(picture, 0, 0).alpha == 0)
    #expect(color(picture, 39, 29).alpha == 0)
    #expect(color(picture, 20, 0) == red)
    #expect(color(picture, 20, 15) == red)
  }

  @Test func aStripIsDrawnWhereItIsShown() throws {
    var list = DrawList()
    let all = Rect(x: 0, y: 0, width: 40, height: 30)
    list.begin(width: 40, height: 30)
    list.createStrip(7, columns: 3, height: 20)
    let spans = [2, 4, 6].map { ColumnSpan(topPixels: $0, bottomPixels: $0 + 5) }
    list.stripSpans(7, color: red, first: 0, spans: spans[...])
    // The ring begins at its second column.
    list.layer(1, bounds: all) { $0.strip(7, first: 1, count: 3, x: 10, y: 8) }
    list.end()
    var scene = DrawScene()
    try scene.play(list.words)
    let picture = try PicturePlayer.picture(of: scene)
    for (x, top) in [(10, 12), (11, 14), (12, 10)] {
      for y in 0..<30 {
        #expect(color(picture, x, y).rgba == ((top..<top + 5).contains(y) ? red.rgba : 0), "\(x), \(y)")
      }
    }
    #expect(color(picture, 9, 12).alpha == 0 && color(picture, 13, 12).alpha == 0)
  }

  @Test func layersAreDrawnInTheOrderOfTheirNumbers() throws {
    var list = DrawList()
    let all = Rect(x: 0, y: 0, width: 10, height: 10)
    list.begin(width: 10, height: 10)
    list.layer(2, bounds: all) { $0.rectangle(all, color: blue) }
    list.layer(1, bounds: all) { $0.rectangle(all, color: red) }
    list.end()
    var scene = DrawScene()
    try scene.play(list.words)
    #expect(color(try PicturePlayer.picture(of: scene), 5, 5) == blue)
  }

  @Test func aClipEndsWithItsLayer() throws {
    var list = DrawList()
    let all = Rect(x: 0, y: 0, width: 10, height: 10)
    list.begin(width: 10, height: 10)
    list.layer(1, bounds: all) { list in
      list.clip(Rect(x: 0, y: 0, width: 5, height: 10))
      list.rectangle(all, color: red)
    }
    list.layer(2, bounds: all) { $0.rectangle(Rect(x: 0, y: 8, width: 10, height: 2), color: blue) }
    list.end()
    var scene = DrawScene()
    try scene.play(list.words)
    let picture = try PicturePlayer.picture(of: scene)
    #expect(color(picture, 4, 2) == red)
    #expect(color(picture, 5, 2).alpha == 0)
    #expect(color(picture, 9, 9) == blue)
  }

  @Test func aNaNLiftsThePen() throws {
    let picture = try picture { list in
      list.polyline(width: 4, color: red) { point in
        for (x, y): (Float, Float) in [(0, 15), (10, 15), (15, .nan), (30, 15), (40, 15)] { point(x, y) }
      }
    }
    #expect(color(picture, 5, 15) == red)
    #expect(color(picture, 20, 15).alpha == 0)
    #expect(color(picture, 35, 15) == red)
  }

  @Test func anAreaIsFilledToItsBaseAndFades() throws {
    let picture = try picture { list in
      list.area(base: 30, top: 0, topColor: red, baseColor: blue) { point in
        for (x, y): (Float, Float) in [(0, 10), (20, 10), (22, .nan), (30, 0), (40, 0)] { point(x, y) }
      }
    }
    #expect(color(picture, 10, 9).alpha == 0)
    #expect(color(picture, 10, 11).alpha == 255)
    #expect(color(picture, 25, 20).alpha == 0)
    #expect(color(picture, 35, 1).red > 240)
    #expect(color(picture, 35, 28).blue > 230)
  }

  @Test func aGradientGoesFromTopToBottom() throws {
    let picture = try picture {
      $0.gradient(Rect(x: 0, y: 0, width: 40, height: 30), top: red, bottom: blue)
    }
    #expect(color(picture, 3, 0).red > 245)
    #expect(color(picture, 3, 29).blue > 245)
    #expect(abs(Int(color(picture, 3, 15).red) - 127) < 12)
  }

  @Test func noHostileSceneHarms() throws {
    let values: [Float] = [.nan, .infinity, -.infinity, -1, 0, 1e30, 7]
    for value in values {
      _ = try picture { list in
        list.rectangle(Rect(x: value, y: 1, width: value, height: 9), radius: value, color: red)
        list.gradient(Rect(x: 0, y: value, width: 5, height: value), top: red, bottom: blue)
        list.polyline(width: 1, color: red) { point in
          point(value, value)
          point(3, 3)
        }
        list.area(base: 5, top: value, topColor: red, baseColor: blue) { $0(value, 2) }
        list.text([0xFF, 0xC0, 0x00, 0x41], x: value, baseline: 9, style: TextStyle(size: value), color: red)
        list.createField(1, columns: 4, rows: 2)
        list.field(
          1, firstRow: 9, rowCount: 900, sourceX: value, sourceWidth: value,
          rect: Rect(x: 0, y: 0, width: 5, height: 5))
      }
    }
  }

  @Test func scenesWithoutSizeAreRefused() throws {
    #expect(throws: PictureError.size(width: 0, height: 0)) { try PicturePlayer.picture(of: DrawScene()) }
    for side: Float in [0.5, 20_000, .nan, .infinity] {
      let scene = try Samples.scene(width: side, height: 10) { _ in }
      #expect(throws: PictureError.self) { try PicturePlayer.picture(of: scene) }
    }
  }

  @Test func theFileHoldsThePicture() throws {
    let scene = try Samples.scene { list in
      list.rectangle(Rect(x: 0, y: 0, width: 40, height: 30), color: blue)
      list.rectangle(Rect(x: 3, y: 3, width: 9, height: 9), radius: 3, color: red)
    }
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("waveglass-\(UUID()).png")
    defer { try? FileManager.default.removeItem(at: file) }
    try PicturePlayer.png(of: scene, path: file.path)
    #expect(try Picture(path: file.path) == PicturePlayer.picture(of: scene))
  }

  @Test func faultyFilesAreNamed() throws {
    let scene = try Samples.scene { $0.rectangle(Rect(x: 0, y: 0, width: 1, height: 1), color: red) }
    #expect {
      try PicturePlayer.png(of: scene, path: "/nonexistent/x.png")
    } throws: { error in
      "\(error)".contains("/nonexistent/x.png cannot be written")
    }
    #expect {
      try Picture(path: "/nonexistent/x.png")
    } throws: { error in
      "\(error)".contains("/nonexistent/x.png cannot be read as PNG")
    }
    #expect(throws: PictureError.self) { try Picture(path: #filePath) }
  }
}
