package import WaveHomeWire

extension SourceHealth.State {
  /// The state as Home shows it.
  package var listed: ListedSource.State {
    switch self {
    case .starting: .opening
    case .delivering, .paused: .live
    case .silent, .ended: .stopped
    }
  }
}
