extension DrawList {
  /// Draws a picture that the player was asked to load, scaled into a rectangle.
  ///
  /// - Parameters:
  ///   - slot: The player's slot for the picture; nothing is drawn until it is loaded.
  ///   - revision: A number that differs for each picture in the slot, so that a new picture is painted.
  ///   - opacity: 0 to 1.
  ///   - rect: The rectangle to fill, in device pixels.
  public mutating func picture(slot: UInt32, revision: UInt32, opacity: Float, rect: Rect) {
    beginOperation(DrawOperation.picture, count: 7)
    write(slot)
    write(revision)
    write(opacity.bitPattern)
    write(rect.x, rect.y, rect.width, rect.height)
  }
}
