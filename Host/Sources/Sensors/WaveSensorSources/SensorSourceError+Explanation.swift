public import WaveSystem

extension SensorSourceError {
  /// An explanation of the error, with its location and a suggested fix.
  public var explanation: Explanation {
    switch self {
    case .argument(let error): error.explanation
    case .file(let error): Explanation(sentences: "\(error)")
    case .format(let error, let path): Explanation(sentences: "\(error)", at: path)
    case .store(let error): Explanation(sentences: "\(error)")

    case .nothingPiped:
      Explanation(
        "nothing is piped into it", at: "lines:-",
        advice: "Write for instance: my-sensor | waveglass serve lines:-")
    case .invalidBaud(let baud, let place, let known):
      Explanation(
        "baud=\(baud) cannot be set", at: place,
        advice: "Give one of " + known.map { "\($0)" }.joined(separator: ", "))
    case .noDevice(let path, let known):
      Explanation(
        "there is no such device", at: path,
        advice: known.isEmpty
          ? "No serial port is there; plug the device in" : "There is " + known.joined(separator: ", "))
    case .deviceNotPermitted(let path):
      Explanation(
        "this user may not open it", at: path,
        advice: "Join the group that may, such as: sudo usermod -aG dialout $USER")
    case .deviceUnavailable(let path, let reason):
      Explanation(reason, at: path, advice: "Close the program that uses it")
    case .notSerialPort(let path):
      Explanation(
        "it is no serial port", at: path,
        advice: "Give the path of a terminal device, such as /dev/ttyUSB0")
    case .noTopic(let place, let example): Explanation("no topic", at: place, advice: "Write " + example)
    case .topicTooLong(let place, let example):
      Explanation("the topic is too long", at: place, advice: "Write " + example)
    case .severalTopics(let topic):
      Explanation(
        "several topics at once have no common samples", at: topic,
        advice: "Give one topic; serve takes several sources")

    case .noFolder(let path): Explanation("is no folder", at: path, advice: "Give a folder of recordings")
    case .cancelled(let path):
      Explanation("reading was ended before it was done", at: path, advice: "Open it again")
    case .annotationsOnly(let count, let path):
      Explanation(
        "there are no signals in it, only \(count) annotations", at: path,
        advice: "List them with waveglass info")
    case .nothingToPlay(let path):
      Explanation(
        "there are no signals in it that can be played", at: path,
        advice: "Look at what it has with waveglass info")
    case .signalFileMissing(let name, let header):
      Explanation("there is no \(name) beside it, which has samples", at: header, advice: "Put it there")
    case .segmentMissing(let name, let path):
      Explanation(
        "there is no \(name).hea beside it, which is a segment of it", at: path,
        advice: "Put it there, with its signal files")

    case .unknownEnding(let path):
      Explanation(
        "the ending names no format", at: path, advice: "Write .csv, .edf, .bdf, .hea, .dat or .dcm")
    case .noSamples(let path):
      Explanation("there are no samples", at: path, advice: "Give another recording")
    case .annotationsAlone(let count, let format, let path):
      Explanation(
        "there are no signals, only \(count) annotations, which \(format) cannot hold alone", at: path,
        advice: "Write .edf, .bdf or .hea")
    case .gapsTooLong(let group, let missing, let size, let limit, let path):
      Explanation(
        """
        the gaps of \(group) are \(missing) missing samples of each channel, \(size) and more, and at most \
        \(limit) are written
        """,
        at: path, advice: "Write EDF, BDF or a table, which leave gaps out, or allow more with --fill")
    case .noVoltage(let path):
      Explanation(
        "no channel is a voltage by its unit, and DICOM has electrocardiograms", at: path,
        advice: "Give units in a table's header, such as II [mV], or write EDF")
    case .noRange(let channel, let path):
      Explanation("the values of \(channel) have no range", at: path, advice: "Write a table")
    case .noCommonFrame(let rates, let path):
      Explanation(
        "rates of \(Self.list(rates)) Hz are no whole multiples of a common one", at: path,
        advice: "Write EDF, or tables")
    case .noCommonRecord(let rates, let path):
      Explanation(
        "there is no length of records in which \(Self.list(rates)) Hz are whole numbers", at: path,
        advice: "Write WFDB, or a table")
    case .invalidRecordName(let path):
      Explanation(
        "a record's name has letters, digits, hyphens and underscores only", at: path,
        advice: "Choose such a name")
    case .tooManyRecords(let count, let seconds, let path):
      Explanation(
        "\(count) records of \(seconds) s are more than EDF can count", at: path, advice: "Write a table")
    case .gapBeyondTimes(let path):
      Explanation("a gap of centuries is longer than times of records", at: path, advice: "Write a table")
    }
  }

  private static func list(_ rates: [Double]) -> String { rates.map { "\($0)" }.joined(separator: ", ") }
}
