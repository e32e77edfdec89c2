import TestSupport
import Testing

@testable import WaveSeries

/// ``ColumnFormula`` against NumPy and pandas, a second evaluator, and what no formula is.
@Suite struct ColumnFormulaTests {
  static func parse(
    _ text: String, _ names: [String] = ["a", "b"], divisors: [Double] = []
  ) throws(FormulaError) -> ColumnFormula {
    try ColumnFormula.parse(
      Array(text.utf8),
      columns: names.enumerated().map { index, name in
        ColumnFormula.Column(
          name: Array(name.utf8), isNumber: name != "words",
          divisor: divisors.indices.contains(index) ? divisors[index] : 1)
      })
  }

  static func values(
    _ formula: ColumnFormula, _ rows: Range<Int>, of columns: [[Double]], goesOn: () -> Bool = { true }
  ) -> [Double]? {
    formula.values(of: rows, rowCount: columns[0].count, functions: .foundation, goesOn: goesOn) {
      column, rows in
      rows.map { columns[column].indices.contains($0) ? columns[column][$0] : .nan }
    }
  }

  static func isClose(_ a: Double, _ b: Double, scale: Double = 0) -> Bool {
    a.isNaN ? b.isNaN : abs(a - b) <= 1e-12 * max(abs(a), abs(b), scale)
  }

  @Test func givesWhatPandasGives() throws {
    let vectors = try FormulaVectors.all()
    let columns = [vectors.a, vectors.b].map { $0.map { $0 ?? .nan } }
    #expect(vectors.cases.count > 30)
    for one in vectors.cases {
      let values = try #require(
        Self.values(Self.parse(one.formula), 0..<vectors.a.count, of: columns), "\(one.formula)")
      // Differences and running sums of numbers about a million keep that many digits fewer.
      let scale = one.formula.contains("b") ? 1e6 : 1
      for (row, (value, expected)) in zip(values, one.values).enumerated() {
        #expect(
          Self.isClose(value, expected ?? .nan, scale: scale),
          "\(one.formula), row \(row): \(value) is \(expected ?? .nan)")
      }
    }
  }

  @Test func givesWhatEachRowGivesByItselfAndInAnyPieces() throws {
    var random = SeededGenerator(seed: 61)
    let count = 60
    for _ in 0..<300 {
      let columns = (0..<2).map { _ in
        (0..<count).map { _ in
          Int.random(in: 0..<9, using: &random) == 0
            ? Double.nan : Double(Int.random(in: -64...64, using: &random)) / 4
        }
      }
      let tree = FormulaTree.random(depth: 4, columns: 2, using: &random)
      let formula = try Self.parse(tree.text(["a", "b"]))
      let whole = try #require(Self.values(formula, 0..<count, of: columns))
      for row in stride(from: 0, to: count, by: 7) {
        let expected = tree.value(row, columns)
        #expect(
          Self.isClose(whole[row], expected, scale: 1e-2), "\(tree.text(["a", "b"])), row \(row)")
      }
      var pieces: [Double] = []
      while pieces.count < count {
        let end = min(count, pieces.count + Int.random(in: 1...25, using: &random))
        pieces += try #require(Self.values(formula, pieces.count..<end, of: columns))
      }
      #expect(pieces.map(\.bitPattern) == whole.map(\.bitPattern), "\(tree.text(["a", "b"]))")
    }
  }

  @Test func averagesAreThoseOfTheLens() throws {
    var random = SeededGenerator(seed: 62)
    for window in [1, 2, 5, 30, 101, 1000] {
      let values = (0..<500).map { _ in
        Int.random(in: 0..<7, using: &random) == 0 ? Double.nan : Double.random(in: -1...1, using: &random)
      }
      let own = try #require(Self.values(Self.parse("mean(a, \(window))"), 0..<500, of: [values, []]))
      #expect(
        own.map(\.bitPattern) == MovingAverage.values(of: values.span, window: window).map(\.bitPattern))
    }
  }

  @Test func namesAreFound() throws {
    let names = ["Energy", "energy", "air temp", "Größe", "t2", "say \"hi\"", "Mean"]
    func column(_ text: String) throws(FormulaError) -> Int? { try Self.parse(text, names).columns.first }
    #expect(try column("Energy") == 0 && column("energy") == 1)
    #expect(try column(" \"air temp\" ") == 2 && column("\"AIR temp\"") == 2)
    #expect(try column("Größe") == 3 && column("T2") == 4 && column("\"say \"\"hi\"\"\"") == 5)
    // A word is a function only before a parenthesis.
    #expect(try column("Mean") == 6 && column("mean(mean, 3)") == 6 && column("LAG ( t2 , 2 )") == 4)
    #expect(throws: FormulaError.ambiguousColumn(Array("ENERGY".utf8), byte: 2)) { try column("1+ENERGY") }
    for name in names {
      let reference = ColumnFormula.reference(to: Array(name.utf8))
      let found = try ColumnFormula.parse(
        reference, columns: names.map { ColumnFormula.Column(name: Array($0.utf8)) })
      #expect(found.columns == [names.firstIndex(of: name) ?? -1])
    }
  }

  @Test func numbersAreThoseOfTheStandardLibrary() throws {
    for text in [
      "0", "1", "0.1", "1.5e3", "123456789.123456", "1e22", "5e-22", ".5", "7.", "1E+2", "0.000001",
      "99999e-10",
    ] {
      let value = try #require(Self.values(Self.parse(text), 0..<1, of: [[0], [0]])?.first)
      #expect(value == Double(text) ?? Double(text + "0"))
    }
    var random = SeededGenerator(seed: 63)
    for _ in 0..<2000 {
      let exact = Double(bitPattern: random.next() & 0x7FFF_FFFF_FFFF_FFFF)
      guard exact.isFinite, exact > 1e-290 else { continue }
      let value = try #require(
        Self.values(Self.parse("\(exact)"), 0..<1, of: [[0], [0]])?.first ?? .infinity)
      // Each of the 14 powers of ten at most rounds once.
      #expect(abs(value - exact) <= 16 * exact.ulp)
    }
    #expect(throws: FormulaError.wrongNumber(byte: 0)) { try Self.parse("1e999") }
  }

  @Test func timesAreSecondsAndTheirDifferencesAreExact() throws {
    // Thousandths of a second since 1970: no double has these seconds to the last digit.
    let times = [1_763_740_800_001.0, 1_763_740_800_002, 1_763_740_800_104]
    let names = ["time", "end", "x"]
    let columns = [times, times.map { $0 + 3 }, [1, 2, 3]]
    func values(_ text: String) throws -> [Double]? {
      Self.values(try Self.parse(text, names, divisors: [1000, 1000, 1]), 0..<3, of: columns)
    }
    #expect(try values("diff(time)")?.dropFirst() == [0.001, 0.102])
    #expect(try values("end - time") == [0.003, 0.003, 0.003])
    #expect(try values("x * (end - time)") == [0.003, 2 * 0.003, 3 * 0.003])
    #expect(try values("lag(time) - end")?.dropFirst() == [-0.004, -0.105])
    #expect(try values("time") == times.map { $0 / 1000 })
    #expect(try values("time - x")?.first == 1_763_740_799.001)
  }

  @Test func faultsSayWhereTheyAre() {
    func fault(_ text: String) -> FormulaError? {
      do throws(FormulaError) {
        _ = try Self.parse(text, ["a", "b", "words"])
        return nil
      } catch { return error }
    }
    func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
    #expect(fault("") == .empty && fault(" \t") == .empty)
    #expect(fault("a +") == .unfinished(byte: 3) && fault("diff(") == .unfinished(byte: 5))
    #expect(fault("a b") == .missingOperator(byte: 2) && fault("2a") == .missingOperator(byte: 1))
    #expect(fault("a ) + b") == .unexpected(byte: 2) && fault("a + * b") == .unexpected(byte: 4))
    #expect(fault("a; b") == .unexpected(byte: 1) && fault("a,b") == .unexpected(byte: 1))
    #expect(fault("a + \"b") == .openQuote(byte: 4) && fault("2 * (a + b") == .openParenthesis(byte: 4))
    #expect(fault("1.2.3") == .wrongNumber(byte: 0) && fault("a + 1e") == .wrongNumber(byte: 4))
    #expect(fault("a + c") == .unknownColumn(bytes("c"), byte: 4))
    #expect(fault("a / words") == .notNumbers(bytes("words"), byte: 4))
    #expect(fault("sine(a)") == .unknownFunction(bytes("sine"), byte: 0))
    #expect(fault("min(a)") == .wrongCount(bytes("min"), byte: 0))
    #expect(fault("abs(a, 2)") == .wrongCount(bytes("abs"), byte: 0))
    #expect(fault("1 + mean(a)") == .wrongCount(bytes("mean"), byte: 4))
    #expect(fault("diff()") == .wrongCount(bytes("diff"), byte: 0))
    for rows in ["1.5", "b", "65537", "99999999999999999999", "-65537", "-", "2b"] {
      #expect(fault("lag(a, \(rows))") == .wrongRows(byte: 7), "\(rows)")
    }
    #expect(fault("mean(a, 0)") == .wrongRows(byte: 8) && fault("mean(a,-3)") == .wrongRows(byte: 7))
    #expect(fault(String(repeating: "(", count: 500) + "a") == .tooDeep(byte: 32))
    #expect(fault(String(repeating: "-", count: 500) + "a") == .tooDeep(byte: 32))
    #expect(fault(String(repeating: "a^", count: 300) + "a") == .tooDeep(byte: 64))
    #expect(fault("a" + String(repeating: "+a", count: 300)) == .tooManyParts(byte: 127))
    #expect(fault(String(repeating: " ", count: 2000)) == .tooLong)
    #expect(fault("lag(lag(lag(a, 65536), 65536), 1)") == .reachesTooFar)
    #expect(fault("mean(mean(a, 65536), 65536)") == nil && fault("lag(lag(a,65536),-65536)") == nil)
    let words = FormulaError.unknownColumn(bytes("x"), byte: 0).words
    #expect(
      String(decoding: words, as: UTF8.self)
        == "column 'x' is not in the table: names with special characters need double quotes")
  }

  @Test func reachIsOnlyWhatItTakes() throws {
    #expect(try Self.parse("a + b").reachBefore == 0 && Self.parse("lag(a, 9) + b").reachBefore == 9)
    #expect(try Self.parse("lag(a, 9)").reachAfter == 0 && Self.parse("lag(a, -9)").reachAfter == 9)
    #expect(try Self.parse("mean(lag(a, -4), 6)").reachAfter == 7)
    #expect(try Self.parse("b - diff(b, 2)").columns == [1])
  }

  @Test func endsWhenItIsAskedTo() throws {
    let formula = try Self.parse("a + b * a - 2")
    var asked = 0
    let values = Self.values(formula, 0..<9, of: [[], []]) {
      asked += 1
      return asked < 3
    }
    #expect(values == nil && asked == 3)
    // A column of another length ends it, too.
    #expect(formula.values(of: 0..<9, rowCount: 9, functions: .foundation, operand: { _, _ in [1] }) == nil)
  }

  @Test func hostileFormulasDoNoHarm() {
    let seeds = [
      "diff(a, 7) / lag(b, -2)", "mean(\"a\", 12) - -2.5e3 ^ b", "min(max(a, 1), abs(b)) * (a + 1)",
      "sqrt(ln(exp(log10(a))))",
    ].map { Array($0.utf8) }
    var random = SeededGenerator(seed: 64)
    let columns = ["a", "b"].map { ColumnFormula.Column(name: Array($0.utf8)) }
    let values: [[Double]] = [[1, .nan, -3, 1e300, 0], [0, 2, .infinity, -1e-300, 5]]
    var read = 0
    for _ in 0..<6000 {
      var text = seeds[Int(random.next() % UInt64(seeds.count))]
      for _ in 0..<Int.random(in: 1...2, using: &random) { text.mutate(using: &random) }
      do throws(FormulaError) {
        let formula = try ColumnFormula.parse(text, columns: columns)
        read += 1
        guard formula.reachBefore + formula.reachAfter < 1000 else { continue }
        let made = Self.values(formula, 0..<5, of: values)
        if made?.count != 5 || made?.contains(where: { $0.isInfinite }) != false {
          Issue.record("\(String(decoding: text, as: UTF8.self))")
        }
      } catch {
        if let byte = error.byte, byte < 0 || byte > text.count { Issue.record("\(error)") }
      }
    }
    #expect(read > 100)
  }
}
