import TestSupport
import Testing
import WaveDisplay
import WaveSpectrumWire
import WaveWire

@testable import WaveInteraction
@testable import WaveSpectrum

/// Where texts and targets stand: whatever the screen, what covers its edges, and the size of text.
struct LayoutTests {
  /// A screen of a phone or a desk, its insets, and text of up to twice the size.
  private struct Case {
    var width: Float
    var height: Float
    var scale: Float
    var insets: Insets
    var textScale: Float
    var head: Float

    init(_ trial: Int, using generator: inout SeededGenerator) {
      let sizes: [(Float, Float)] = [
        (390, 844), (844, 390), (1024, 768), (768, 1024), (1440, 900), (360, 640),
      ]
      (width, height) = sizes[trial % 6]
      scale = [1, 2, 3][trial % 3]
      textScale = [1, 1.3, 2][trial / 6 % 3]
      let isTall = height > width
      insets = Insets()
      if trial % 2 == 1 {
        insets =
          isTall ? Insets(top: 59, bottom: 34) : Insets(top: 0, right: 59, bottom: 21, left: 59)
      }
      // The chip, of one line to three.
      head = insets.top + 12 + Swift.max(44, 22 * textScale * Float.random(in: 1...3, using: &generator))
    }

    var intent: ViewIntent {
      .resize(
        width: width * scale, height: height * scale, scale: scale, insets: insets, textScale: textScale,
        headPoints: head)
    }

    /// Where texts may stand, in pixels.
    var safe: Rect {
      let top = (head - 1) * scale
      return Rect(
        x: insets.left * scale, y: top, width: (width - insets.left - insets.right) * scale,
        height: (height - insets.bottom) * scale - top)
    }
  }

  private struct Label {
    var text: String
    var box: Rect
  }

  private static func labels(_ bench: Bench) -> [Label] {
    let advances = TextAdvances.monospaced
    var labels: [Label] = []
    for layer in bench.scene.layers {
      for case .text(let bytes, let x, let baseline, let style, let alignment, _) in layer.marks {
        let width = advances.width(of: bytes, style: style)
        let left = alignment == .center ? x - width / 2 : alignment == .trailing ? x - width : x
        labels.append(
          Label(
            text: String(decoding: bytes, as: UTF8.self),
            box: Rect(x: left, y: baseline - style.size * 0.8, width: width, height: style.size)))
      }
    }
    return labels
  }

  private static func expectApart(_ labels: [Label], _ place: Case, _ trial: Int) {
    for (index, label) in labels.enumerated() {
      let safe = place.safe
      let box = label.box
      #expect(
        box.x >= safe.x - 1 && box.right <= safe.right + 1 && box.y >= safe.y - 1
          && box.bottom <= safe.bottom + 1,
        "\(trial): '\(label.text)' at \(box) leaves \(safe)")
      for other in labels[..<index] {
        let apart =
          box.right <= other.box.x || other.box.right <= box.x || box.bottom <= other.box.y
          || other.box.bottom <= box.y
        #expect(apart, "\(trial): '\(label.text)' is on '\(other.text)'")
      }
    }
  }

  @Test func labelsStayApartAndWithinWhatIsSeen() {
    var generator = SeededGenerator(seed: 8)
    for trial in 0..<360 {
      let place = Case(trial, using: &generator)
      var bench = Bench(flags: trial % 5 == 0 ? [.microphone] : [.simulated])
      bench.send(place.intent)
      let low = Double.random(in: 90...109, using: &generator)
      bench.perform(
        .setHighFrequency, .text(Array("\(Double.random(in: low...110, using: &generator))".utf8)))
      bench.perform(.setLowFrequency, .text(Array("\(low)".utf8)))
      bench.perform(.setDisplayGain, .text(Array("\(Int.random(in: 0...30, using: &generator))".utf8)))
      if trial % 7 == 0 {
        bench.receive(
          .artefacts(
            Artefacts(
              source: 0, spikeHertz: (low + 110) / 2 * 1e6, imageHertz: low * 1e6 + 5, imageOfHertz: .nan)))
      }
      switch trial / 18 % 3 {
      case 1: bench.send(.key(.two, isShifted: false))
      case 2:
        bench.send(.key(.three, isShifted: false))
        bench.serveMeter(Int16.random(in: -9000...0, using: &generator))
        bench.pass(milliseconds: 250)
        bench.serveMeter(Int16.random(in: -9000...0, using: &generator))
      default: break
      }
      bench.draw()
      let labels = Self.labels(bench)
      #expect(labels.count >= 3, "\(trial)")
      Self.expectApart(labels, place, trial)
    }
  }

  /// What names a gap keeps off the handle and the times beside it, wherever the gap begins.
  @Test func theNameOfAGapKeepsOffTheHandle() throws {
    var generator = SeededGenerator(seed: 3)
    var named = 0
    for trial in 0..<360 {
      var place = Case(trial, using: &generator)
      // As narrow as lets the name stand beside the times, and hardly wider.
      if place.height > place.width { place.width = Float.random(in: 300...620, using: &generator).rounded() }
      var bench = Bench.waterfall()
      bench.send(place.intent)
      bench.pass(milliseconds: 400)
      bench.serveAxis()
      let fetch = try #require(bench.lastFetch)
      let slots = Int64.random(in: 0...18, using: &generator)
      for slot in 0..<slots {
        bench.serveSlot(
          start: (fetch.untilMicroseconds / 500_000 - 1 - slot) * 500_000, duration: 500_000,
          flags: [.waterfall, .fetched], -50)
      }
      bench.receive(
        .fetched(
          Fetched(view: fetch.view, fromMicroseconds: fetch.fromMicroseconds, oldestMicroseconds: 0)))
      bench.draw()
      let labels = Self.labels(bench)
      Self.expectApart(labels, place, trial)
      let (scale, middle) = (place.scale, place.height * place.scale / 2)
      let handle = Rect(
        x: (place.width - 50 - place.insets.right) * scale, y: middle - 46 * scale, width: 44 * scale,
        height: 92 * scale)
      for label in labels where label.text == "no data" {
        named += 1
        let box = label.box
        let isClear = box.right <= handle.x || box.bottom <= handle.y || box.y >= handle.bottom
        #expect(isClear, "\(trial): \(box) under the handle \(handle)")
      }
    }
    #expect(named > 100)
  }

  /// The reading with its cross stays within what is seen, clear of the handle, and each line within its box.
  @Test func theMarkersReadingHoldsItsText() {
    var generator = SeededGenerator(seed: 9)
    for trial in 0..<180 {
      let place = Case(trial, using: &generator)
      var bench = trial / 18 % 2 == 1 ? Bench.waterfall(seconds: 20) : Bench()
      bench.send(place.intent)
      bench.draw()
      let (width, height) = (place.width * place.scale, place.height * place.scale)
      let x = Float.random(in: 0.02...0.98, using: &generator) * width
      let y = Float.random(in: 0.3...0.8, using: &generator) * height
      bench.hold(x, y)
      bench.draw()
      let marks = bench.marks(ofLayer: 5)
      let boxes = marks.compactMap {
        if case .rectangle(let rect, let radius, _) = $0, radius > 0, rect.width > 100 * place.scale {
          rect
        } else {
          nil
        }
      }
      guard let box = boxes.first else {
        Issue.record("\(trial): no reading")
        continue
      }
      let safe = place.safe
      #expect(
        box.x >= safe.x && box.right <= safe.right && box.y >= safe.y - 1, "\(trial): \(box) in \(safe)")
      let middle = height / 2
      let handle = Rect(
        x: width - (50 + place.insets.right) * place.scale, y: middle - 46 * place.scale,
        width: 44 * place.scale,
        height: 92 * place.scale)
      let isClear =
        box.right <= handle.x || box.bottom <= handle.y || box.y >= handle.bottom
      #expect(isClear, "\(trial): \(box) under the handle \(handle)")
      for case .text(let bytes, let textX, _, let style, let alignment, _) in marks
      where alignment == .leading {
        let right = textX + TextAdvances.monospaced.width(of: bytes, style: style)
        #expect(right <= box.right, "\(trial): \(String(decoding: bytes, as: UTF8.self))")
      }
      // Its cross answers to a finger anywhere within 44 points.
      for (dx, dy) in [(Float(1), Float(1)), (43, 1), (1, 43), (43, 43)] {
        var touched = bench
        let before = touched.model.marker
        #expect(before != nil)
        let closeX = box.right - 44 * place.scale + dx * place.scale
        touched.tap(closeX, box.y + dy * place.scale)
        #expect(touched.model.marker == nil, "\(trial): the cross at \(dx), \(dy)")
      }
    }
  }

  /// Whatever can be held on the canvas is 44 points wide and high at least.
  @Test func whatIsHeldHasTheReachOfAFinger() throws {
    var bench = Bench()
    bench.send(
      .resize(width: 1170, height: 2532, scale: 3, insets: Insets(top: 59, bottom: 34), headPoints: 115))
    bench.hold(600, 1600)
    bench.pass(milliseconds: 600)
    for offset in [-22, 22] as [Float] {
      var dragged = bench
      let marker = try #require(dragged.model.marker)
      let line = Float((marker.hertz - dragged.model.band.low) / dragged.model.band.width) * 1170
      dragged.drag(from: (line + 3 * offset, 2000), to: (line + 3 * offset + 90, 2000))
      #expect(dragged.model.marker != marker, "the marker's line, \(offset) points beside it")
      #expect(dragged.model.band == bench.model.band)
    }
    // The legend of the colours: 44 points above the bottom inset.
    for y in [2532 - 34 * 3 - 44 * 3 + 1, 2532 - 34 * 3 - 1] as [Float] {
      var dragged = bench
      dragged.send(.key(.two, isShifted: false))
      dragged.draw()
      let levels = dragged.model.levels
      dragged.drag(from: (500, y), to: (700, y))
      #expect(dragged.model.levels != levels, "the legend at \(y)")
    }
  }

  /// Turning the device changes the size of the picture and nothing else.
  @Test func rotationKeepsTheView() {
    for mode in [Key.one, .two] {
      var bench = Bench.waterfall(seconds: 30)
      bench.send(.key(mode, isShifted: false))
      bench.pinch([(150, 300), (100, 300)], [(250, 304), (300, 304)])
      bench.drag(from: (200, 500), to: (200, 300))
      bench.hold(180, 400)
      bench.pass(milliseconds: 500)
      let before = bench.model
      bench.send(
        .resize(
          width: 844, height: 390, scale: 1, insets: Insets(right: 59, bottom: 21, left: 59), headPoints: 56))
      bench.draw()
      #expect(bench.model.band == before.band && bench.model.levels == before.levels)
      #expect(bench.model.marker == before.marker && bench.model.marker != nil)
      #expect(bench.model.offsetMicroseconds == before.offsetMicroseconds)
      #expect(bench.model.periodSeconds == before.periodSeconds)
    }
  }

  /// A size of text that makes no sense is held within what does.
  @Test func noSizeOfTextBreaksThePicture() {
    for textScale in [Float.nan, .infinity, -1, 0, 1000] {
      var bench = Bench()
      bench.send(.resize(width: 400, height: 800, scale: 1, textScale: textScale, headPoints: .nan))
      for key in [Key.one, .two, .three, .marker] {
        bench.send(.key(key, isShifted: false))
        bench.draw()
      }
      #expect(bench.scene.layers.count >= 2)
    }
  }

  @Test func linesAreBrokenAtSpacesAndHoldWhatTheyCan() {
    let advances = TextAdvances.monospaced
    let style = TextStyle(size: 10)
    func lines(_ text: String, _ width: Float) -> [String] {
      advances.lines(of: Array(text.utf8), style: style, width: width).map {
        String(decoding: $0, as: UTF8.self)
      }
    }
    #expect(lines("", 50) == [""])
    #expect(lines("one two three", 1000) == ["one two three"])
    // 6.2 pixels a character.
    #expect(lines("one two three", 45) == ["one two", "three"])
    #expect(lines("one two three", 1) == ["one", "two", "three"])
    var generator = SeededGenerator(seed: 10)
    for _ in 0..<200 {
      let words = (0..<Int.random(in: 1...12, using: &generator)).map { _ in
        String(repeating: "x", count: .random(in: 1...9, using: &generator))
      }
      let width = Float.random(in: 0...200, using: &generator)
      let broken = lines(words.joined(separator: " "), width)
      #expect(broken.joined(separator: " ") == words.joined(separator: " "))
      for (index, line) in broken.enumerated() {
        let isHeld = Float(line.utf8.count) * 6.2 <= width + 0.01
        #expect(isHeld || !line.contains(" "))
        guard index + 1 < broken.count, let next = broken[index + 1].split(separator: " ").first else {
          continue
        }
        #expect(Float(line.utf8.count + 1 + next.utf8.count) * 6.2 > width - 0.01, "no line ends too soon")
      }
    }
  }
}
