extension DrawList {
  /// Draws an image that the player was asked to load, scaled into a rectangle.
  ///
  /// - Parameters:
  ///   - slot: The player's slot for the image; nothing is drawn until the image is loaded.
  ///   - revision: A number that differs for each image in the slot, so that the player repaints a new image.
  ///   - opacity: The opacity, from 0 to 1.
  ///   - rect: The rectangle to fill, in device pixels.
  public mutating func picture(slot: UInt32, revision: UInt32, opacity: Float, rect: Rect) {
    beginOperation(DrawOperation.picture, count: 7)
    write(slot)
    write(revision)
    write(opacity.bitPattern)
    write(rect)
  }
}
