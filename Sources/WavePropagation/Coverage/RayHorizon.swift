/// What is between a transmitter and a receiver that does not see it, as P.1812 asks for it: Attachment 1, sections 1.1 to 1.6.
struct RayHorizon {
  /// Numbers of one.
  static let count = 7

  /// From the transmitter to its horizon, km.
  var near: Float
  /// From the receiver to its own, km.
  var far: Float
  /// Slopes to them over the flattened earth, m/km; the receiver's without the earth's own.
  var transmitterSlope: Float
  var receiverSlope: Float
  /// Antennas above the smooth ground, m.
  var transmitter: Float
  var receiver: Float
  /// How far the ground between both stands above the smooth one, m.
  var roughness: Float

  /// Puts each number into a list of its own.
  @inline(__always)
  func store(at first: UnsafeMutablePointer<Float>, _ length: Int) {
    first[0] = near
    first[length] = far
    first[2 &* length] = transmitterSlope
    first[3 &* length] = receiverSlope
    first[4 &* length] = transmitter
    first[5 &* length] = receiver
    first[6 &* length] = roughness
  }
}
