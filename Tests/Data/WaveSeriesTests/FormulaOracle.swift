import Foundation
import TestSupport
import WaveSeries

/// What formulas are to give: answers of NumPy and pandas, and a second evaluator that goes row by row.
struct FormulaVectors: Decodable {
  struct Case: Decodable {
    let formula: String
    let values: [Double?]
  }

  let a: [Double?]
  let b: [Double?]
  let cases: [Case]

  static func all() throws -> FormulaVectors {
    let file = Repository.fixture("series/formulas.json")
    return try JSONDecoder().decode(FormulaVectors.self, from: Data(contentsOf: file))
  }
}

extension FormulaFunctions {
  static let foundation = FormulaFunctions(
    exponential: { exp($0) }, naturalLogarithm: { log($0) }, decimalLogarithm: { log10($0) },
    power: { pow($0, $1) })
}

/// A formula as a tree, made at random, that writes itself down and computes each row by itself.
indirect enum FormulaTree {
  case number(Double)
  case column(Int)
  case unary(String, FormulaTree)
  case binary(String, FormulaTree, FormulaTree)
  case rows(String, FormulaTree, Int)

  static func random(depth: Int, columns: Int, using random: inout some RandomNumberGenerator) -> FormulaTree
  {
    guard depth > 0, Int.random(in: 0..<6, using: &random) > 0 else {
      return Bool.random(using: &random)
        ? .column(Int.random(in: 0..<columns, using: &random))
        : .number(Double(Int.random(in: 0...64, using: &random)) / 8)
    }
    func part() -> FormulaTree { .random(depth: depth - 1, columns: columns, using: &random) }
    switch Int.random(in: 0..<3, using: &random) {
    case 0: return .unary(["-", "abs", "sqrt"].randomElement(using: &random) ?? "-", part())
    case 1:
      return .binary(["+", "-", "*", "/", "min", "max"].randomElement(using: &random) ?? "+", part(), part())
    default:
      let name = ["diff", "lag", "mean"].randomElement(using: &random) ?? "lag"
      let limits = name == "mean" ? 1...40 : -9...9
      return .rows(name, part(), Int.random(in: limits, using: &random))
    }
  }

  func text(_ names: [String]) -> String {
    switch self {
    case .number(let value): "\(value)"
    case .column(let column): names[column]
    case .unary("-", let part): "(-\(part.text(names)))"
    case .unary(let name, let part): "\(name)(\(part.text(names)))"
    case .binary(let name, let left, let right) where name.count == 3:
      "\(name)(\(left.text(names)), \(right.text(names)))"
    case .binary(let sign, let left, let right): "(\(left.text(names)) \(sign) \(right.text(names)))"
    case .rows(let name, let part, let count): "\(name)(\(part.text(names)),\(count))"
    }
  }

  /// The value of a row; NaN where it is missing.
  func value(_ row: Int, _ columns: [[Double]]) -> Double {
    func whole(_ value: Double) -> Double { value.isFinite ? value : .nan }
    guard columns[0].indices.contains(row) else { return .nan }
    switch self {
    case .number(let value): return value
    case .column(let column): return columns[column][row]
    case .unary(let name, let part):
      let value = part.value(row, columns)
      return whole(name == "-" ? -value : name == "abs" ? value.magnitude : value.squareRoot())
    case .binary(let name, let left, let right):
      let (a, b) = (left.value(row, columns), right.value(row, columns))
      if a.isNaN || b.isNaN { return .nan }
      switch name {
      case "+": return whole(a + b)
      case "-": return whole(a - b)
      case "*": return whole(a * b)
      case "/": return whole(a / b)
      default: return (name == "min") == (a < b) ? a : b
      }
    case .rows("lag", let part, let count): return part.value(row - count, columns)
    case .rows("diff", let part, let count):
      return whole(part.value(row, columns) - part.value(row - count, columns))
    case .rows(_, let part, let window):
      guard !part.value(row, columns).isNaN else { return .nan }
      let around = (row - window / 2...row + window / 2).map { part.value($0, columns) }.filter { !$0.isNaN }
      return whole(around.reduce(0, +) / Double(around.count))
    }
  }
}
