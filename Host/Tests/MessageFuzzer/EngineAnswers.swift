/// What an engine answers: as its table has it, but for extremes in some of the fields of some answers.
struct EngineAnswers {
  private let model: EngineModel
  private let question: EngineQuestion
  private var draw: Draw
  private(set) var bytes: [UInt8] = []
  /// The row of the answer, and how many there are.
  private var row = 0
  private var rows = 1
  /// Rows of the table that this row of the answer is of.
  private var count: Int64 = 0
  private var firstPixel = 0
  private var pixelStep = 1

  /// Answers a question.
  ///
  /// - Parameters:
  ///   - sql: The question.
  ///   - model: The table.
  ///   - draw: Its wildness is how often a field has an extreme.
  init(_ sql: String, of model: EngineModel, _ draw: Draw) {
    self.model = model
    self.draw = draw
    question = EngineQuestion(sql)
    if sql.contains("FROM system.columns") {
      for (name, type) in zip(EngineModel.names, model.types) {
        append(text: name)
        append(text: type)
      }
    } else if sql.contains("FROM system.tables") {
      // The table behind a distributed one is an ordinary one.
      let isInner = model.engine == "Distributed" && sql.contains("'inner'")
      append(text: isInner ? "MergeTree" : model.engine)
      append(text: isInner ? "MergeTree" : "Distributed('shards', 'base', 'inner', rand())")
      append(text: model.engine == "Distributed" && !isInner ? "" : model.sortingKey)
    } else if question.has("(wg_t) FROM (") {
      appendEnd()
    } else {
      appendRows()
    }
  }

  // MARK: - Rows

  private mutating func appendRows() {
    firstPixel = draw.pick([-1, 0, 0, 2])
    pixelStep = draw.pick([1, 1, 1, 5])
    let isGrouped = question.has("GROUP BY")
    let most =
      !question.listed.isEmpty && question.has("GROUP BY wg_t")
        || question.has("HAVING wg_count") ? question.listed.count : Int.max
    rows = isGrouped || question.has("ORDER BY") ? draw.pick([0, 1, 3, 3, 20, 20, 60]) : 1
    rows = min(rows, most, draw.chance(draw.wildness) ? .max : question.limit ?? .max)
    let width = UInt64(bitPattern: ticks.upperBound &- ticks.lowerBound)
    if isGrouped, width < 60 { rows = min(rows, Int(width) + 1) }
    for number in 0..<rows {
      row = number
      count = usualCount
      for term in question.terms { append(term) }
    }
  }

  /// The ticks that are asked for, as far as the table has them.
  private var ticks: ClosedRange<Int64> {
    guard let asked = question.ticks else { return model.ticks }
    return asked.overlaps(model.ticks) ? asked.clamped(to: model.ticks) : asked
  }

  /// How many of the table's rows one row of the answer is of.
  private var usualCount: Int64 {
    let whole = Double(UInt64(bitPattern: model.ticks.upperBound &- model.ticks.lowerBound)) + 1
    let share =
      question.ticks == nil
      ? 1 : (Double(UInt64(bitPattern: ticks.upperBound &- ticks.lowerBound)) + 1) / whole
    if let asked = question.ticks, !asked.overlaps(model.ticks) { return 0 }
    let all = Double(model.rowCount) * share / Double(max(1, rows))
    return max(rows > 1 || question.ticks != nil ? 1 : 0, Int64(all))
  }

  /// Whether there is a row behind some tick, and the farthest one: an engine is asked for the ends of its
  /// rows.
  private mutating func appendEnd() {
    let isLeast = question.has("min(wg_t)")
    var ends = model.ticks
    var isThere = true
    if isLeast {
      let above = question.compared("` < ").filter { $0 > ends.lowerBound }
      if let least = above.min() { ends = ends.lowerBound...max(ends.lowerBound, least - 1) }
      isThere = !above.isEmpty || !question.has("` < ")
    } else {
      let below = question.compared("` >= ").filter { $0 <= ends.upperBound }
      if let greatest = below.max() { ends = max(ends.lowerBound, greatest)...ends.upperBound }
      isThere = !below.isEmpty || !question.has("` >= ")
    }
    append(whole: isThere ? 1 : 0, extremes: true)
    append(whole: isThere ? Int64.random(in: ends, using: &draw.random) : 0, extremes: true)
  }

  // MARK: - Terms

  private enum Half { case lower, upper, any }

  private mutating func append(_ term: String) {
    let name = term.hasSuffix(")") ? Substring(term) : term.split(separator: " ").last ?? ""
    switch name {
    case "wg_px", "wg_bucket": return append(whole: Int64(firstPixel + row * pixelStep), extremes: true)
    case "wg_cell", "wg_bin": return append(whole: Int64(row) - (name == "wg_bin" ? 0 : 2), extremes: true)
    case "wg_n": return append(whole: count, extremes: true)
    case "wg_value": return appendValue(.any)
    case "wg_least.2", "wg_greatest.2":
      if question.has("AS wg_value") { return appendValue(.any) }
      let tick = tick(.any)
      return append(whole: name == "wg_least.2" ? tick : 0 &- tick, extremes: true)
    case "wg_t", "wg_tick":
      if name == "wg_t", question.listed.indices.contains(row) {
        return append(whole: Int64(bitPattern: question.listed[row]), extremes: true)
      }
      return append(whole: tick(.any), extremes: true)
    case "wg_w": return append(text: word)
    default: break
    }
    if let column = EngineModel.names.firstIndex(where: { term == "`\($0)`" }) {
      return append(cell: model.types[column])
    }
    let function = term.prefix { $0 != "(" }
    let argument = term.dropFirst(function.count + 1)
    switch function {
    case "count": append(whole: count, extremes: true)
    case "countIf":
      append(
        whole: draw.chance(0.5) ? count : Int64.random(in: 0...count, using: &draw.random), extremes: true)
    case "uniqIf", "uniqExact": append(whole: draw.integer(0...40), extremes: false)
    case "toUInt8": bytes.append(draw.chance(draw.wildness) ? UInt8(draw.below(256)) : UInt8(draw.below(2)))
    case "quantiles": appendQuantiles()
    case "corr", "corrIf": append(real: draw.number(-1...1))
    case "sum", "sumIf": append(real: draw.number(0...1e6))
    case "min", "minIf": append(aggregate: argument, .lower)
    case "max", "maxIf": append(aggregate: argument, .upper)
    case "argMin", "argMax", "argMinIf", "argMaxIf", "any", "anyLast": append(aggregate: argument, .any)
    case "toNullable", "if": append(cell: "Nullable(Float64)")
    default: append(aggregate: Substring(term), .any)
    }
  }

  /// A tick, a value of the column that orders, or a number.
  private mutating func append(aggregate argument: Substring, _ half: Half) {
    if argument.hasPrefix("wg_value") { return appendValue(half) }
    let isWhole = ["toInt64(", "(toInt64(", "toUnixTimestamp64", "intDiv(toUnix"].contains {
      argument.hasPrefix($0)
    }
    guard !isWhole else { return append(whole: tick(half), extremes: true) }
    append(real: number(half))
  }

  // MARK: - Values

  /// A tick of the stretch that this row of the answer is of.
  private mutating func tick(_ half: Half) -> Int64 { part(of: ticks, half) }

  /// One of the numbers of this row's part of a range.
  private mutating func part(of range: ClosedRange<Int64>, _ half: Half) -> Int64 {
    let width = UInt64(bitPattern: range.upperBound &- range.lowerBound)
    let step = width / UInt64(max(1, rows))
    let low = range.lowerBound &+ Int64(bitPattern: step &* UInt64(row))
    let high = row == rows - 1 ? range.upperBound : low &+ Int64(bitPattern: step == 0 ? 0 : step - 1)
    let middle = low &+ Int64(bitPattern: UInt64(bitPattern: high &- low) / 2)
    return switch half {
    case .lower: draw.chance(0.3) ? low : Int64.random(in: low...middle, using: &draw.random)
    case .upper: draw.chance(0.3) ? high : Int64.random(in: middle...high, using: &draw.random)
    case .any: Int64.random(in: low...high, using: &draw.random)
    }
  }

  private mutating func number(_ half: Half) -> Double {
    switch half {
    case .lower: draw.number(-10...0)
    case .upper: draw.number(900...1000)
    case .any: draw.number(0...900)
    }
  }

  /// A value of the column in whose order the rows are.
  private mutating func appendValue(_ half: Half) {
    if question.listed.indices.contains(row) {
      return append(whole: Int64(bitPattern: question.listed[row]), extremes: true)
    }
    let isWhole = ["WITH toInt64(", "WITH (toInt64(", "WITH toUnix", "WITH intDiv("].contains {
      question.has($0)
    }
    guard !isWhole else {
      return append(whole: part(of: question.wholeValues ?? 0...3000, half), extremes: true)
    }
    let range = question.realValues ?? -10...1000
    let step = (range.upperBound - range.lowerBound) / Double(max(1, rows))
    let low = range.lowerBound + step * Double(row)
    let place = half == .lower ? 0 : half == .upper ? 0.9 : 0.5
    let value = min(range.upperBound, low + step * place)
    append(real: draw.chance(draw.wildness) ? draw.wildNumber() : value)
  }

  private mutating func appendQuantiles() {
    let count = draw.chance(draw.wildness) ? draw.pick([0, 1, 1024, 1 << 20, 1 << 30]) : 1023
    append(length: count)
    for place in 0..<min(count, 1023) {
      let value = -10 + Double(place)
      append(real: draw.chance(draw.wildness / 100) ? draw.wildNumber() : value)
    }
  }

  private mutating func append(whole: Int64, extremes: Bool) {
    append(word: UInt64(bitPattern: extremes && draw.chance(draw.wildness) ? draw.wildInteger() : whole))
  }

  private mutating func append(real: Double) { append(word: real.bitPattern) }

  private mutating func append<Word: FixedWidthInteger>(word: Word) {
    withUnsafeBytes(of: word.littleEndian) { bytes += $0 }
  }

  private mutating func append(cell type: String) {
    if type.hasPrefix("Nullable(") {
      let isMissing = draw.chance(0.3)
      bytes.append(draw.chance(draw.wildness) ? UInt8(draw.below(256)) : isMissing ? 1 : 0)
      if isMissing { return }
    }
    let bare = type.split { $0 == "(" || $0 == ")" }
    switch type.hasPrefix("Nullable") || type.hasPrefix("LowCardinality") ? bare[1] : bare[0] {
    case "Float64": append(real: draw.number(-10...1000))
    case "Float32": append(word: draw.single(-10...1000).bitPattern)
    case "UInt32", "DateTime": append(word: draw.field(0...2500) as UInt32)
    case "Date": append(word: draw.field(0...2500) as UInt16)
    case "Int8": append(word: draw.field(-128...127) as Int8)
    case "String": append(text: word)
    // Columns of other types are not asked for.
    case "Array": break
    default: append(whole: draw.integer(0...2500), extremes: false)
    }
  }

  private var word: String {
    mutating get {
      guard draw.chance(draw.wildness) else { return draw.pick(["rain", "sun", "fog", ""]) }
      return draw.pick([
        String(repeating: "é", count: 300), "\u{0}\u{1}", String(repeating: "x", count: 70_000),
      ])
    }
  }

  private mutating func append(text: String) {
    var length = text.utf8.count
    if draw.chance(draw.wildness / 4) {
      length = draw.pick([0, 1, length + 1, 1 << 30, (1 << 30) + 1, 1 << 34])
    }
    append(length: length)
    bytes += text.utf8
  }

  private mutating func append(length: Int) {
    var count = length
    while count >= 0x80 {
      bytes.append(UInt8(count & 0x7F) | 0x80)
      count >>= 7
    }
    bytes.append(UInt8(count))
  }
}
