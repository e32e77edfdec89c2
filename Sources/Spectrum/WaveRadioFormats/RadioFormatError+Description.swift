import WaveText

#if !hasFeature(Embedded)
  extension RadioFormatError: CustomStringConvertible {
    /// A one-line description of the error: what is wrong, where, and how to fix it.
    public var description: String {
      switch self {
      case .empty: "\(TextError.empty)"
      case .truncated(let byte, let line):
        """
        line \(line), byte \(byte): the file ends inside this line. It was cut off; delete the line to go on \
        without it
        """
      case .malformedNumber(let byte, let line):
        "line \(line), byte \(byte): not a number. Correct or delete the line"
      case .malformedTime(let byte, let line):
        """
        line \(line), byte \(byte): not a date and time like 2020-04-01, 20:15:40. Correct or delete the \
        line
        """
      case .missingFields(let byte, let line):
        """
        line \(line), byte \(byte): expected date, time, low, high, step, samples and levels. Delete the line
        """
      case .wrongCount(let expected, let found, let byte, let line):
        """
        line \(line), byte \(byte): \(found) levels where low, high and step call for \(expected). Delete \
        the line
        """
      case .badRange(let byte, let line):
        """
        line \(line), byte \(byte): low, high and step must be rising frequencies below 1 THz. Correct the \
        line
        """
      case .stepChanged(let byte, let line):
        "line \(line), byte \(byte): the step differs from the lines before. Split the file here"
      case .repeatedHop(let byte, let line):
        "line \(line), byte \(byte): this part of the band was already read at this time. Delete the line"
      case .timeNotIncreasing(let byte, let line):
        "line \(line), byte \(byte): older than the line before. Split the file here, or sort it by time"
      case .lineTooLong(let limit, let byte, let line):
        """
        line \(line), byte \(byte): longer than \(limit) bytes. This is not a log of rtl_power or \
        hackrf_sweep
        """
      case .tooManyHops(let limit, let byte, let line):
        "line \(line), byte \(byte): a sweep would have more than \(limit) lines. Split the band"
      case .tooManyBins(let limit, let byte, let line):
        """
        line \(line), byte \(byte): a sweep would have more than \(limit) bins. Use a wider step or split \
        the band
        """
      case .unknownKind:
        "not a kind of file that can be read. \(Self.accepted)"
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
