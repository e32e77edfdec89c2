/// The action of a control of Home.
package enum HomeAction: Equatable, Sendable {
  /// Opens the source of the server with this identifier.
  case open(UInt32)
  /// Opens a source of this device.
  case openHere(DeviceSource)
  /// Sets the text that the names of the rows shown must contain.
  case search
}

/// The object that a finger can grab on Home's picture, which is not shown itself.
package enum HomeGrab: Equatable, Sendable { case nothing }
