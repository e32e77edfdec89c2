/// Makes what sources, phones and brokers say.
struct SourceModels {
  /// Channels of each group of what a scripted source of streams can be; see `Stage.streams`.
  static let channelCounts = [[2], [3], [6, 1], [1]]

  /// What the scripted sources of streams are at present.
  private var kinds: [Int]
  private var rowSequences = [UInt64](repeating: 0, count: Stage.spectrumCount)
  private var blockSequences = [UInt64](repeating: 0, count: Stage.streamCount)
  private var phyphoxSeconds = 0.0
  private var hasConfiguration = false
  private var pushMessage: Int64 = 0
  private var pushNanoseconds: Int64 = 1_700_000_000_000_000_000
  private var lastAnswer: [UInt8] = []

  /// Begins with what is on the stage.
  init(stage: Step) { kinds = [Int(stage.word(3) % 4), Int(stage.word(4) % 4)] }

  mutating func stimulus(_ draw: inout Draw, at now: Int64, isCalm: Bool) -> [Step] {
    draw.wildness = isCalm || draw.chance(0.6) ? 0 : draw.pick([0.05, 0.3])
    switch draw.below(20) {
    case 0..<6: return (0..<1 + draw.below(6)).map { _ in spectrum(&draw, at: now) }
    case 6..<13: return (0..<1 + draw.below(6)).map { _ in stream(&draw, at: now) }
    case 13..<16: return [phyphox(&draw)]
    case 16, 17: return [push(&draw)]
    default: return [lines(&draw)]
    }
  }

  /// Fields of an event of spectra: see `Stage.spectrumEvent`.
  private mutating func spectrum(_ draw: inout Draw, at now: Int64) -> Step {
    let source = draw.below(Stage.scriptedSpectra)
    let kind = draw.chance(0.75) ? 0 : 1 + draw.below(8)
    rowSequences[source] &+= draw.chance(0.9) ? 1 : UInt64(draw.below(40))
    var words: [UInt64] = [UInt64(kind)]
    switch kind {
    case 0:
      words += [
        draw.chance(draw.wildness) ? UInt64(bitPattern: draw.wildInteger()) : rowSequences[source],
        UInt64(bitPattern: draw.chance(draw.wildness) ? draw.wildInteger() : now &- draw.integer(0...40_000)),
        UInt64(bitPattern: draw.integer(33_000...33_400)), draw.number(87e6...88e6).bitPattern,
        draw.number(1e4...2e5).bitPattern, UInt64(draw.pick([0, 1, 2, 100, 128, 512])),
        draw.number(1e4...4e5).bitPattern, draw.random.next(), UInt64(draw.below(16)),
      ]
    default:
      let low = draw.number(80e6...90e6)
      words += [
        low.bitPattern, (low + draw.number(1e6...2e7)).bitPattern,
        UInt64(bitPattern: draw.chance(draw.wildness) ? draw.wildInteger() : now),
        UInt64(bitPattern: draw.integer(0...1_700_000_000_000_000)), draw.number(0...3).bitPattern,
        UInt64(draw.below(64)), draw.random.next(), draw.number(0.001...1000).bitPattern,
      ]
    }
    return Step(.spectrum, source, words: words)
  }

  /// Fields of an event of streams: see `Stage.streamEvent`.
  private mutating func stream(_ draw: inout Draw, at now: Int64) -> Step {
    let source = draw.below(Stage.scriptedStreams)
    let kind = draw.chance(0.8) ? 0 : 1 + draw.below(8)
    let group = draw.chance(0.8) ? 0 : draw.below(3)
    if kind == 3, draw.chance(0.7) { return Step(.wait, words: [1000]) }
    var words: [UInt64] = [UInt64(kind), UInt64(group)]
    if kind == 0 {
      let count = draw.pick([0, 1, 5, 50, 500, 500])
      let channels = Self.channelCounts[kinds[source]]
      words += [
        draw.chance(draw.wildness)
          ? UInt64(bitPattern: draw.wildInteger())
          : blockSequences[source] + (draw.chance(0.9) ? 0 : UInt64(draw.below(2000))),
        UInt64(bitPattern: draw.chance(draw.wildness) ? draw.wildInteger() : now &- draw.integer(0...20_000)),
        UInt64(count), UInt64(draw.chance(0.98) ? channels[min(group, channels.count - 1)] : draw.below(8)),
        draw.random.next(),
        draw.chance(0.9) ? 0 : UInt64(bitPattern: draw.integer(0...5_000_000)),
      ]
      blockSequences[source] += UInt64(count)
    } else {
      words += [
        UInt64(bitPattern: draw.integer(0...5000)),
        UInt64(bitPattern: draw.chance(draw.wildness) ? draw.wildInteger() : now),
        draw.number(1...5000).bitPattern, UInt64(draw.below(64)), draw.random.next(),
        draw.number(-1...1).bitPattern,
      ]
      if kind == 2 { blockSequences[source] = UInt64(draw.below(1000)) }
      if kind == 3 {
        kinds[source] = Int(words[5] % 4)
        blockSequences[source] = 0
      }
    }
    return Step(.stream, source, words: words)
  }

  /// A number as JSON has it.
  private func text(_ draw: inout Draw, _ usual: Double) -> String {
    guard draw.chance(draw.wildness) else { return "\(usual)" }
    return draw.pick([
      "1e300", "-1e300", "1e-320", "1e308", "1e999", "-1e999", "null", "9223372036854775807",
      "-9223372036854775808",
      "18446744073709551616", "0", "-0", "-1", "1e18", "1e19", "\"1\"", "true", "[]", "1e15", "4.9e-324",
      "NaN",
    ])
  }

  private mutating func phyphox(_ draw: inout Draw) -> Step {
    // An answer comes twice, or without having been asked for.
    if !lastAnswer.isEmpty, draw.chance(0.06) {
      return Step(.phone, Stage.phyphox, words: [UInt64(draw.below(4))], bytes: lastAnswer)
    }
    var text: String
    if !hasConfiguration || draw.chance(0.01) {
      hasConfiguration = draw.chance(0.95)
      let inputs = [
        #"{"source":"accelerometer","outputs":[{"x":"ax"},{"y":"ay"},{"t":"at"}]}"#,
        #"{"source":"gyroscope","outputs":[{"x":"gx"},{"t":"gt"}]}"#, #"{"source":"location","outputs":[]}"#,
      ]
      let title = draw.chance(0.9) ? "Raw" : String(repeating: "é", count: 150)
      text = #"{"title":"\#(title)","inputs":[\#(inputs.joined(separator: ","))]}"#
    } else {
      let isOld = draw.chance(0.03)
      let count = draw.pick([0, 1, 2, 20, 100])
      func buffer(_ name: String, _ values: [String]) -> String {
        #""\#(name)":{"size":0,"updateMode":"partial","buffer":[\#(values.joined(separator: ","))]}"#
      }
      let start = isOld ? 0 : phyphoxSeconds
      var buffers: [String] = []
      for name in ["at", "gt"] where draw.chance(0.95) {
        buffers.append(buffer(name, (0..<count).map { self.text(&draw, start + Double($0) / 100) }))
      }
      for name in ["ax", "ay", "gx"] where draw.chance(0.97) {
        let short = draw.chance(0.05) ? draw.below(count + 1) : count
        buffers.append(buffer(name, (0..<short).map { self.text(&draw, Double($0 % 7)) }))
      }
      if !isOld { phyphoxSeconds += Double(count) / 100 + (draw.chance(0.02) ? draw.number(0...1e5) : 0) }
      if !phyphoxSeconds.isFinite { phyphoxSeconds = 0 }
      let session = draw.chance(0.03) ? "t" : "s"
      text =
        #"{"buffer":{\#(buffers.joined(separator: ","))},"#
        + #""status":{"session":"\#(session)","measuring":\#(draw.chance(0.9))}}"#
    }
    var bytes = Array(text.utf8)
    if draw.chance(draw.wildness * 0.2), !bytes.isEmpty { bytes.removeLast(draw.below(bytes.count)) }
    lastAnswer = bytes
    return Step(.phone, Stage.phyphox, words: [draw.chance(0.9) ? 0 : UInt64(draw.below(4))], bytes: bytes)
  }

  private mutating func push(_ draw: inout Draw) -> Step {
    if !draw.chance(0.05) { pushMessage = draw.chance(0.05) ? draw.wildInteger() : pushMessage &+ 1 }
    let count = draw.pick([0, 1, 3, 30])
    var readings: [String] = []
    for index in 0..<count {
      let time =
        draw.chance(draw.wildness)
        ? "\(draw.wildInteger())" : "\(pushNanoseconds &+ Int64(index) &* 50_000_000)"
      let name = draw.pick([
        "accelerometer", "gyroscope", "barometer", draw.chance(0.1) ? "a\(draw.below(400))" : "light",
      ])
      readings.append(
        #"{"name":"\#(name)","time":\#(draw.chance(0.97) ? time : text(&draw, 1e18)),"#
          + #""values":{"x":\#(text(&draw, 1)),"y":\#(text(&draw, 2))}}"#
      )
    }
    pushNanoseconds &+= draw.chance(0.03) ? draw.wildInteger() : Int64(count) &* 50_000_000
    let session = draw.chance(0.03) ? "other" : "one"
    let text =
      #"{"messageId":\#(pushMessage),"sessionId":"\#(session)","#
      + #""deviceId":"\#(draw.chance(0.97) ? "d" : "e")","payload":[\#(readings.joined(separator: ","))]}"#
    return Step(.phone, Stage.sensorLogger, bytes: Array(text.utf8))
  }

  private mutating func lines(_ draw: inout Draw) -> Step {
    var text = ""
    for _ in 0..<draw.pick([0, 1, 2, 40]) {
      let cells = (0..<(draw.chance(0.95) ? 3 : draw.below(6))).map { _ in
        self.text(&draw, Double(draw.below(100)) / 10)
      }
      text +=
        (draw.chance(0.05) ? "t=1;" : "") + cells.joined(separator: draw.chance(0.97) ? "," : ";") + "\n"
    }
    var bytes = Array(text.utf8)
    if draw.chance(0.05) { bytes = draw.text(200) }
    return Step(.phone, Stage.lines, words: [draw.chance(0.9) ? 0 : UInt64(draw.below(4))], bytes: bytes)
  }
}
