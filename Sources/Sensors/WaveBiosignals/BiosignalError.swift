import WaveText

/// An error in a sensor recording, with its location and a suggested fix.
///
/// Bytes are counted from 0, and lines from 1, as in editors.
public enum BiosignalError: Error, Equatable, Sendable {
  /// The input is empty.
  case empty
  /// Neither the content nor the name identifies a sensor recording.
  case unknownSignals
  /// The recording is compressed with gzip, which prevents random access.
  case compressedSignals
  /// A DICOM file cannot be read.
  case dicom(DICOMFault, byte: Int)
  /// An EDF or BDF file cannot be read.
  case edf(EDFFault, byte: Int)
  /// A line of a WFDB header cannot be read.
  case wfdb(WFDBFault, line: Int)
  /// A table of signals cannot be read at the given row and column, both counted from 1.
  case csv(SignalCSVFault, row: Int, column: Int)
}

#if !hasFeature(Embedded)
  extension BiosignalError: CustomStringConvertible {
    /// A one-line description of the error, with its location and a suggested fix.
    public var description: String {
      switch self {
      case .empty: "\(TextError.empty)"
      case .unknownSignals:
        """
        not a recording of sensors that can be read. Accepted formats are WFDB (.hea), EDF, BDF, DICOM \
        waveforms and tables (CSV)
        """
      case .compressedSignals:
        "signals are read in place, which gzip does not allow. Run gunzip on the file first"
      case .dicom(let fault, let byte): "byte \(byte): \(fault)"
      case .edf(let fault, let byte): "byte \(byte): \(fault)"
      case .wfdb(let fault, let line): "line \(line): \(fault)"
      case .csv(let fault, let row, let column): "line \(row), column \(column): \(fault)"
      }
    }
  }
#endif
