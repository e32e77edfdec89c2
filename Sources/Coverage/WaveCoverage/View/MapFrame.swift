import WaveCoverageFeed
import WaveCoverageWire
import WaveDisplay
import WaveInteraction
import WaveUnits

/// The visible part of the earth, and whether it is automatically fitted to the map's contents.
struct MapFrame: Sendable {
  /// A movement of the map.
  enum Input: Equatable, Sendable {
    /// A pan by a finger or key, in pixels.
    case pan(dx: Double, dy: Double)
    /// A glide after a fling, in pixels.
    case glide(dx: Double, dy: Double)
    /// A zoom about a pixel.
    case zoom(by: Double, x: Double, y: Double)
    /// A move that centres a position at a given scale.
    case center(Coordinate, pixelsPerWorld: Double)
    /// A request to stop fitting the view to the map's contents.
    case hold
  }

  /// The visible part of the earth.
  private(set) var view = MercatorView()
  /// Whether the view is fitted to the map's contents until a finger moves it.
  private(set) var isWhole = true
  /// Whether the user has asked for all tiles, even if they become very small.
  private var showsAllTiles = false
  /// The top edge of the contents to which the view was fitted, in pixels from the top of the screen.
  private var wholeTop = -Float.infinity

  /// Moves the map.
  ///
  /// - Parameters:
  ///   - input: The movement.
  ///   - limits: The range of the world's width, in pixels.
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

  /// Changes the size of the screen.
  ///
  /// - Returns: Whether the view must be fitted again; false if only the status chip has changed its height
  ///   and covers no contents.
  mutating func resize(from before: Screen, to screen: Screen) -> Bool {
    var before = before
    before.headPoints = screen.headPoints
    let isClear = before == screen && wholeTop >= screen.head
    view.resize(width: Double(screen.width), height: Double(screen.height))
    return isWhole && !isClear
  }

  /// Turns automatic fitting on again after the tiles have changed.
  mutating func tilesChanged() { (isWhole, showsAllTiles) = (true, false) }

  /// Shows all tiles from now on, even if they become very small.
  mutating func showAllTiles() { showsAllTiles = true }

  /// Fits the view to a rectangle or, without one, to all tiles.
  ///
  /// If the tiles would be too small for their names, only the largest group of tiles is fitted, unless the
  /// user has asked for all.
  ///
  /// - Parameters:
  ///   - around: The bounds of the transmitters' circles, the measured points or the picked tile; nil if
  ///     there are none.
  ///   - tiles: All tiles, at least one.
  ///   - canvas: The screen and the visible part of the earth.
  ///   - sheetHeight: The height of the path sheet, in pixels.
  mutating func fit(
    around: MapCorners?, of tiles: [TerrainDescription], on canvas: MapCanvas, sheetHeight: Float
  ) {
    isWhole = true
    var corners = around ?? MapCorners(of: tiles)
    fit(corners, on: canvas, sheetHeight: sheetHeight)
    if around == nil, !showsAllTiles {
      let widest = tiles.reduce(0.0) { Swift.max($0, $1.eastDegrees - $1.westDegrees) }
      // The tiles are too small for their names.
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
      right: view.width - Double(canvas.screen.right) + space,
      bottom: Double(screen.insets.bottom * screen.scale + sheetHeight) + space)
  }

  /// Moves the map, if necessary, so that a position is not covered by the sheet or the drawer.
  ///
  /// - Parameters:
  ///   - place: The position that must be visible.
  ///   - canvas: The screen above the sheet.
  /// - Returns: Whether the map was moved.
  mutating func makeRoom(for place: Coordinate, on canvas: MapCanvas) -> Bool {
    let (x, y) = view.pixel(of: place)
    let (screen, room) = (canvas.screen, 48 * canvas.screen.type)
    func least(_ place: Float, _ low: Float, _ high: Float) -> Double {
      Double(place < low - 0.5 ? low - place : place > high + 0.5 ? high - place : 0)
    }
    // A visible point stays where it is, even near an edge; only points that are covered or off the screen
    // are moved.
    let dx = least(x, 0, canvas.screen.width)
    // If large text leaves little room for the map, the point is moved to the middle of that room.
    let low = Swift.max(canvas.bottom - room, (screen.head + canvas.bottom) / 2)
    let dy = least(y, Swift.min(screen.head, low), low)
    guard dx != 0 || dy != 0 else { return false }
    isWhole = false
    view.pan(dx: dx, dy: dy)
    return true
  }
}

extension MapCorners {
  /// The north-western corner.
  var northWest: Coordinate { Coordinate(latitudeDegrees: north, longitudeDegrees: west) }
}
