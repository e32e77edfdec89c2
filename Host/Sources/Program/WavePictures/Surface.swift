internal import CCairo

/// A Cairo image surface.
final class Surface {
  let pointer: OpaquePointer
  let width: Int
  let height: Int

  /// Creates a transparent image.
  init(width: Int, height: Int) throws(PictureError) {
    guard (1...Picture.sideLimit).contains(width), (1...Picture.sideLimit).contains(height) else {
      throw .size(width: Float(width), height: Float(height))
    }
    guard let pointer = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height)) else {
      throw .drawing(reason: "out of memory")
    }
    self.pointer = pointer
    self.width = width
    self.height = height
    try check()
  }

  /// Creates an image from a PNG file.
  init(path: String) throws(PictureError) {
    guard let file = cairo_image_surface_create_from_png(path) else {
      throw .reading(path: path, reason: "out of memory")
    }
    pointer = file
    width = Int(cairo_image_surface_get_width(file))
    height = Int(cairo_image_surface_get_height(file))
    try Surface.check(cairo_surface_status(file)) { .reading(path: path, reason: $0) }
    let format = cairo_image_surface_get_format(file)
    guard format == CAIRO_FORMAT_ARGB32 || format == CAIRO_FORMAT_RGB24 else {
      throw .reading(path: path, reason: "its pixels are not 8-bit colours")
    }
    guard max(width, height) <= Picture.sideLimit else {
      throw .reading(path: path, reason: "it is larger than \(Picture.sideLimit) pixels")
    }
  }

  deinit { cairo_surface_destroy(pointer) }

  /// Throws an error if a Cairo operation on the surface has failed.
  func check() throws(PictureError) {
    try Surface.check(cairo_surface_status(pointer)) { .drawing(reason: $0) }
  }

  /// Throws an error, given the reason, if a Cairo operation has failed.
  static func check(
    _ status: cairo_status_t, _ failure: (_ reason: String) -> PictureError
  ) throws(PictureError) {
    guard status != CAIRO_STATUS_SUCCESS else { return }
    throw failure(String(cString: cairo_status_to_string(status)))
  }

  /// Writes the image as a PNG file.
  func write(path: String) throws(PictureError) {
    try Surface.check(cairo_surface_write_to_png(pointer, path)) { .writing(path: path, reason: $0) }
  }

  /// Calls a closure with the pixels of a row in Cairo's format: alpha, red, green and blue, from the most to
  /// the least significant byte.
  func withRow<Result>(_ row: Int, _ body: (UnsafeMutableBufferPointer<UInt32>) -> Result) -> Result? {
    cairo_surface_flush(pointer)
    defer { cairo_surface_mark_dirty(pointer) }
    let stride = Int(cairo_image_surface_get_stride(pointer))
    guard let data = cairo_image_surface_get_data(pointer) else { return nil }
    return (data + row * stride).withMemoryRebound(to: UInt32.self, capacity: width) { words in
      body(UnsafeMutableBufferPointer(start: words, count: width))
    }
  }

  /// The pixels, each as bytes R, G, B, A with premultiplied alpha.
  var pixels: [UInt32] {
    let isOpaque = cairo_image_surface_get_format(pointer) == CAIRO_FORMAT_RGB24
    var pixels: [UInt32] = []
    pixels.reserveCapacity(width * height)
    for row in 0..<height {
      _ = withRow(row) { words in
        for word in words { pixels.append(Surface.swapped(word) | (isOpaque ? 0xFF00_0000 : 0)) }
      }
    }
    return pixels
  }

  /// Returns a pixel with red and blue swapped.
  static func swapped(_ word: UInt32) -> UInt32 {
    (word & 0xFF00_FF00) | (word >> 16 & 0xFF) | (word & 0xFF) << 16
  }
}
