import WaveText

#if !hasFeature(Embedded)
  extension RadioFormatError: CustomStringConvertible {
    /// A one-line description of the error: what is wrong, where, and how to fix it.
    public var description: String {
      switch self {
      case .empty: "\(TextError.empty)"
      case .line(let fault, let byte, let line): "line \(line), byte \(byte): \(fault)"
      case .unknownKind: "not a kind of file that can be read. \(Self.accepted)"
      case .mislabelled(let content):
        "the name indicates IQ samples, but the content is \(content.name). \(Self.accepted)"
      case .text(let error): "\(error)"
      case .sigMF(let fault): "\(fault)"
      case .wav(let fault, let byte): "byte \(byte): \(fault)"
      case .sdriq(let fault): "\(fault)"
      case .hackRF(let fault, let byte): "byte \(byte): \(fault)"
      case .notRTLTCP(let byte):
        "byte \(byte): this is not an rtl_tcp server. Check host and port; rtl_tcp listens on 1234"
      case .compressedSamples:
        "IQ samples are read in place, which gzip does not allow. Run gunzip on the file first"
      }
    }

    private static let accepted =
      """
      Accepted formats are, for spectra, SigMF, WAV, .sdriq, logs of rtl_power and hackrf_sweep (text, also \
      .gz, or -B) and samples named as
      """
      + " .cu8, .cs8, .cs16 or .cf32; samples under another name need --format, or ?format= in a source, "
      + "such as cs16; for sensors WFDB (.hea), EDF, BDF, "
      + "DICOM waveforms, .wgs and CSV"
  }

  extension RadioFormatError.Content {
    fileprivate var name: String {
      switch self {
      case .text: "text"
      case .riff: "a RIFF file such as WAV"
      case .binary: "a picture, an archive or a program"
      }
    }
  }
#endif
