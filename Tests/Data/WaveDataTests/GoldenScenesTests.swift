import TestSupport
import Testing
import WaveDisplay
@testable import WaveInteraction

@testable import WaveData

/// A session of the whole instrument on three screens, whose frames are compared with a golden file.
///
/// Other tests draw parts on a screen of one pixel a point. These notice sizes and places that are wrong only
/// where points and letters have other sizes.
@Suite struct GoldenScenesTests {
  @Test func everyStateIsDrawnAsBefore() throws {
    var lines: [String] = []
    for screen in GoldenScreen.allCases {
      var local = GoldenScenes(on: screen)
      try local.playOpening()
      try local.playLanes()
      try local.playSelections()
      try local.playTexts()
      try local.playLenses()
      try local.playOrders()
      try local.playColumns()
      try local.playPages()
      try local.playScatter()
      try local.playLosses()
      var remote = GoldenScenes(on: screen)
      try remote.playRemote()
      lines += local.lines + remote.lines
    }
    let names = lines.map { $0.split(separator: " ").prefix(3).joined(separator: " ") }
    #expect(Set(names).count == names.count, "each line is of a state, a screen and a part of its own")
    #expect(try GoldenText.differences(lines, from: "scenes/data.txt") == [])
  }

  @Test func aDigestChangesWithEveryMark() {
    let rect = Rect(x: 1, y: 2, width: 3, height: 4)
    let color = Color(rgba: 1)
    var marks: [DrawMark] = [
      .gradient(rect, top: color, bottom: color), .smoothing(true), .smoothing(false), .clip(rect),
      .polyline(width: 1, color: color, points: DrawPoints(coordinates: [1, 2])),
      .polyline(width: 1, color: color, points: DrawPoints(coordinates: [1, .nan])),
      .area(base: 1, top: 2, topColor: color, baseColor: color, points: DrawPoints(coordinates: [1, 2])),
      .field(id: 1, firstRow: 2, rowCount: 3, sourceX: 4, sourceWidth: 5, rect: rect),
      .strip(id: 1, first: 2, count: 3, x: 4, y: 5), .strip(id: 1, first: 2, count: 3, x: 4, y: 6),
      .picture(slot: 1, revision: 2, opacity: 3, rect: rect),
    ]
    for x in [Float(1), 1.0625, 2] {
      let moved = Rect(x: x, y: 2, width: 3, height: 4)
      marks.append(.rectangle(moved, radius: 0, color: color))
      marks.append(.rectangle(moved, radius: 1, color: color))
      marks.append(.rectangle(moved, radius: 1, color: Color(rgba: 2)))
      for alignment in [TextAlignment.leading, .center, .trailing] {
        for isBold in [false, true] {
          marks.append(
            .text(
              [0x61], x: x, baseline: 2, style: TextStyle(size: 3, isBold: isBold), alignment: alignment,
              color: color))
        }
      }
    }
    let digests = marks.map { mark in
      var digest = GoldenDigest()
      digest.add(mark)
      return digest.text
    }
    #expect(Set(digests).count == marks.count)
  }
}

/// A screen on which the session is played.
enum GoldenScreen: String, CaseIterable {
  /// A phone with large text.
  case phone
  /// A tablet with margins on both sides.
  case tablet
  /// A window with small text and light colors.
  case desk

  /// The intent that sets the screen.
  var resize: ViewIntent {
    switch self {
    case .phone:
      .resize(
        width: 1170, height: 2532, scale: 3, insets: Insets(top: 47, bottom: 34), textScale: 1.4,
        headPoints: 91)
    case .tablet:
      .resize(
        width: 2048, height: 1536, scale: 2, insets: Insets(top: 24, right: 12, bottom: 20, left: 30),
        textScale: 1)
    case .desk: .resize(width: 1280, height: 800, scale: 1, textScale: 0.9)
    }
  }
}

// MARK: - Digests

extension GoldenDigest {
  /// Adds a text, and before it how long it is.
  mutating func add(text: [UInt8]) {
    add(text.count)
    add(text)
  }

  mutating func add(_ color: Color) { add(Int(color.rgba)) }

  mutating func add(_ rect: Rect) { for number in [rect.x, rect.y, rect.width, rect.height] { add(number) } }

  mutating func add(_ points: DrawPoints) {
    add(points.coordinates.count)
    for number in points.coordinates { add(number) }
  }

  /// Adds a mark: its kind, and all of its values.
  mutating func add(_ mark: DrawMark) {
    switch mark {
    case .rectangle(let rect, let radius, let color):
      add(1)
      add(rect)
      add(radius)
      add(color)
    case .gradient(let rect, let top, let bottom):
      add(2)
      add(rect)
      add(top)
      add(bottom)
    case .polyline(let width, let color, let points):
      add(3)
      add(width)
      add(color)
      add(points)
    case .area(let base, let top, let topColor, let baseColor, let points):
      add(4)
      for number in [base, top] { add(number) }
      add(topColor)
      add(baseColor)
      add(points)
    case .text(let text, let x, let baseline, let style, let alignment, let color):
      add(5)
      add(text: text)
      for number in [x, baseline, style.size] { add(number) }
      add(style.isBold ? 1 : 0)
      add(Int(alignment.rawValue))
      add(color)
    case .field(let id, let firstRow, let rowCount, let sourceX, let sourceWidth, let rect):
      add(6)
      for number in [Int(id), firstRow, rowCount] { add(number) }
      for number in [sourceX, sourceWidth] { add(number) }
      add(rect)
    case .strip(let id, let first, let count, let x, let y):
      add(7)
      for number in [Int(id), first, count] { add(number) }
      for number in [x, y] { add(number) }
    case .clip(let rect):
      add(8)
      add(rect)
    case .smoothing(let isSmooth): add(isSmooth ? 9 : 10)
    case .picture(let slot, let revision, let opacity, let rect):
      add(11)
      for number in [Int(slot), Int(revision)] { add(number) }
      add(opacity)
      add(rect)
    }
  }
}

extension DrawScene {
  /// What the layers that have a strip show of it, as a digest.
  ///
  /// The columns are joined by words and not by bytes, because there are very many.
  var stripsDigest: String {
    var digest = GoldenDigest()
    for strip in strips.sorted(by: { $0.id < $1.id }) {
      for number in [Int(strip.id), strip.height, strip.columns.count] { digest.add(number) }
      var sum: UInt64 = 0
      for column in strip.columns {
        sum = (sum ^ UInt64(column.count)) &* 0x100_0000_01b3
        for mark in column {
          let (top, bottom) = (UInt16(bitPattern: mark.span.top), UInt16(bitPattern: mark.span.bottom))
          let word = UInt64(mark.color.rgba) << 32 | UInt64(top) << 16 | UInt64(bottom)
          sum = (sum ^ word) &* 0x100_0000_01b3
        }
      }
      digest.add(Int(bitPattern: UInt(sum)))
    }
    return digest.text
  }

  /// The values and colors of all fields, as a digest.
  var fieldsDigest: String {
    var digest = GoldenDigest()
    for field in fields {
      let numbers = [
        Int(field.id), field.columns, field.rows, Int(field.map.rawValue), Int(field.low), Int(field.high),
      ]
      for number in numbers { digest.add(number) }
      var sum: UInt64 = 0
      for value in field.values { sum = (sum ^ UInt64(UInt16(bitPattern: value))) &* 0x100_0000_01b3 }
      digest.add(Int(bitPattern: UInt(sum)))
    }
    return digest.text
  }
}
