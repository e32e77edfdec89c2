import WaveCoverageFeed
import WaveCoverageWire
import WaveDisplay
public import WaveInteraction
import WavePropagation
import WaveUnits
package import WaveWire

// Handles input from controls.
extension CoverageModel {
  package mutating func handle(_ action: CoverageAction, _ input: ControlInput, at now: Int64) {
    switch (action, input) {
    case (.enter(let field), .text(let text)): enter(text, into: field)
    case (.setRadius, .drag(_, let fraction, _)):
      if let meters = RadiusSlider.meters(at: fraction) { change(.sites(.change(.radius(meters)))) }
    case (.setRadius, .step(_, let steps)):
      let stop = RadiusSlider.stop(nearestTo: content.sites.nextPlan.radiusMeters)
      let meters = RadiusSlider.meters(atStop: stop + Swift.max(-100, Swift.min(100, steps)))
      change(.sites(.change(.radius(meters))))
    case (_, .set(let value)): press(action, value, at: now)
    case (_, .drag), (_, .step), (_, .text), (_, .seen): break
    }
  }

  private mutating func press(_ action: CoverageAction, _ value: Int, at now: Int64) {
    switch action {
    case .pickTile:
      let tiles = content.terrain.store.tiles
      guard tiles.indices.contains(value), plan.map({ !tiles[value].contains($0.transmitter) }) ?? true
      else { break }
      change(.pick(value))
      // Users who have picked a tile no longer need the instructions.
      shell.texts.dismissToast()
      // A single transmitter is removed when another tile is picked; several can be on different tiles.
      if content.sites.list.count == 1 { change(.sites(.remove)) }
      fitWhole()
    case .fetchTile: fetchTile()
    case .cancelFetch:
      if let running = fetch.running { send(.fetch(TerrainFetch(running.cell, isWanted: false))) }
    case .placeInMiddle: pinInTheMiddle(at: now)
    case .locate: askForPosition()
    case .selectSite: change(.sites(.select(value)))
    case .addSite:
      guard plan != nil, content.sites.list.count < CoverageSite.limit else { break }
      guard let place = targets.freePlace(on: content.terrain.store) else {
        return say("There is no room for another pin here: move the map", at: now)
      }
      change(.sites(.add(place)))
      say("Drag the new pin to its place", at: now)
    case .removeSite: change(.sites(.remove))
    case .keepBoth: change(.sites(.keepBoth))
    case .chooseModel:
      guard ModelChoice.all.indices.contains(value) else { break }
      change(.sites(.change(.model(ModelChoice.all[value].model))))
    case .chooseArea:
      if let area = HataArea(rawValue: UInt8(clamping: value)) { change(.sites(.change(.area(area)))) }
    case .chooseClutter:
      guard let clutter = UInt8(exactly: value).flatMap({ Clutter(rawValue: $0) }),
        content.sites.nextPlan.model == .p1812
      else { break }
      change(.sites(.change(.clutter(clutter))))
    case .computeOnServer:
      guard content.sites.busyPlan != nil, content.isServed(isConnected: link.isConnected) != (value == 1)
      else { break }
      change(.serve(value == 1))
    case .includeSurface: if content.terrain.surfaces.isAvailable { change(.surfaces(isOn: value == 1)) }
    case .chooseDisplay:
      let sites = content.sites
      change(.display(.choose(value, siteCount: sites.list.count, offersSureness: sites.offersSureness)))
    case .useSafeColors: change(.display(.safe(value == 1)))
    case .showStreets: change(.display(.streets(value == 1)))
    case .openMeasured: request(.pick)
    case .removeMeasured: change(.points(nil))
    case .calibrate:
      change(.calibrate(value == 1))
      change(.refreshCalibration(triesSelected: isDrawerOpen))
    case .saveMap(let format): saveMap(format)
    case .copyLink:
      refuse(.copyLink, nil)
      if let scene { request(.copy(scene.text)) }
    case .enter, .setRadius: break
    }
  }

  /// Applies a typed value or, if the value is refused, shows the reason below the field.
  private mutating func enter(_ text: [UInt8], into field: CoverageField) {
    refuse(.enter(field), nil)
    switch FieldEntry(text, in: field, of: content.sites.nextPlan) {
    case .place(let place):
      guard content.terrain.store.contains(place) else {
        missTile(at: place)
        return refuse(.enter(.place), Texts.bytes("There is no tile there."))
      }
      placePin(at: place)
      fitWhole()
    case .edit(let edit): change(.sites(.change(edit)))
    case .power(let power): change(.sites(.radiate(power)))
    case .sensitivity(let level): change(.sites(.need(level)))
    case .floor(let level): change(.floor(level))
    case .refused(let reason): refuse(.enter(field), Texts.bytes(reason))
    }
  }

  package mutating func pressChip(at now: Int64) { fitWhole(all: true) }

  package mutating func controlsUpdated(at now: Int64) { if hasWork { redraw() } }

  package mutating func show(_ notice: Notice, at now: Int64) {
    alertText = notice.text
    redraw()
  }

  package mutating func welcomed(_ welcome: Welcome, clockJump: Int64?, at now: Int64) {
    change(.serverChanged)
  }

  /// Receives whether a worker is available; without a worker, maps are computed in slices between frames.
  public mutating func workerChanged(isRunning: Bool, at now: Int64) -> [Effect] {
    perform(at: now) { $0.change(.worker(isRunning: isRunning)) }
  }
}
