import WaveSignal

extension Float: LensValue {
  /// Whether it is finite.
  @inline(__always)
  public var isValid: Bool { isFinite }
  /// The nearest double.
  @inline(__always)
  public var number: Double { Double(self) }
  /// The lowest and the highest value.
  @inline(__always)
  public static var bounds: (lowest: Float, highest: Float) { (-.infinity, .infinity) }
  /// Eight copies of a value.
  @inline(__always)
  public static func lanes(_ value: Float) -> SIMD8<Float> { SIMD8(repeating: value) }
  /// The smaller of two, lane by lane; the first if they cannot be compared.
  @inline(__always)
  public static func smaller(_ a: SIMD8<Float>, _ b: SIMD8<Float>) -> SIMD8<Float> {
    a.replacing(with: b, where: b .< a)
  }
  /// The larger of two, lane by lane; the first if they cannot be compared.
  @inline(__always)
  public static func larger(_ a: SIMD8<Float>, _ b: SIMD8<Float>) -> SIMD8<Float> {
    a.replacing(with: b, where: b .> a)
  }
  /// The smallest lane; no lane may be NaN.
  @inline(__always)
  public static func smallest(_ lanes: SIMD8<Float>) -> Float {
    let four = lanes.lowHalf.replacing(with: lanes.highHalf, where: lanes.highHalf .< lanes.lowHalf)
    let two = four.lowHalf.replacing(with: four.highHalf, where: four.highHalf .< four.lowHalf)
    return two[1] < two[0] ? two[1] : two[0]
  }
  /// The largest lane; no lane may be NaN.
  @inline(__always)
  public static func largest(_ lanes: SIMD8<Float>) -> Float {
    let four = lanes.lowHalf.replacing(with: lanes.highHalf, where: lanes.highHalf .> lanes.lowHalf)
    let two = four.lowHalf.replacing(with: four.highHalf, where: four.highHalf .> four.lowHalf)
    return two[1] > two[0] ? two[1] : two[0]
  }
  /// Whether two vectors have an equal lane.
  @inline(__always)
  public static func hasEqual(_ a: SIMD8<Float>, _ b: SIMD8<Float>) -> Bool { any(a .== b) }
  /// The nearest doubles.
  @inline(__always)
  public static func numbers(_ lanes: SIMD8<Float>) -> SIMD8<Double> { SIMD8<Double>(lanes) }
}

extension Double: LensValue {
  /// Whether it is finite.
  @inline(__always)
  public var isValid: Bool { isFinite }
  /// The nearest double.
  @inline(__always)
  public var number: Double { self }
  /// The lowest and the highest value.
  @inline(__always)
  public static var bounds: (lowest: Double, highest: Double) { (-.infinity, .infinity) }
  /// Eight copies of a value.
  @inline(__always)
  public static func lanes(_ value: Double) -> SIMD8<Double> { SIMD8(repeating: value) }
  /// The smaller of two, lane by lane; the first if they cannot be compared.
  @inline(__always)
  public static func smaller(_ a: SIMD8<Double>, _ b: SIMD8<Double>) -> SIMD8<Double> {
    a.replacing(with: b, where: b .< a)
  }
  /// The larger of two, lane by lane; the first if they cannot be compared.
  @inline(__always)
  public static func larger(_ a: SIMD8<Double>, _ b: SIMD8<Double>) -> SIMD8<Double> {
    a.replacing(with: b, where: b .> a)
  }
  /// The smallest lane; no lane may be NaN.
  @inline(__always)
  public static func smallest(_ lanes: SIMD8<Double>) -> Double {
    let four = lanes.lowHalf.replacing(with: lanes.highHalf, where: lanes.highHalf .< lanes.lowHalf)
    let two = four.lowHalf.replacing(with: four.highHalf, where: four.highHalf .< four.lowHalf)
    return two[1] < two[0] ? two[1] : two[0]
  }
  /// The largest lane; no lane may be NaN.
  @inline(__always)
  public static func largest(_ lanes: SIMD8<Double>) -> Double {
    let four = lanes.lowHalf.replacing(with: lanes.highHalf, where: lanes.highHalf .> lanes.lowHalf)
    let two = four.lowHalf.replacing(with: four.highHalf, where: four.highHalf .> four.lowHalf)
    return two[1] > two[0] ? two[1] : two[0]
  }
  /// Whether two vectors have an equal lane.
  @inline(__always)
  public static func hasEqual(_ a: SIMD8<Double>, _ b: SIMD8<Double>) -> Bool { any(a .== b) }
  /// The nearest doubles.
  @inline(__always)
  public static func numbers(_ lanes: SIMD8<Double>) -> SIMD8<Double> { lanes }
}

extension Int64: LensValue {
  /// True: every whole number is a value.
  @inline(__always)
  public var isValid: Bool { true }
  /// The nearest double.
  @inline(__always)
  public var number: Double { Double(self) }
  /// The lowest and the highest value.
  @inline(__always)
  public static var bounds: (lowest: Int64, highest: Int64) { (.min, .max) }
  /// Eight copies of a value.
  @inline(__always)
  public static func lanes(_ value: Int64) -> SIMD8<Int64> { SIMD8(repeating: value) }
  /// The smaller of two, lane by lane; the first if they cannot be compared.
  @inline(__always)
  public static func smaller(_ a: SIMD8<Int64>, _ b: SIMD8<Int64>) -> SIMD8<Int64> {
    a.replacing(with: b, where: b .< a)
  }
  /// The larger of two, lane by lane; the first if they cannot be compared.
  @inline(__always)
  public static func larger(_ a: SIMD8<Int64>, _ b: SIMD8<Int64>) -> SIMD8<Int64> {
    a.replacing(with: b, where: b .> a)
  }
  /// The smallest lane; no lane may be NaN.
  @inline(__always)
  public static func smallest(_ lanes: SIMD8<Int64>) -> Int64 {
    let four = lanes.lowHalf.replacing(with: lanes.highHalf, where: lanes.highHalf .< lanes.lowHalf)
    let two = four.lowHalf.replacing(with: four.highHalf, where: four.highHalf .< four.lowHalf)
    return two[1] < two[0] ? two[1] : two[0]
  }
  /// The largest lane; no lane may be NaN.
  @inline(__always)
  public static func largest(_ lanes: SIMD8<Int64>) -> Int64 {
    let four = lanes.lowHalf.replacing(with: lanes.highHalf, where: lanes.highHalf .> lanes.lowHalf)
    let two = four.lowHalf.replacing(with: four.highHalf, where: four.highHalf .> four.lowHalf)
    return two[1] > two[0] ? two[1] : two[0]
  }
  /// Whether two vectors have an equal lane.
  @inline(__always)
  public static func hasEqual(_ a: SIMD8<Int64>, _ b: SIMD8<Int64>) -> Bool { any(a .== b) }
  /// The nearest doubles.
  @inline(__always)
  public static func numbers(_ lanes: SIMD8<Int64>) -> SIMD8<Double> { SIMD8<Double>(lanes) }
}
