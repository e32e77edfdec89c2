/// Limits that every decoder checks before it allocates or computes.
public enum WireLimits {
  /// Columns in a row.
  public static let columns = 2048
  /// Planes in a row.
  public static let planes = 5
  /// Bytes in a text.
  public static let text = 1024
  /// Annotations in a list.
  public static let annotations = 200
  /// Bytes in an annotation's label.
  public static let annotationLabel = 48
  /// Bytes in what is told of an annotation.
  public static let annotationNote = 240
  /// Bytes in one message from a client, header included.
  public static let clientMessageBytes = 256
  /// Bytes in one message from a server, header included.
  public static let serverMessageBytes = 65_536
  /// Rows a second that a view can ask for.
  public static let rowsPerSecond = 60
  /// Shortest and longest slot of a waterfall's lattice in microseconds.
  public static let slotMicroseconds = 100_000...60_000_000
  /// Largest magnitude of a time in microseconds; sums of a few such times stay far from overflow.
  public static let microseconds: Int64 = 1 << 53
  /// Largest magnitude of a frequency in hertz.
  public static let hertz = 1e15
  /// Largest magnitude of a level in decibels.
  public static let decibels: Float = 10_000
  /// Narrowest band of a source, and range of its tuner, as a share of the highest frequency that it or its tuner has.
  public static let bandShare = 1e-12
  /// Finest step of a device's frequency setting in hertz.
  public static let stepHertz = 0.001
  /// Largest magnitude of a position in a recording, in seconds.
  public static let seconds = 9e9
  /// Controls of a source.
  public static let controls = 32
  /// Names that a control offers.
  public static let choices = 64
  /// Fastest playback.
  public static let speed = 1e6
  /// Channels of a source of streams.
  public static let channels = 256
  /// Groups of channels of one rate.
  public static let streamGroups = 32
  /// The highest level of blocks: 2^24 samples, 4.7 hours at 1 kHz.
  public static let streamLevel = 24
  /// Bytes in a channel's name.
  public static let channelLabel = 64
  /// Bytes in a channel's unit.
  public static let channelUnit = 16
  /// Bytes in a mark's text.
  public static let markText = 120
  /// Marks in a list: as many as fit into a message with the longest texts.
  public static let marks = 480
  /// Streams of a source that users have made of others.
  public static let mixtures = 8
  /// Columns of pixels, and rows of them, of a table's lane.
  public static let tablePixels = 8192
  /// Columns of a table.
  public static let tableColumns = 32_767
  /// Stands for no column.
  public static let noColumn = UInt16.max
  /// Columns that one message tells of: as many as fit with the longest names and texts.
  public static let toldColumns = 200
  /// Rows that are read at once.
  public static let rowsAtOnce = 100
  /// Cells along a side of a scatter plot.
  public static let scatterCells = 512
  /// Bytes of a scatter plot's part.
  public static let scatterBytes = 48_000
  /// Bytes of a text's part.
  public static let exportBytes = 48_000
  /// Bins of a histogram.
  public static let histogramBins = 128
  /// Bytes in a column's name.
  public static let columnName = 120
  /// Columns that a client has made of others.
  public static let derivedColumns = 16
  /// Bytes of such a column's name.
  public static let derivedName = 48
  /// Bytes of its formula: with the name it fits into a client's message.
  public static let formula = 192
  /// Bytes of a cell's words.
  public static let cellText = 240
  /// Columns of texts that are seen at once: as many as fit into a client's message.
  public static let textLanes = 100
  /// Parts of x in which texts are counted.
  public static let textBuckets = 512
  /// Texts of a column that have a share of their own, the most frequent ones.
  public static let textCategories = 7
  /// Bytes of a text that tell it apart from others.
  public static let categoryText = 200
  /// Bytes that say what cannot be done with a table, and why.
  public static let reasons = 2048
  /// Bytes that say how the engine is that holds a table.
  public static let conditionText = 300
  /// Largest magnitude of a tick of x: differences of two stay far from overflow.
  public static let ticks: Int64 = 1 << 61
  /// Tiles of terrain.
  public static let tiles = 4096
  /// Tiles that one message tells of.
  public static let toldTiles = 200
  /// Bytes in a tile's name.
  public static let terrainName = 80
  /// Posts along a side of a tile.
  public static let terrainPosts: UInt32 = 65_536
  /// From post to post at least, degrees: a centimetre.
  public static let terrainStep = 1e-7
  /// Steps from post to post along a side of a block: it has one post more.
  public static let terrainBlock = 128
  /// How often the posts of a tile are halved at most.
  public static let terrainLevel: UInt8 = 9
  /// What is added to the level of a block whose heights are those of a model of the surface.
  public static let surfaceBlock: UInt8 = 128
  /// Models of the surface.
  public static let surfaceParts = 1024
  /// Models of the surface that one message tells of.
  public static let toldSurfaceParts = 100
  /// Bytes of why a model of the surface is not used.
  public static let surfaceFault = 240
  /// The finest zoom of pictures of streets.
  public static let streetZoom: UInt8 = 24
  /// Blocks that a client asks for before it has been answered.
  public static let terrainAsks = 16
  /// The greatest number of a kind of clutter.
  public static let clutter: UInt8 = 4
  /// Farthest that a coverage map goes, m.
  public static let coverageRadius = 1e6
  /// The highest antenna above ground, m.
  public static let antennaHeight = 1e4
  /// Posts of a coverage map.
  public static let coveragePosts = 24_000_000
  /// Losses that one message tells: as many as fit with the longest differences.
  public static let coverageLosses = 16_384
  /// The greatest path loss, 0.01 dB.
  public static let coverageLoss: Int16 = 32_000
  /// Largest magnitude of an edge of a lane's values.
  public static let tableValue = 1e300
}
