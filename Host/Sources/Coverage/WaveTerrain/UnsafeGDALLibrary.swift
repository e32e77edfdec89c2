#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The GDAL functions that are needed to read heights, loaded from the system's library if it is installed.
///
/// Source: GDAL Raster C API, gdal.h.
struct GDALLibrary: @unchecked Sendable {
  typealias Handle = UnsafeMutableRawPointer
  typealias Text = UnsafePointer<CChar>

  let open: @convention(c) (Text, UInt32, UnsafePointer<Text?>?, OpaquePointer?, OpaquePointer?) -> Handle?
  let close: @convention(c) (Handle) -> Void
  let width: @convention(c) (Handle) -> Int32
  let height: @convention(c) (Handle) -> Int32
  let transform: @convention(c) (Handle, UnsafeMutablePointer<Double>) -> Int32
  let projection: @convention(c) (Handle) -> Text?
  let band: @convention(c) (Handle, Int32) -> Handle?
  let noData: @convention(c) (Handle, UnsafeMutablePointer<Int32>) -> Double
  let read:
    @convention(c) (
      Handle, Int32, Int32, Int32, Int32, Int32, UnsafeMutableRawPointer, Int32, Int32, Int32, Int32, Int32
    ) -> Int32
  let lastError: @convention(c) () -> Text?

  /// The system's GDAL library, loaded on first use; nil if GDAL is not installed.
  static let system = GDALLibrary(names: systemNames)

  /// The possible file names of the library, newest version first; the name differs from version to version.
  static let systemNames =
    ["libgdal.so"] + (26...48).reversed().map { "libgdal.so.\($0)" }
    + ["libgdal.dylib", "/opt/homebrew/lib/libgdal.dylib", "/usr/local/lib/libgdal.dylib"]

  /// Loads the first of these libraries that exists; nil if none exists or a required function is missing.
  ///
  /// The library is never unloaded.
  init?(names: [String]) {
    guard let library = names.lazy.compactMap({ dlopen($0, RTLD_NOW | RTLD_LOCAL) }).first else { return nil }
    func find<Function>(_ name: String) throws(MissingFunction) -> Function {
      guard let function = dlsym(library, name) else { throw MissingFunction() }
      return unsafeBitCast(function, to: Function.self)
    }
    do throws(MissingFunction) {
      open = try find("GDALOpenEx")
      close = try find("GDALClose")
      width = try find("GDALGetRasterXSize")
      height = try find("GDALGetRasterYSize")
      transform = try find("GDALGetGeoTransform")
      projection = try find("GDALGetProjectionRef")
      band = try find("GDALGetRasterBand")
      noData = try find("GDALGetRasterNoDataValue")
      read = try find("GDALRasterIO")
      lastError = try find("CPLGetLastErrorMsg")
      let setHandler: @convention(c) (Handle?) -> Handle? = try find("CPLSetErrorHandler")
      let register: @convention(c) () -> Void = try find("GDALAllRegister")
      // Errors are queried, so GDAL must not print them to standard error.
      _ = setHandler(dlsym(library, "CPLQuietErrorHandler"))
      register()
    } catch { return nil }
  }

  private struct MissingFunction: Error {}

  /// GDAL's last error message, in one line.
  var words: String {
    let text = lastError().map { String(cString: $0) } ?? ""
    let line = String(text.prefix(200).map { $0.isNewline ? " " : $0 })
    return line.isEmpty ? "it gives no reason" : line
  }
}
