import WaveCoverageFeed
import WaveCoverageWire
public import WaveInteraction
import WavePropagation
import WaveTerrainFormats
import WaveUnits

// Inputs from outside: a scene in the page's address, the device's position, and a file of measured points.
extension CoverageModel {
  /// Opens a scene once all tiles are known; if it cannot be opened, shows the reason.
  mutating func open(_ text: [UInt8]) {
    let scene: CoverageScene
    do throws(SceneError) {
      scene = try CoverageScene(text: text)
    } catch {
      return alertText = Texts.bytes(Texts.text(of: error))
    }
    let store = content.terrain.store
    let named = scene.tile.isEmpty ? nil : store.tiles.firstIndex { $0.name == scene.tile }
    if let place = scene.place {
      guard store.contains(place) else {
        missTile(at: place)
        alertText = Texts.missing(scene.tile, "The transmitter of this link is where no tile is")
        return
      }
      guard let plan = try? scene.plan(at: place, from: content.sites.settings),
        let others = try? scene.others(from: plan, on: store)
      else { return alertText = Texts.bytes(Texts.text(of: SceneError.impossible(byte: 0))) }
      change(.sites(.open(plan, scene.budget)))
      change(.display(.show(scene.display)))
      change(.display(.safe(scene.isSafe)))
      placePin(at: place)
      change(.sites(.surround(others, before: scene.selectedIndex)))
      let missing = scene.others.count - others.count
      if missing > 0 { alertText = Texts.missing(transmitters: missing) }
      if let named, store.tiles[named].contains(place) { change(.pick(named)) }
    } else {
      guard let named else {
        if !scene.tile.isEmpty {
          alertText = Texts.missing(scene.tile, "This link is of a tile that is not here")
        }
        return
      }
      change(.pick(named))
    }
    change(.display(.streets(scene.showsStreets)))
    change(.surfaces(isOn: !scene.isBare))
    fitWhole()
    guard let center = scene.center, screen.width > 0 else { return }
    move(.center(center, pixelsPerWorld: scene.pixelsPerWorld(scale: screen.scale)))
  }

  /// Moves the transmitter to the device's position; if that is not possible, shows the reason.
  mutating func goToPosition(_ place: Coordinate) {
    guard case .known(let accuracy) = position else {
      return refuse(.locate, Texts.bytes("What this device tells is no place. Type it in the field above."))
    }
    guard content.terrain.store.contains(place) else {
      let (here, room) = (Texts.place(place), Texts.length(accuracy))
      let text: TextWriter = "There is no tile where you are, \(here) (\u{00B1} \(room))."
      missTile(at: place)
      alertText = text.bytes
      return refuse(.locate, text.bytes)
    }
    alertText = []
    placePin(at: place)
    fitWhole()
    guard accuracy > DevicePosition.wellKnownMeters else { return }
    let room = Texts.length(accuracy)
    alertText = TextWriter("The position is known to \(room) only: drag the pin to where it is.").bytes
  }

  /// Receives the contents of a file of measured points that the user has picked.
  public mutating func receive(file bytes: [UInt8], at now: Int64) -> [Effect] {
    perform(at: now) { model in
      do throws(TerrainFormatError) {
        model.change(.points(try MeasuredFile.points(bytes.span)))
      } catch {
        return model.alertText = Texts.text(of: error)
      }
      if model.content.sites.list.isEmpty { model.fitWhole() }
      model.change(.compare)
      guard let layer = model.content.measured else { return }
      if layer.points.levelCount == 0 {
        model.say("These points have no levels: they are shown as places", at: now)
      } else if model.content.sites.list.contains(where: { $0.shown != nil }), layer.residuals.count == 0 {
        model.say("None of these points lies within the map", at: now)
      }
    }
  }
}
