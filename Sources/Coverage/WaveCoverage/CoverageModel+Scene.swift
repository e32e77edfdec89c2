import WaveCoverageFeed
import WaveCoverageWire
import WaveDisplay
public import WaveInteraction
import WavePropagation
import WaveUnits

/// The scene in the page's address.
struct SceneState: Equatable, Sendable {
  /// What is looked at has to rest so long before the address tells it: browsers count how often it changes.
  static let restMicroseconds: Int64 = 600_000

  /// What is to be opened once the tiles are known.
  var given: [UInt8]?
  /// What was looked at the last time.
  var seen: CoverageScene?
  /// When it is told.
  var due: Int64?
  /// What the address has; nil where that is not known.
  var told: [UInt8]? = []
  /// Until when it is said that the link was copied.
  var copiedEnds: Int64?
}

extension CoverageModel {
  /// Opens what the page's address tells, as soon as there are tiles.
  ///
  /// - Parameters:
  ///   - text: As `Effect.address` had it.
  ///   - now: The client's time.
  /// - Returns: What is to be done.
  public mutating func reopen(_ text: [UInt8], at now: Int64) -> [Effect] {
    perform(at: now) { model in
      model.sceneState.given = text
      model.sceneState.told = nil
      if model.areTilesKnown { model.openGivenScene() }
    }
  }

  /// Opens what is to be opened, now that all tiles are known.
  mutating func openGivenScene() {
    guard let text = sceneState.given else { return }
    sceneState.given = nil
    do throws(SceneError) {
      open(try CoverageScene(text: text))
    } catch {
      alertText =
        switch error {
        case .tooLong: Texts.bytes("The address holds more than a scene. It was left out.")
        case .unreadable: Texts.bytes("The scene in the address cannot be read. It was left out.")
        case .impossible: Texts.bytes(Self.impossibleScene)
        }
    }
  }

  private mutating func open(_ scene: CoverageScene) {
    let named = scene.tile.isEmpty ? nil : store.tiles.firstIndex { $0.name == scene.tile }
    if let place = scene.transmitter {
      guard store.tiles.contains(where: { $0.contains(place) }) else {
        missTile(at: place)
        return alertText = missing(scene, "The transmitter of this link is where no tile is")
      }
      var besides: [OpenedSite] = []
      do throws(PropagationError) {
        let plan = try scene.plan(at: place, from: settings)
        besides = try openedSites(of: scene, from: plan)
        settings = plan
      } catch {
        return alertText = Texts.bytes(Self.impossibleScene)
      }
      budget.radiatedDecibelMilliwatts = scene.radiatedDecibelMilliwatts
      budget.sensitivityDecibelMilliwatts = scene.sensitivityDecibelMilliwatts
      display = Self.display(of: scene)
      isSafe = scene.isSafe
      plan = nil
      putPin(at: place)
      putBeside(besides, of: scene)
      // A model that is the default stays so: a page that is loaded again goes on as before.
      if let plan { defaultModel.choose(plan.model, for: [plan] + plansBeside(plan)) }
      if let named, store.tiles[named].contains(place) { tileIndex = named }
    } else {
      guard let named else {
        if scene.tile.isEmpty { return }
        return alertText = missing(scene, "This link is of a tile that is not here")
      }
      tileIndex = named
    }
    showsStreets = scene.showsStreets
    setStanding(!scene.isBare)
    fitWhole()
    guard let center = scene.center, screen.width > 0 else { return }
    isWhole = false
    view.centerX = MercatorView.worldX(ofLongitude: center.longitudeDegrees).remainder(dividingBy: 1)
    if view.centerX < 0 { view.centerX += 1 }
    view.centerY = MercatorView.worldY(ofLatitude: center.latitudeDegrees)
    let limits = zoomLimits
    let wanted = Exponential.exp(scene.doublings * Self.logarithmOfTwo) * Double(screen.scale)
    view.pixelsPerWorld = Swift.max(limits.lowerBound, Swift.min(limits.upperBound, wanted))
  }

  private static let logarithmOfTwo = 0.693_147_180_559_945_3
  private static let impossibleScene: StaticString =
    "The scene in the address has a number that cannot be. It was left out."

  private func missing(_ scene: CoverageScene, _ words: StaticString) -> [UInt8] {
    var text = TextWriter()
    text.append(words)
    if !scene.tile.isEmpty {
      text.append(": ")
      text.append(bytes: scene.tile)
    }
    text.append(". Pick one that is here.")
    return text.bytes
  }

  /// What is looked at; nil until a tile is picked.
  var scene: CoverageScene? {
    guard let tile, screen.width > 0 else { return nil }
    var scene = CoverageScene()
    scene.tile = tile.name
    if let plan {
      scene.transmitter = plan.transmitter
      scene.frequencyHertz = plan.frequencyHertz
      scene.radiusMeters = plan.radiusMeters
      scene.transmitterHeightMeters = plan.transmitterHeightMeters
      scene.receiverHeightMeters = plan.receiverHeightMeters
      scene.radiatedDecibelMilliwatts = budget.radiatedDecibelMilliwatts
      scene.sensitivityDecibelMilliwatts = budget.sensitivityDecibelMilliwatts
      scene.takeModel(of: plan)
      scene.showsSureness = showsSureness
      scene.showsLevel = !showsLoss && !showsSureness && !isUnion
      tellSites(in: &scene)
      scene.isSafe = isSafe
    }
    scene.isBare = !standing.isOn
    scene.showsStreets = showsStreets
    if !isWhole {
      scene.center = view.place(atX: view.width / 2, y: view.height / 2)
      scene.doublings =
        Logarithm.natural(view.pixelsPerWorld / Double(screen.scale)) / Self.logarithmOfTwo
    }
    return scene
  }

  /// Tells the page's address what is looked at, once it rests.
  mutating func tellScene(at now: Int64) {
    // What the address holds stays there until it was opened.
    guard areTilesKnown, sceneState.given == nil else { return }
    let scene = scene
    if scene != sceneState.seen || sceneState.told == nil && sceneState.due == nil {
      sceneState.seen = scene
      sceneState.due = now + SceneState.restMicroseconds
    }
    guard let due = sceneState.due else { return }
    guard now >= due else { return wake(at: due) }
    sceneState.due = nil
    let text = scene?.text ?? []
    guard text != sceneState.told else { return }
    sceneState.told = text
    request(.address(text))
    // An app that was put on the home screen is opened without an address.
    if !text.isEmpty { request(.shelve(name: ShelfState.sceneName, text)) }
  }
}
