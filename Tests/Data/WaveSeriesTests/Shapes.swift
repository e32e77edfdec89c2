import TestSupport

/// Columns of values as they come: smooth, rough, with faults.
enum Shape: CaseIterable {
  case walk, sine, spikes, steps, constant, noise, ramp

  /// Values of a shape.
  func values(_ count: Int, using random: inout SeededGenerator) -> [Float] {
    var level: Float = 0
    return (0..<count).map { position in
      switch self {
      case .walk:
        level += Float.random(in: -1...1, using: &random)
        return level
      case .sine: return Self.sine(position, period: 700)
      case .spikes:
        return Int.random(in: 0..<97, using: &random) == 0 ? Float.random(in: -50...50, using: &random) : 0
      case .steps:
        if Int.random(in: 0..<40, using: &random) == 0 {
          level = Float(Int.random(in: -6...6, using: &random))
        }
        return level
      case .constant: return 3
      case .noise: return Float.random(in: -1...1, using: &random)
      case .ramp: return Float(position)
      }
    }
  }

  /// A sine in hundredths of its amplitude, without the help of libm: a parabola for each half.
  static func sine(_ position: Int, period: Int) -> Float {
    let phase = Float(position % period) / Float(period)
    let half = phase < 0.5 ? phase * 2 : phase * 2 - 1
    return (phase < 0.5 ? 400 : -400) * half * (1 - half)
  }
}

/// What goes wrong with values.
enum Fault: CaseIterable {
  case none, few, many, runs, lone, all, infinite

  /// Makes some of the values NaN or infinite.
  func apply(to values: inout [Float], using random: inout SeededGenerator) {
    switch self {
    case .none: break
    case .few:
      for place in values.indices where Int.random(in: 0..<50, using: &random) == 0 { values[place] = .nan }
    case .many:
      for place in values.indices where Int.random(in: 0..<3, using: &random) != 0 { values[place] = .nan }
    case .runs:
      var place = 0
      while place < values.count {
        place += Int.random(in: 1...(values.count / 3 + 2), using: &random)
        let end = min(values.count, place + Int.random(in: 1...(values.count / 2 + 2), using: &random))
        while place < end {
          values[place] = .nan
          place += 1
        }
      }
    case .lone: for place in values.indices where place % 5 != 2 { values[place] = .nan }
    case .all: for place in values.indices { values[place] = .nan }
    case .infinite:
      for place in values.indices where Int.random(in: 0..<20, using: &random) == 0 {
        values[place] = [Float.infinity, -.infinity, .nan].randomElement(using: &random) ?? .nan
      }
    }
  }
}
