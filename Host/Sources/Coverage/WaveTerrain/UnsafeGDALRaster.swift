import WavePropagation
import WaveSystem
import WaveTerrainFormats
import WaveUnits

/// A GeoTIFF with heights, read by GDAL; it must be geographic on WGS 84, with heights in metres in band 1.
struct GDALRaster: ~Copyable {
  /// The maximum number of posts.
  static let postLimit = 1 << 26

  /// The positions of the posts, which are the pixel centres.
  let lattice: TerrainLattice
  private let path: String
  private let library: GDALLibrary
  private let dataset: GDALLibrary.Handle

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - library: The GDAL library; nil if it is not installed.
  /// - Throws: `TerrainFileError`.
  init(path: String, library: GDALLibrary? = .system) throws(TerrainFileError) {
    guard let library else { throw .noGDAL(path: path) }
    guard let dataset = Self.open(path, library) else { throw .gdal(path: path, .notOpened(library.words)) }
    do throws(GDALFault) { lattice = try Self.lattice(dataset, library) } catch {
      library.close(dataset)
      throw .gdal(path: path, error)
    }
    self.path = path
    self.library = library
    self.dataset = dataset
  }

  deinit { library.close(dataset) }

  /// Opens the file with the GeoTIFF driver only, because other GDAL formats can reference further files and
  /// servers.
  private static func open(_ path: String, _ library: GDALLibrary) -> GDALLibrary.Handle? {
    let rasterForReading: UInt32 = 0x02
    return "GTiff".withCString { driver in
      let drivers: [GDALLibrary.Text?] = [driver, nil]
      return drivers.withUnsafeBufferPointer { list in
        path.withCString { library.open($0, rasterForReading, list.baseAddress, nil, nil) }
      }
    }
  }

  private static func lattice(
    _ dataset: GDALLibrary.Handle, _ library: GDALLibrary
  ) throws(GDALFault) -> TerrainLattice {
    let projection = library.projection(dataset).map { String(cString: $0) } ?? ""
    let isGeographic = projection.hasPrefix("GEOGCS[") || projection.hasPrefix("GEOGCRS[")
    guard isGeographic, projection.contains("WGS 84") || projection.contains("WGS_1984") else {
      throw .notGeographic
    }
    var transform = [Double](repeating: 0, count: 6)
    let code = transform.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.map { library.transform(dataset, $0) } ?? 1
    }
    let (east, south) = (transform[1], transform[5])
    guard code == 0, transform[2] == 0, transform[4] == 0, east > 0, south < 0, east < 90, south > -90 else {
      throw .rotated
    }
    let (columns, rows) = (Int(library.width(dataset)), Int(library.height(dataset)))
    guard rows >= 2, columns >= 2, rows <= postLimit, columns <= postLimit, rows * columns <= postLimit else {
      throw .posts(limit: postLimit)
    }
    let corner = Coordinate(
      latitudeDegrees: transform[3] + south / 2 + Double(rows - 1) * south,
      longitudeDegrees: transform[0] + east / 2)
    let lattice = TerrainLattice(
      southWest: corner, latitudeStepDegrees: -south, longitudeStepDegrees: east, rowCount: rows,
      columnCount: columns)
    // A header can contain any number, including NaN, so the coordinates are checked; longitudes can be off
    // by one full turn in either direction.
    guard corner.latitudeDegrees >= -91, lattice.northEast.latitudeDegrees <= 91,
      corner.longitudeDegrees >= -540, lattice.northEast.longitudeDegrees <= 540
    else { throw .notGeographic }
    return lattice
  }

  /// Reads all heights, rounded to metres; missing and invalid heights are void.
  func tile() throws(TerrainFileError) -> TerrainTile {
    guard let band = library.band(dataset, 1) else { throw .gdal(path: path, .reading(library.words)) }
    var hasNoData: Int32 = 0
    let noData = library.noData(band, &hasNoData)
    let columns = Int32(lattice.columnCount)
    var row = [Double](repeating: 0, count: lattice.columnCount)
    var heights: [Int16] = []
    heights.reserveCapacity(lattice.postCount)
    let (forReading, doubles): (Int32, Int32) = (0, 7)
    for index in 0..<Int32(lattice.rowCount) {
      let code = row.withUnsafeMutableBytes { buffer in
        buffer.baseAddress.map {
          library.read(band, forReading, 0, index, columns, 1, $0, columns, 1, doubles, 0, 0)
        } ?? 1
      }
      guard code == 0 else { throw .gdal(path: path, .reading(library.words)) }
      for height in row {
        let isKnown = height.magnitude < 16_000 && !(hasNoData != 0 && height == noData)
        heights.append(isKnown ? Int16(saturating: height.rounded()) : TerrainTile.void)
      }
    }
    return try TerrainFileError.converting(
      { TerrainFileError.lattice(path: path, $0) }, TerrainTile(lattice.posts, heights: heights))
  }
}
