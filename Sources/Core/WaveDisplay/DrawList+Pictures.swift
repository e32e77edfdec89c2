extension DrawList {
  /// Draws a picture that the player was told to load, scaled into a rectangle.
  ///
  /// - Parameters:
  ///   - slot: Where the player holds it; nothing is drawn while it is not there.
  ///   - revision: Another one for each picture in that slot: what is painted over it is painted again.
  ///   - opacity: 0 to 1.
  ///   - rect: Where it goes, in device pixels.
  public mutating func picture(slot: UInt32, revision: UInt32, opacity: Float, rect: Rect) {
    beginOperation(DrawOperation.picture, count: 7)
    put(slot)
    put(revision)
    put(opacity.bitPattern)
    put(rect.x, rect.y, rect.width, rect.height)
  }
}
