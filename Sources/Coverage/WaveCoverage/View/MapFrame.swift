import WaveCoverageFeed
import WaveCoverageWire
import WaveDisplay
import WaveInteraction
import WaveUnits

/// The part of the earth that the screen shows, and whether it follows what there is to see.
struct MapFrame: Sendable {
  /// Something that moves the map.
  enum Input: Equatable, Sendable {
    /// A finger or a key moves it, by pixels.
    case pan(dx: Double, dy: Double)
    /// It glides on, by pixels.
    case glide(dx: Double, dy: Double)
    /// It is scaled about a pixel.
    case zoom(by: Double, x: Double, y: Double)
    /// A place comes to its middle, with so many pixels across the world.
    case center(Coordinate, pixelsPerWorld: Double)
    /// It stays as it is: what it shows no longer follows what there is to see.
    case hold
  }

  /// The part of the earth that the screen shows.
  private(set) var view = MercatorView()
  /// Whether the view follows what there is to see until a finger moves it.
  private(set) var isWhole = true
  /// Whether all tiles were asked for, however small they are then.
  private var showsAllTiles = false
  /// The pixel where all that the view shows began when it was fitted.
  private var wholeTop = -Float.infinity

  /// Moves the map.
  ///
  /// - Parameters:
  ///   - input: What moves it.
  ///   - limits: How far it can be scaled.
  mutating func handle(_ input: Input, within limits: ClosedRange<Double> = 0...0) {
    switch input {
    case .pan(let dx, let dy):
      isWhole = false
      view.pan(dx: dx, dy: dy)
    case .glide(let dx, let dy): view.pan(dx: dx, dy: dy)
    case .zoom(let factor, let x, let y):
      isWhole = false
      view.zoom(by: factor, x: x, y: y, within: limits)
    case .center(let place, let scale):
      isWhole = false
      view.center(on: place, pixelsPerWorld: scale, within: limits)
    case .hold: isWhole = false
    }
  }

  /// The screen has another size.
  ///
  /// - Returns: Whether what is shown has to be fitted anew: not where a chip takes another line and covers
  ///   nothing.
  mutating func resize(from before: Screen, to screen: Screen) -> Bool {
    var before = before
    before.headPoints = screen.headPoints
    let isClear = before == screen && wholeTop >= screen.head
    view.resize(width: Double(screen.width), height: Double(screen.height))
    return isWhole && !isClear
  }

  /// The tiles are others: the view follows them.
  mutating func tilesChanged() { (isWhole, showsAllTiles) = (true, false) }

  /// The user asks for all tiles, however small they are then.
  mutating func showAllTiles() { showsAllTiles = true }

  /// Shows all there is to see: what is given, else all tiles; before anyone has asked for all, of those that
  /// would be specks the most that lie together.
  ///
  /// - Parameters:
  ///   - around: The transmitters' circles, the measured points or the tile that was picked; nil for none.
  ///   - tiles: All tiles, at least one.
  ///   - canvas: The screen.
  ///   - sheetHeight: How much of its foot the sheet covers, in pixels.
  mutating func fit(
    around: MapCorners?, of tiles: [TerrainDescription], on canvas: MapCanvas, sheetHeight: Float
  ) {
    isWhole = true
    var corners = around ?? MapCorners(of: tiles)
    fit(corners, on: canvas, sheetHeight: sheetHeight)
    if around == nil, !showsAllTiles {
      var widest = 0.0
      for tile in tiles { widest = Swift.max(widest, tile.eastDegrees - tile.westDegrees) }
      // What has no room for its name.
      if widest / 360 * view.pixelsPerWorld < Double(70 * canvas.screen.type) {
        corners = MapCorners(of: TileGroups.largest(of: tiles))
        fit(corners, on: canvas, sheetHeight: sheetHeight)
      }
    }
    wholeTop = view.pixel(of: corners.northWest).y
  }

  private mutating func fit(_ corners: MapCorners, on canvas: MapCanvas, sheetHeight: Float) {
    let screen = canvas.screen
    let space = Double(14 * screen.scale)
    view.fit(
      northWest: corners.northWest,
      southEast: Coordinate(latitudeDegrees: corners.south, longitudeDegrees: corners.east),
      left: Double(screen.left) + space, top: Double(screen.head) + space,
      right: view.width - Double(canvas.textRight) + space,
      bottom: Double(screen.insets.bottom * screen.scale + sheetHeight) + space)
  }

  /// Moves the map so far that a place lies clear of the sheet and of the drawer, if that is needed.
  ///
  /// - Parameters:
  ///   - place: The place.
  ///   - canvas: The screen with the sheet.
  /// - Returns: Whether it was.
  mutating func makeRoom(for place: Coordinate, on canvas: MapCanvas) -> Bool {
    let (x, y) = view.pixel(of: place)
    let (screen, room) = (canvas.screen, 48 * canvas.screen.type)
    func least(_ place: Float, _ low: Float, _ high: Float) -> Double {
      Double(place < low - 0.5 ? low - place : place > high + 0.5 ? high - place : 0)
    }
    // A point at an edge has been seen there: only what the sheet hides, or has moved away, is moved.
    let dx = least(x, 0, canvas.freeRight)
    // Where large words leave little of the map, it is in the middle of that.
    let low = Swift.max(canvas.bottom - room, (screen.head + canvas.bottom) / 2)
    let dy = least(y, Swift.min(screen.head, low), low)
    guard dx != 0 || dy != 0 else { return false }
    isWhole = false
    view.pan(dx: dx, dy: dy)
    return true
  }
}

extension MapCorners {
  /// Its corner in the north-west.
  var northWest: Coordinate { Coordinate(latitudeDegrees: north, longitudeDegrees: west) }
}
