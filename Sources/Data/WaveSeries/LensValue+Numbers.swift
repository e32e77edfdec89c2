import WaveSignal

extension Float: LensValue {
  /// Whether the number is finite.
  @inline(__always) public var isValid: Bool { isFinite }
  /// The nearest double-precision number.
  @inline(__always) public var number: Double { Double(self) }
  /// The lowest and the highest value of the type, infinities included.
  @inline(__always) public static var bounds: (lowest: Float, highest: Float) { (-.infinity, .infinity) }
  /// Returns a vector that contains eight copies of a number.
  @inline(__always) public static func lanes(_ value: Float) -> SIMD8<Float> { SIMD8(repeating: value) }
  /// Returns the lane-wise minimum of two vectors, with the first operand's lane where either is NaN.
  @inline(__always) public static func smaller(_ a: SIMD8<Float>, _ b: SIMD8<Float>) -> SIMD8<Float> {
    a.replacing(with: b, where: b .< a)
  }
  /// Returns the lane-wise maximum of two vectors, with the first operand's lane where either is NaN.
  @inline(__always) public static func larger(_ a: SIMD8<Float>, _ b: SIMD8<Float>) -> SIMD8<Float> {
    a.replacing(with: b, where: b .> a)
  }
  /// Returns the value of the smallest lane; no lane may be NaN.
  @inline(__always) public static func smallest(_ lanes: SIMD8<Float>) -> Float {
    let four = lanes.lowHalf.replacing(with: lanes.highHalf, where: lanes.highHalf .< lanes.lowHalf)
    let two = four.lowHalf.replacing(with: four.highHalf, where: four.highHalf .< four.lowHalf)
    return two[1] < two[0] ? two[1] : two[0]
  }
  /// Returns the value of the largest lane; no lane may be NaN.
  @inline(__always) public static func largest(_ lanes: SIMD8<Float>) -> Float {
    let four = lanes.lowHalf.replacing(with: lanes.highHalf, where: lanes.highHalf .> lanes.lowHalf)
    let two = four.lowHalf.replacing(with: four.highHalf, where: four.highHalf .> four.lowHalf)
    return two[1] > two[0] ? two[1] : two[0]
  }
  /// Returns whether two vectors have equal values in any lane.
  @inline(__always) public static func hasEqual(_ a: SIMD8<Float>, _ b: SIMD8<Float>) -> Bool { any(a .== b) }
  /// Converts the lanes to the nearest double-precision numbers.
  @inline(__always)
  public static func numbers(_ lanes: SIMD8<Float>) -> SIMD8<Double> { SIMD8<Double>(lanes) }
}

extension Double: LensValue {
  /// Whether the number is finite.
  @inline(__always) public var isValid: Bool { isFinite }
  /// The nearest double-precision number.
  @inline(__always) public var number: Double { self }
  /// The lowest and the highest value of the type, infinities included.
  @inline(__always) public static var bounds: (lowest: Double, highest: Double) { (-.infinity, .infinity) }
  /// Returns a vector that contains eight copies of a number.
  @inline(__always) public static func lanes(_ value: Double) -> SIMD8<Double> { SIMD8(repeating: value) }
  /// Returns the lane-wise minimum of two vectors, with the first operand's lane where either is NaN.
  @inline(__always) public static func smaller(_ a: SIMD8<Double>, _ b: SIMD8<Double>) -> SIMD8<Double> {
    a.replacing(with: b, where: b .< a)
  }
  /// Returns the lane-wise maximum of two vectors, with the first operand's lane where either is NaN.
  @inline(__always) public static func larger(_ a: SIMD8<Double>, _ b: SIMD8<Double>) -> SIMD8<Double> {
    a.replacing(with: b, where: b .> a)
  }
  /// Returns the value of the smallest lane; no lane may be NaN.
  @inline(__always) public static func smallest(_ lanes: SIMD8<Double>) -> Double {
    let four = lanes.lowHalf.replacing(with: lanes.highHalf, where: lanes.highHalf .< lanes.lowHalf)
    let two = four.lowHalf.replacing(with: four.highHalf, where: four.highHalf .< four.lowHalf)
    return two[1] < two[0] ? two[1] : two[0]
  }
  /// Returns the value of the largest lane; no lane may be NaN.
  @inline(__always) public static func largest(_ lanes: SIMD8<Double>) -> Double {
    let four = lanes.lowHalf.replacing(with: lanes.highHalf, where: lanes.highHalf .> lanes.lowHalf)
    let two = four.lowHalf.replacing(with: four.highHalf, where: four.highHalf .> four.lowHalf)
    return two[1] > two[0] ? two[1] : two[0]
  }
  /// Returns whether two vectors have equal values in any lane.
  @inline(__always)
  public static func hasEqual(_ a: SIMD8<Double>, _ b: SIMD8<Double>) -> Bool { any(a .== b) }
  /// Returns the vector unchanged, since its lanes are double-precision numbers.
  @inline(__always) public static func numbers(_ lanes: SIMD8<Double>) -> SIMD8<Double> { lanes }
}

extension Int64: LensValue {
  /// Always true, since integers are finite.
  @inline(__always) public var isValid: Bool { true }
  /// The nearest double-precision number.
  @inline(__always) public var number: Double { Double(self) }
  /// The lowest and the highest value of the type.
  @inline(__always) public static var bounds: (lowest: Int64, highest: Int64) { (.min, .max) }
  /// Returns a vector that contains eight copies of a number.
  @inline(__always) public static func lanes(_ value: Int64) -> SIMD8<Int64> { SIMD8(repeating: value) }
  /// Returns the lane-wise minimum of two vectors.
  @inline(__always) public static func smaller(_ a: SIMD8<Int64>, _ b: SIMD8<Int64>) -> SIMD8<Int64> {
    a.replacing(with: b, where: b .< a)
  }
  /// Returns the lane-wise maximum of two vectors.
  @inline(__always) public static func larger(_ a: SIMD8<Int64>, _ b: SIMD8<Int64>) -> SIMD8<Int64> {
    a.replacing(with: b, where: b .> a)
  }
  /// Returns the value of the smallest lane.
  @inline(__always) public static func smallest(_ lanes: SIMD8<Int64>) -> Int64 {
    let four = lanes.lowHalf.replacing(with: lanes.highHalf, where: lanes.highHalf .< lanes.lowHalf)
    let two = four.lowHalf.replacing(with: four.highHalf, where: four.highHalf .< four.lowHalf)
    return two[1] < two[0] ? two[1] : two[0]
  }
  /// Returns the value of the largest lane.
  @inline(__always) public static func largest(_ lanes: SIMD8<Int64>) -> Int64 {
    let four = lanes.lowHalf.replacing(with: lanes.highHalf, where: lanes.highHalf .> lanes.lowHalf)
    let two = four.lowHalf.replacing(with: four.highHalf, where: four.highHalf .> four.lowHalf)
    return two[1] > two[0] ? two[1] : two[0]
  }
  /// Returns whether two vectors have equal values in any lane.
  @inline(__always) public static func hasEqual(_ a: SIMD8<Int64>, _ b: SIMD8<Int64>) -> Bool { any(a .== b) }
  /// Converts the lanes to the nearest double-precision numbers.
  @inline(__always)
  public static func numbers(_ lanes: SIMD8<Int64>) -> SIMD8<Double> { SIMD8<Double>(lanes) }
}
