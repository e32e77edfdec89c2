import WaveDataWire
import WaveWire

extension SequenceMaker {
  private static let formulas = [
    "walk + 1", "diff(walk, 3) / lag(count, -2)", "mean(walk, 5)^2", "mean(walk, 1000000000000)",
    "lag(walk, 9223372036854775807)", "lag(walk, -9223372036854775808)", "diff(count, 2147483648)",
    "1e308 * 1e308 * walk", "0 / 0", "count / 0", "-walk", "sqrt(ln(exp(log10(abs(walk)))))",
    "max(walk, \"made\") - min(count, 1e300)", "time * 1e300", "mean(\"made\", 500)", "((((walk",
    "lag(\"made\", 1) + lag(sine, 1e18)", "integer * integer", "real - time", "wide + whole",
  ]

  mutating func append(tablesOf client: inout Client, to bytes: inout [UInt8]) {
    let message: DataMessage
    switch draw.below(60) {
    case 0..<14:
      client.view &+= 1
      let (from, until) = ticks()
      if draw.chance(0.3) {
        client.table = draw.chance(0.5) ? Stage.engine : UInt16(draw.below(Stage.tableCount))
      }
      message = .show(
        ShowTable(
          view: client.view, source: table(client),
          order: draw.pick([.rows, .rows, .ranks, .values]),
          orderColumn: draw.field(0...10),
          pixels: draw.chance(0.5) ? draw.field(1...300) : draw.field(1...8192),
          from: from, until: until))
    case 14..<26:
      message = .showLane(
        ShowLane(
          column: draw.field(0...10), lens: draw.field(0...8), threshold: draw.field(0...2000),
          pixels: draw.chance(0.1) ? 0 : draw.field(1...400), isOverview: draw.chance(0.1),
          isSecond: draw.chance(0.1), low: draw.number(-100...0), high: draw.number(0...1000)))
    case 26..<31:
      message = .readRow(
        ReadRow(
          request: draw.field(0...99), source: table(client), tick: tick(),
          column: draw.chance(0.5) ? WireLimits.noColumn : draw.field(0...10)))
    case 31..<35:
      let (from, until) = ticks()
      message = .readRange(
        ReadRange(
          request: draw.field(0...99), source: table(client), column: draw.field(0...10),
          from: from,
          until: until))
    case 35..<41: message = .setFilter(filter(client))
    case 41..<43:
      let (from, until) = ticks()
      message = .exportRows(
        ExportRows(request: draw.field(0...99), source: table(client), from: from, until: until))
    case 43..<47:
      message = .readRows(
        ReadRows(
          request: draw.field(0...99), source: table(client), isTick: draw.chance(0.5),
          start: tick(), count: draw.field(0...100)))
    case 47..<51:
      message = .deriveColumn(
        DeriveColumn(
          source: table(client), number: draw.field(0...15),
          name: draw.chance(0.5) ? Array("made".utf8) : draw.text(48),
          formula: draw.chance(0.1)
            ? [] : draw.chance(0.9) ? Array(draw.pick(Self.formulas).utf8) : draw.text(192)))
    case 51..<54:
      message = .showScatter(
        ShowScatter(
          request: draw.field(0...99), source: table(client), x: draw.field(0...10),
          y: draw.field(0...10), columns: draw.field(0...64), rows: draw.field(0...64),
          xLow: draw.number(-10...0), xHigh: draw.number(1...1000), yLow: draw.number(-10...0),
          yHigh: draw.number(1...1000)))
    case 54..<56:
      message = .showTexts(
        ShowTexts(
          source: table(client), buckets: draw.field(0...512),
          columns: (0..<draw.below(4)).map { _ in draw.chance(0.7) ? 9 : draw.field(0...10) }))
    case 56:
      message = .stop(StopTableWork(source: table(client), stage: draw.pick([.reading, .asking])))
    case 57: message = .chooseLost(ChooseLost(source: table(client), showsRest: draw.chance(0.5)))
    case 58 where draw.chance(0.3):
      message = .readTable(ReadTable(source: table(client), isDiscarded: draw.chance(0.3)))
    case 58: message = .clockRequest(ClockRequest(clientMicroseconds: time()))
    default:
      message = draw.chance(0.2) ? .hello(DataHello()) : .clockRequest(ClockRequest(clientMicroseconds: 0))
    }
    message.encodeFromClient(into: &bytes)
  }

  /// The table that a client shows, and now and then another.
  private mutating func table(_ client: Client) -> UInt16 {
    draw.chance(0.9) ? client.table : source(Stage.tableCount)
  }

  /// A place along x.
  private mutating func tick() -> Int64 {
    guard draw.chance(draw.wildness) else { return draw.integer(-5...2500) }
    // Beyond its limit a tick is refused; at it, it counts.
    return draw.chance(0.5)
      ? draw.pick([WireLimits.ticks, -WireLimits.ticks, WireLimits.ticks - 1, 1 - WireLimits.ticks])
      : draw.wildInteger()
  }

  private mutating func ticks() -> (Int64, Int64) {
    if draw.chance(draw.wildness * 0.3) { return (-WireLimits.ticks, WireLimits.ticks) }
    let from = tick()
    return (from, draw.chance(draw.wildness) ? tick() : from &+ draw.integer(1...2500))
  }

  private mutating func filter(_ client: Client) -> SetFilter {
    let kind: SetFilter.Kind
    switch draw.below(6) {
    case 0: kind = .none
    case 1, 2:
      kind = .values(column: draw.field(0...10), low: draw.number(-10...10), high: draw.number(10...1000))
    case 3:
      let (from, until) = ticks()
      kind = .ticks(from: from, until: until)
    default:
      kind = .texts(
        column: draw.chance(0.7) ? 9 : draw.field(0...10),
        draw.pick([.value(Array("rain".utf8)), .value(draw.text(200)), .missing, .others]),
        isKept: draw.chance(0.5))
    }
    return SetFilter(source: table(client), filter: draw.field(0...6), kind: kind)
  }
}
