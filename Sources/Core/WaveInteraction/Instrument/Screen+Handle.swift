import WaveDisplay

extension Screen {
  /// Returns how far to the right a line of text can reach, in device pixels.
  ///
  /// It keeps clear of the insets and of the controls' handle, which is in the middle of the right edge.
  package func textRight(baseline: Float, size: Float) -> Float {
    let isBesideHandle = (baseline - height / 2).magnitude < 46 * scale + size
    return isBesideHandle ? Swift.min(right, width - (44 + insets.right) * scale) : right
  }
}
