public import WaveSystem
public import WaveTerrainFormats
public import WavePropagation

/// An error that occurs when a terrain file is read, stored or fetched; it states the file, the reason and
/// how to fix the problem.
public indirect enum TerrainFileError: Error, Equatable, Sendable, CustomStringConvertible {
  /// An error accessing the file or folder.
  case file(FileError)
  /// The file name does not have a terrain extension.
  case unknownEnding(path: String)
  /// Neither the name nor the contents indicate the tile's position.
  case noPlace(path: String)
  /// The contents are invalid.
  case content(path: String, TerrainFormatError)
  /// The zip archive is invalid.
  case zip(path: String, ZipFault)
  /// The file extension indicates gzip, but the contents are not gzip.
  case notGzip(path: String)
  /// The contents are larger than any tile.
  case tooLarge(path: String, limit: Int)
  /// The positions of the posts do not form a valid grid.
  case lattice(path: String, TerrainError)
  /// The file requires GDAL, which is not installed.
  case noGDAL(path: String)
  /// GDAL cannot read the file, or the file is not suitable terrain.
  case gdal(path: String, GDALFault)
  /// The folder contains more files than the limit.
  case tooManyFiles(path: String, limit: Int)
  /// The URL template is invalid.
  case template(String, TemplateFault)
  /// The server cannot be reached.
  case notReachable(url: String, reason: String)
  /// The server does not have the file, or refuses to send it.
  case refused(url: String, status: Int)
  /// The connection closed before the file was complete; received bytes are kept.
  case cut(url: String, keptByteCount: Int)
  /// The file from the server is not a valid tile and is discarded.
  case broken(url: String, TerrainFileError)
  /// The download was cancelled; received bytes are kept.
  case cancelled(keptByteCount: Int)

  /// The complete error message in one line.
  public var description: String {
    switch self {
    case .file(let error): error.description
    case .unknownEnding(let path):
      """
      \(path): the file extension is not one of terrain. Use .dt0, .dt1, .dt2 or .hgt, also with .gz or \
      .zip, or .tif
      """
    case .noPlace(let path):
      """
      \(path): the name does not give a place. Name the file after its south-western corner, such as \
      N51W001.hgt
      """
    case .content(let path, let error): "\(path): \(error)"
    case .zip(let path, let fault): "\(path): \(fault)"
    case .notGzip(let path):
      "\(path): is not gzip, although its name says so. Fetch it again, or correct its name"
    case .tooLarge(let path, let limit):
      "\(path): is longer than \(limit) bytes, more than a tile has. Split it into smaller ones"
    case .lattice(let path, let error): "\(path): \(error)"
    case .noGDAL(let path):
      """
      \(path): GeoTIFF is read with GDAL, which is not installed. Install it (Debian: apt install \
      libgdal32), or convert the file to DTED or HGT
      """
    case .gdal(let path, let fault): "\(path): \(fault)"
    case .tooManyFiles(let path, let limit):
      "\(path): has more than \(limit) files. Give a folder that has only terrain"
    case .template(let text, let fault): "\(text): \(fault)"
    case .notReachable(let url, let reason): "\(url): \(reason). Check the address and the network"
    case .refused(let url, let status) where status == 404 || status == 410:
      "\(url): the server has no such file (HTTP \(status)). There may be no land, or the template is wrong"
    case .refused(let url, let status) where status == 401 || status == 403:
      "\(url): the server refuses access (HTTP \(status)). Give your key with --header"
    case .refused(let url, let status):
      "\(url): the server answers HTTP \(status). Try again later, or check the template"
    case .cut(let url, let kept):
      """
      \(url): the connection was interrupted; \(kept) bytes are kept. Run the command again to continue from \
      there
      """
    case .broken(let url, let error):
      "\(url): what the server sent is not a tile, and was not kept. \(error)"
    case .cancelled(let kept):
      "stopped before it was finished; \(kept) bytes are kept. Run the command again to continue from there"
    }
  }
}

/// An error in a zip archive.
public enum ZipFault: Error, Equatable, Sendable, CustomStringConvertible {
  /// The archive has no directory at its end.
  case noDirectory
  /// The directory is damaged.
  case damaged
  /// No member, or more than one, has a terrain extension.
  case members(count: Int)
  /// The archive has more members than the limit.
  case tooManyMembers(limit: Int)
  /// The member is encrypted.
  case encrypted
  /// The member uses a compression method other than deflate.
  case method(Int)
  /// The unpacked bytes do not match the checksum.
  case checksum

  /// A one-line message that states the problem and how to fix it.
  public var description: String {
    switch self {
    case .noDirectory: "the zip archive has no directory at its end. It was cut off; fetch it again"
    case .damaged: "the zip archive's directory is damaged. Fetch it again"
    case .members(let count): "the zip archive has \(count) tiles instead of one. Unpack it"
    case .tooManyMembers(let limit): "the zip archive has more than \(limit) members. Unpack it"
    case .encrypted: "the zip archive is encrypted. Unpack it"
    case .method(let number):
      "the zip archive is compressed with method \(number), not with deflate. Unpack it"
    case .checksum: "the content of the zip archive is damaged. Fetch it again"
    }
  }
}

/// An error in a file that is read by GDAL.
public enum GDALFault: Error, Equatable, Sendable, CustomStringConvertible {
  /// GDAL cannot open the file.
  case notOpened(String)
  /// The coordinates are not degrees on WGS 84.
  case notGeographic
  /// The rows do not run along parallels from north to south.
  case rotated
  /// The raster has too few posts, or more than the limit.
  case posts(limit: Int)
  /// GDAL failed while reading heights.
  case reading(String)

  /// A one-line message that states the problem and how to fix it.
  public var description: String {
    switch self {
    case .notOpened(let words): "GDAL cannot open it (\(words)). Fetch it again"
    case .notGeographic:
      "its coordinates are not degrees on WGS 84. Convert it with gdalwarp -t_srs EPSG:4326"
    case .rotated:
      "its rows do not run from west to east and north to south. Convert it with gdalwarp -t_srs EPSG:4326"
    case .posts(let limit):
      "it has fewer than 2 x 2 posts, or more than \(limit). Cut it with gdal_translate -projwin"
    case .reading(let words): "GDAL failed while reading heights (\(words)). Fetch it again"
    }
  }
}

/// An error in a URL template.
public enum TemplateFault: Error, Equatable, Sendable, CustomStringConvertible {
  /// The URL does not begin with http:// or https://.
  case scheme
  /// The template has an unknown placeholder.
  case placeholder(String)
  /// The template gives the same file name for all tiles.
  case noPlaceholder
  /// The template lacks placeholders for the tile numbers, or has unknown ones.
  case noTilePlaceholder
  /// The URL does not have a terrain extension.
  case ending

  /// A one-line message that states the problem and how to fix it.
  public var description: String {
    switch self {
    case .scheme: "begins with neither http:// nor https://. Give the server's address"
    case .placeholder(let text): "{\(text)} is not known. Use {name}, {ns}, {lat}, {ew} or {lon}"
    case .noPlaceholder:
      "gives the same file for all tiles. Put {name} in place of N51W001, or {ns}{lat}{ew}{lon}"
    case .noTilePlaceholder:
      "lacks {z}, {x} or {y}, or has others. Put exactly these in place of a tile's numbers"
    case .ending:
      "the file extension is not one of terrain. Use .dt0, .dt1, .dt2 or .hgt, also with .gz or .zip, or .tif"
    }
  }
}
