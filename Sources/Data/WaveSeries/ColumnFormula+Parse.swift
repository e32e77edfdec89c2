extension ColumnFormula {
  /// Parses a formula.
  ///
  /// A name refers to the column with exactly this name. If there is none, ASCII case is ignored, and the
  /// name must then match a single column.
  ///
  /// - Parameters:
  ///   - text: The formula in UTF-8; spaces and tabs can separate its elements.
  ///   - table: The columns to which the formula can refer.
  /// - Returns: The formula, which refers to columns by their index in `table`.
  /// - Throws: `FormulaError`, with the position of the error in bytes.
  /// - Complexity: O(bytes + names × columns); allocates memory only for the steps of the formula.
  public static func parse(_ text: [UInt8], columns table: [Column]) throws(FormulaError) -> ColumnFormula {
    guard text.count <= byteLimit else { throw .tooLong }
    var parser = FormulaParser(text: text, columns: table)
    parser.skipSpace()
    guard !parser.isAtEnd else { throw .empty }
    try parser.sum()
    guard parser.isAtEnd else { throw parser.surplus() }
    guard let formula = ColumnFormula(parser.nodes) else { throw .reachesTooFar }
    return formula
  }
}

/// Parses a formula by recursive descent, and writes its steps in the order of evaluation.
private struct FormulaParser {
  let text: [UInt8]
  let columns: [ColumnFormula.Column]
  var position = 0
  var depth = 0
  var nodes: [ColumnFormula.Node] = []

  var isAtEnd: Bool { position == text.count }
  private var next: UInt8? { position < text.count ? text[position] : nil }

  mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x09 { position += 1 }
  }

  /// Skips a character and the white space after it, and returns whether the character was found.
  private mutating func consume(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    position += 1
    skipSpace()
    return true
  }

  private mutating func append(_ node: ColumnFormula.Node, at byte: Int) throws(FormulaError) {
    guard nodes.count < ColumnFormula.nodeLimit else { throw .tooManyParts(byte: byte) }
    nodes.append(node)
  }

  /// Returns the error for text that follows a complete formula.
  func surplus() -> FormulaError {
    guard let byte = next else { return .unfinished(byte: position) }
    let isValue = ColumnFormula.isWordByte(byte) || byte == 0x22 || byte == 0x28 || byte == 0x2E
    return isValue ? .missingOperator(byte: position) : .unexpected(byte: position)
  }

  // MARK: - Operators

  mutating func sum() throws(FormulaError) {
    try product()
    while let byte = next, byte == 0x2B || byte == 0x2D {
      let (start, left) = (position, nodes.count)
      _ = consume(byte)
      try product()
      guard byte == 0x2D else {
        try append(.sum, at: start)
        continue
      }
      // The difference of two times is computed in their own unit, in which they are integers.
      if case .divided(let divisor)? = nodes.last, nodes[left - 1] == .divided(by: divisor) {
        nodes.removeLast()
        nodes.remove(at: left - 1)
        try append(.difference, at: start)
        try append(.divided(by: divisor), at: start)
      } else {
        try append(.difference, at: start)
      }
    }
  }

  private mutating func product() throws(FormulaError) {
    try signed()
    while let byte = next, byte == 0x2A || byte == 0x2F {
      let start = position
      _ = consume(byte)
      try signed()
      try append(byte == 0x2A ? .product : .quotient, at: start)
    }
  }

  private mutating func signed() throws(FormulaError) {
    let start = position
    depth += 1
    defer { depth -= 1 }
    guard depth <= ColumnFormula.depthLimit else { throw .tooDeep(byte: start) }
    if consume(0x2B) { return try signed() }
    if consume(0x2D) {
      try signed()
      return try append(.negative, at: start)
    }
    try value()
    let operation = position
    if consume(0x5E) {
      try signed()
      try append(.power, at: operation)
    }
  }

  // MARK: - Values

  private mutating func value() throws(FormulaError) {
    let start = position
    guard let byte = next else { throw .unfinished(byte: start) }
    if consume(0x28) {
      try sum()
      guard consume(0x29) else { throw isAtEnd ? .openParenthesis(byte: start) : surplus() }
    } else if ColumnFormula.isDigit(byte) || byte == 0x2E {
      try append(.number(try number()), at: start)
      if let byte = next, ColumnFormula.isWordByte(byte) { throw .missingOperator(byte: position) }
      skipSpace()
    } else if byte == 0x22 {
      try column(try quoted(), at: start)
      skipSpace()
    } else if ColumnFormula.isWordByte(byte) {
      while let byte = next, ColumnFormula.isWordByte(byte) { position += 1 }
      let word = Array(text[start..<position])
      skipSpace()
      if consume(0x28) { try function(word, at: start) } else { try column(word, at: start) }
    } else {
      throw .unexpected(byte: start)
    }
  }

  private mutating func quoted() throws(FormulaError) -> [UInt8] {
    let start = position
    var name: [UInt8] = []
    position += 1
    while let byte = next {
      position += 1
      if byte == 0x22 {
        guard next == 0x22 else { return name }
        position += 1
      }
      name.append(byte)
    }
    throw .openQuote(byte: start)
  }

  private mutating func column(_ name: [UInt8], at start: Int) throws(FormulaError) {
    var found = columns.firstIndex { $0.name == name }
    if found == nil {
      let alike = columns.indices.filter { isEqualIgnoringCase(columns[$0].name, name) }
      guard alike.count < 2 else { throw .ambiguousColumn(name, byte: start) }
      found = alike.first
    }
    guard let found else { throw .unknownColumn(name, byte: start) }
    guard columns[found].isNumber else { throw .notNumbers(name, byte: start) }
    try append(.column(found), at: start)
    let divisor = columns[found].divisor
    if divisor != 1 { try append(.divided(by: divisor), at: start) }
  }

  private func isEqualIgnoringCase(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    a.count == b.count && a.indices.allSatisfy { ColumnFormula.lower(a[$0]) == ColumnFormula.lower(b[$0]) }
  }

  /// Parses digits with a decimal point and an exponent.
  ///
  /// The result is correctly rounded for up to 15 digits.
  private mutating func number() throws(FormulaError) -> Double {
    let start = position
    var digits: UInt64 = 0
    var power = 0
    var digitCount = 0
    var hasPoint = false
    while let byte = next, ColumnFormula.isDigit(byte) || byte == 0x2E && !hasPoint {
      position += 1
      if byte == 0x2E {
        hasPoint = true
        continue
      }
      digitCount += 1
      if digits < 100_000_000_000_000_000 {
        digits = digits * 10 + UInt64(byte - 0x30)
        if hasPoint { power -= 1 }
      } else if !hasPoint {
        power += 1
      }
    }
    guard digitCount > 0, next != 0x2E else { throw .wrongNumber(byte: start) }
    if let byte = next, byte | 0x20 == 0x65 {
      position += 1
      let isNegative = next == 0x2D
      if isNegative || next == 0x2B { position += 1 }
      var exponent = 0
      let first = position
      while let byte = next, ColumnFormula.isDigit(byte) {
        position += 1
        exponent = Swift.min(9999, exponent * 10 + Int(byte - 0x30))
      }
      guard position > first else { throw .wrongNumber(byte: start) }
      power += isNegative ? -exponent : exponent
    }
    var value = Double(digits)
    // Powers of ten up to the 22nd are exact, so multiplying or dividing by one of them rounds only once.
    while power > 0, value > 0, value.isFinite {
      value *= Self.powerOfTen(Swift.min(power, 22))
      power -= Swift.min(power, 22)
    }
    while power < 0, value > 0 {
      value /= Self.powerOfTen(Swift.min(-power, 22))
      power += Swift.min(-power, 22)
    }
    guard value.isFinite else { throw .wrongNumber(byte: start) }
    return value
  }

  private static func powerOfTen(_ exponent: Int) -> Double {
    var power = 1.0
    for _ in 0..<exponent { power *= 10 }
    return power
  }

  // MARK: - Functions

  private func isWord(_ word: [UInt8], _ name: StaticString) -> Bool {
    name.withUTF8Buffer { name in
      word.count == name.count && word.indices.allSatisfy { ColumnFormula.lower(word[$0]) == name[$0] }
    }
  }

  /// The functions, each with its step; the number of rows is set when the arguments are read.
  private static let functions: [(name: StaticString, node: ColumnFormula.Node)] = [
    ("diff", .change(1)), ("lag", .lag(1)), ("mean", .mean(half: 0)), ("min", .smaller), ("max", .larger),
    ("abs", .magnitude), ("sqrt", .root), ("ln", .naturalLogarithm), ("log10", .decimalLogarithm),
    ("exp", .exponential),
  ]

  private mutating func function(_ word: [UInt8], at start: Int) throws(FormulaError) {
    guard let function = Self.functions.first(where: { isWord(word, $0.name) }) else {
      throw .unknownFunction(word, byte: start)
    }
    try argument(word, start)
    var node = function.node
    var divisor: Double?
    switch node {
    case .change, .lag:
      if case .divided(let last)? = nodes.last { divisor = last }
      let rows = try consume(0x2C) ? rows(from: -ColumnFormula.reachLimit) : 1
      node = node == .lag(1) ? .lag(rows) : .change(rows)
    case .mean:
      try comma(word, start)
      node = .mean(half: try rows(from: 1) / 2)
    case .smaller, .larger:
      try comma(word, start)
      try argument(word, start)
    default: break
    }
    try close(word, start)
    // Times are shifted or subtracted in their own unit, in which they are integers.
    if divisor != nil { nodes.removeLast() }
    try append(node, at: start)
    if let divisor { try append(.divided(by: divisor), at: start) }
  }

  /// Consumes the comma before a further argument.
  private mutating func comma(_ word: [UInt8], _ start: Int) throws(FormulaError) {
    if !consume(0x2C) { throw isAtEnd ? .openParenthesis(byte: start) : .wrongCount(word, byte: start) }
  }

  private mutating func argument(_ word: [UInt8], _ start: Int) throws(FormulaError) {
    if next == 0x29 || next == 0x2C { throw .wrongCount(word, byte: start) }
    try sum()
  }

  private mutating func close(_ word: [UInt8], _ start: Int) throws(FormulaError) {
    guard !consume(0x29) else { return }
    throw isAtEnd ? .openParenthesis(byte: start) : next == 0x2C ? .wrongCount(word, byte: start) : surplus()
  }

  /// Parses an integer number of rows.
  private mutating func rows(from least: Int) throws(FormulaError) -> Int {
    let start = position
    let isNegative = consume(0x2D)
    var rows = 0
    let first = position
    while let byte = next, ColumnFormula.isDigit(byte) {
      position += 1
      rows = Swift.min(ColumnFormula.reachLimit + 1, rows * 10 + Int(byte - 0x30))
    }
    guard position > first, rows <= ColumnFormula.reachLimit else { throw .wrongRows(byte: start) }
    if let byte = next, ColumnFormula.isWordByte(byte) || byte == 0x2E { throw .wrongRows(byte: start) }
    skipSpace()
    if isNegative { rows = -rows }
    guard rows >= least else { throw .wrongRows(byte: start) }
    return rows
  }
}
