import Foundation
import Testing
import WavePictures

/// What a camera reads is checked with zbar in Tests/Peers; here is what must hold of every code.
@Suite struct QRCodeTests {
  @Test func hasTheThreeCornersAndTheQuietZone() throws {
    let code = try QRCode("https://192.168.1.20:8080/#pair=" + String(repeating: "A", count: 26))
    #expect(code.side % 4 == 1)
    for (x, y) in [(0, 0), (code.side - 7, 0), (0, code.side - 7)] {
      for row in 0..<7 {
        for column in 0..<7 {
          let ring = max(abs(row - 3), abs(column - 3))
          #expect(code[x + column, y + row] == (ring != 2))
        }
      }
    }
    for place in -4..<code.side + 4 {
      #expect(!code[place, -1] && !code[-4, place] && !code[code.side, place] && !code[place, code.side + 3])
    }
  }

  @Test(arguments: [true, false]) func linesHoldEveryModule(_ isColoured: Bool) throws {
    let code = try QRCode("waveglass")
    let lines = code.lines(isColoured: isColoured).map {
      $0.replacing("\u{1B}[30;107m", with: "").replacing("\u{1B}[0m", with: "")
    }
    #expect(lines.count == (code.side + 8 + 1) / 2 && lines.allSatisfy { $0.count == code.side + 8 })
    for y in -4..<code.side + 4 {
      for (x, character) in zip(-4..<code.side + 4, lines[(y + 4) / 2]) {
        let isDrawn = (y + 4) % 2 == 0 ? "█▀".contains(character) : "█▄".contains(character)
        #expect(isDrawn == (code[x, y] == isColoured))
      }
    }
  }

  @Test func thePictureHoldsEveryModule() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).png").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let code = try QRCode("waveglass")
    try code.writePNG(path: path, modulePixels: 3)
    let picture = try Picture(path: path)
    #expect(picture.width == 3 * (code.side + 8) && picture.height == picture.width)
    for y in 0..<picture.height {
      for x in 0..<picture.width {
        let isDark = picture.pixels[y * picture.width + x] & 0xFF < 128
        #expect(isDark == code[x / 3 - 4, y / 3 - 4])
      }
    }
  }

  @Test func whatDoesNotFitIsRefused() {
    for text in ["", String(repeating: "a", count: 1025)] {
      #expect(throws: PictureError.self) { try QRCode(text) }
    }
  }
}
