/// An error in a terrain file.
public enum TerrainFault: Error, Equatable, Sendable {
  /// A part of a DTED file's header.
  public enum Part: Equatable, Sendable {
    case userLabel, description, accuracy
  }

  /// A field of a DTED file's header.
  public enum Field: Equatable, Sendable {
    case latitude, longitude, latitudeInterval, longitudeInterval, lineCount, postCount
  }

  /// An error in a record, which contains the posts of one meridian.
  public enum Record: Equatable, Sendable {
    /// The record does not begin with its marker, because it was never written or is at another offset.
    case missing
    /// The sum of the record's bytes differs from its checksum.
    case checksum(expected: UInt32, found: UInt32)
    /// The record has the number of a different record, or does not begin at the southern edge.
    case misplaced
    /// A height does not exist on earth, for example because negative heights are written as two's
    /// complement.
    case impossibleHeight(Int)
  }

  /// The file ends inside the header.
  case truncatedHeader
  /// A part of the header does not begin with its marker.
  case noHeader(Part)
  /// A field is not a number, or out of range.
  case malformed(Field)
  /// Two parts of the header are inconsistent.
  case contradiction(Field)
  /// An edge has more posts than the limit.
  case tooManyPosts(limit: Int)
  /// The posts extend beyond one square degree, or beyond a pole or 180°.
  case beyondCell
  /// The length of the file does not match its posts.
  case wrongLength(expected: Int, found: Int)
  /// The length of a file without a header does not match any tile.
  case noTileLength(Int)
  /// A record, counted from 1 in the west, is invalid.
  case record(Int, Record)
  /// The file's name and its header state different positions.
  case wrongCorner
}

#if !hasFeature(Embedded)
  extension TerrainFault: CustomStringConvertible {
    /// A one-line message that states the problem and how to fix it.
    public var description: String {
      switch self {
      case .truncatedHeader: "the file ends inside the header. It was cut off; fetch it again"
      case .noHeader(let part):
        "\(part.name) does not begin here. This is not a DTED file, or it is damaged; fetch it again"
      case .malformed(let field):
        "\(field.name) is not a number in its range. The file is damaged; fetch it again"
      case .contradiction(let field):
        "\(field.name) is not what the header says at its beginning. The file is damaged; fetch it again"
      case .tooManyPosts(let limit): "more than \(limit) posts along an edge. Cut the tile into smaller ones"
      case .beyondCell:
        "the posts reach beyond one degree, a pole or 180°. The header is damaged; fetch the file again"
      case .wrongLength(let expected, let found):
        """
        the file has \(found) bytes where its posts need \(expected). It was cut off or changed; fetch it \
        again
        """
      case .noTileLength(let found):
        """
        \(found) bytes are not a tile, which has 1201 x 1201, 3601 x 3601, or other posts that divide a \
        degree, of 2 bytes each. Fetch it again
        """
      case .record(let number, let fault): "record \(number): \(fault)"
      case .wrongCorner:
        "the name gives another place than the header. Name the file after its south-western corner"
      }
    }
  }

  extension TerrainFault.Record: CustomStringConvertible {
    /// A one-line message that states the problem and how to fix it.
    public var description: String {
      switch self {
      case .missing:
        "does not begin like a record. The file was not written completely; fetch it again"
      case .checksum(let expected, let found):
        "its bytes add up to \(found) instead of \(expected). The file is damaged; fetch it again"
      case .misplaced: "it has the number of another one. The file is damaged; fetch it again"
      case .impossibleHeight(let meters):
        """
        a height of \(meters) m: negative heights were written as two's complement. Convert the file with \
        gdal_translate
        """
      }
    }
  }

  extension TerrainFault.Part {
    fileprivate var name: String {
      switch self {
      case .userLabel: "the user header label (UHL1)"
      case .description: "the data set identification (DSI)"
      case .accuracy: "the accuracy description (ACC)"
      }
    }
  }

  extension TerrainFault.Field {
    fileprivate var name: String {
      switch self {
      case .latitude: "the latitude of the corner"
      case .longitude: "the longitude of the corner"
      case .latitudeInterval: "the interval of latitude"
      case .longitudeInterval: "the interval of longitude"
      case .lineCount: "the number of meridians"
      case .postCount: "the number of posts on a meridian"
      }
    }
  }
#endif
