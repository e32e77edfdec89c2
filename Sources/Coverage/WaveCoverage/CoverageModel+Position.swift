import WaveCoverageFeed
import WaveDisplay
public import WaveInteraction
public import WaveUnits

/// Why a device does not tell where it is.
public enum PositionFault: UInt8, Sendable {
  /// The user, or the system, does not allow it.
  case denied = 1
  /// It cannot find out.
  case unavailable = 2
  /// It has not found out in time.
  case late = 3
  /// Pages that are not secure are not told.
  case insecure = 4
}

/// The position of the device.
struct PositionState: Equatable, Sendable {
  /// Less well known than this, it is said to be, m.
  static let wellKnownMeters = 100.0

  /// Whether it was asked for and has not been told.
  var isAwaited = false
  /// How well it was known the last time, m.
  var accuracyMeters: Double?
}

extension CoverageModel {
  func appendPosition(to list: inout ControlListBuilder<CoverageAction>) {
    list.button(
      .locate, label: position.isAwaited ? "Asking where this device is \u{2026}" : "Where I am")
    if let accuracy = position.accuracyMeters {
      var text = TextWriter()
      text.append("known to ")
      text.append(bytes: Texts.length(accuracy))
      list.fact(label: "Position", text: text.bytes)
    }
    appendRefusal(of: .locate, to: &list)
  }

  /// Has the device tell where it is; the transmitter goes there.
  mutating func askForPosition() {
    guard !position.isAwaited else { return }
    refusal = nil
    position = PositionState(isAwaited: true)
    request(.locate)
  }

  /// The device tells where it is.
  ///
  /// - Parameters:
  ///   - place: There.
  ///   - accuracy: How far off it may be, m.
  ///   - now: The client's time.
  /// - Returns: What is to be done.
  public mutating func located(_ place: Coordinate, accuracyMeters accuracy: Double, at now: Int64)
    -> [Effect]
  {
    perform(at: now) { model in
      guard model.position.isAwaited else { return }
      model.position.isAwaited = false
      guard place.isPlace, accuracy >= 0, accuracy < 1e7 else {
        return model.refuse(
          .locate, "What this device tells is no place. Type it in the field above.")
      }
      model.position.accuracyMeters = accuracy
      guard model.store.tiles.contains(where: { $0.contains(place) }) else {
        var text = TextWriter()
        text.append("There is no tile where you are, ")
        text.append(bytes: Texts.place(place))
        text.append(" (\u{00B1} ")
        text.append(bytes: Texts.length(accuracy))
        text.append(").")
        model.missTile(at: place)
        model.alertText = text.bytes
        return model.refusal = (.locate, text.bytes)
      }
      model.alertText = []
      model.putPin(at: place)
      model.fitWhole()
      guard accuracy > PositionState.wellKnownMeters else { return }
      var text = TextWriter()
      text.append("The position is known to ")
      text.append(bytes: Texts.length(accuracy))
      text.append(" only: drag the pin to where it is.")
      model.alertText = text.bytes
    }
  }

  /// The device does not tell where it is.
  ///
  /// - Parameters:
  ///   - fault: Why.
  ///   - now: The client's time.
  /// - Returns: What is to be done.
  public mutating func notLocated(_ fault: PositionFault, at now: Int64) -> [Effect] {
    perform(at: now) { model in
      guard model.position.isAwaited else { return }
      model.position.isAwaited = false
      let text: StaticString =
        switch fault {
        case .denied: "This page may not know where the device is. Allow it in the browser\u{2019}s settings."
        case .unavailable: "The device does not know where it is. Type the place in the field above."
        case .late: "The device has not found out where it is in time. Try again under the open sky."
        case .insecure: "Positions are told to secure pages only: have it served with --lan, or over https."
        }
      model.refuse(.locate, text)
    }
  }
}
