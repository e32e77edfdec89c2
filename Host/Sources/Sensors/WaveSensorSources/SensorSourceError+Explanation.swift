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
        "nothing is piped into standard input", at: "lines:-",
        advice: "Write for example: my-sensor | waveglass serve lines:-")
    case .invalidBaud(let baud, let place, let known):
      Explanation(
        "baud=\(baud) cannot be set", at: place,
        advice: "Give one of " + known.map { "\($0)" }.joined(separator: ", "))
    case .noDevice(let path, let known):
      Explanation(
        "there is no such device", at: path,
        advice: known.isEmpty
          ? "No serial port was found; plug the device in" : "Available: " + known.joined(separator: ", "))
    case .deviceNotPermitted(let path):
      Explanation(
        "this user is not allowed to open it", at: path,
        advice: "Add the user to the group with access, for example: sudo usermod -aG dialout $USER")
    case .deviceUnavailable(let path, let reason):
      Explanation(reason, at: path, advice: "Close the program that uses it")
    case .notSerialPort(let path):
      Explanation(
        "it is not a serial port", at: path,
        advice: "Give the path of a terminal device, such as /dev/ttyUSB0")
    case .noTopic(let place, let example): Explanation("no topic", at: place, advice: "Write " + example)
    case .topicTooLong(let place, let example):
      Explanation("the topic is too long", at: place, advice: "Write " + example)
    case .severalTopics(let topic):
      Explanation(
        "several topics cannot be combined into one source", at: topic,
        advice: "Give one topic; serve accepts several sources")

    case .noFolder(let path):
      Explanation("is not a folder", at: path, advice: "Give a folder of recordings")
    case .cancelled(let path):
      Explanation("reading was stopped before it was finished", at: path, advice: "Open it again")
    case .annotationsOnly(let count, let path):
      Explanation(
        "there are no signals in it, only \(count) annotations", at: path,
        advice: "List them with waveglass info")
    case .nothingToPlay(let path):
      Explanation(
        "there are no signals in it that can be played", at: path,
        advice: "List its contents with waveglass info")
    case .signalFileMissing(let name, let header):
      Explanation("there is no \(name) beside it, which has its samples", at: header, advice: "Put it there")
    case .segmentMissing(let name, let path):
      Explanation(
        "there is no \(name).hea beside it, which is a segment of it", at: path,
        advice: "Put it there, with its signal files")

    case .unknownEnding(let path):
      Explanation(
        "the file extension is not one of a known format", at: path,
        advice: "Use .csv, .edf, .bdf, .hea, .dat or .dcm")
    case .noSamples(let path):
      Explanation("there are no samples", at: path, advice: "Give another recording")
    case .annotationsAlone(let count, let format, let path):
      Explanation(
        "there are no signals, only \(count) annotations, which \(format) cannot store alone", at: path,
        advice: "Write .edf, .bdf or .hea")
    case .gapsTooLong(let group, let missing, let size, let limit, let path):
      Explanation(
        """
        the gaps of \(group) are \(missing) missing samples of each channel, \(size) or more, and at most \
        \(limit) can be filled
        """,
        at: path, advice: "Write EDF, BDF or a table, which leave gaps out, or allow more with --fill")
    case .noVoltage(let path):
      Explanation(
        "no channel has a unit of voltage, and DICOM stores only electrocardiograms", at: path,
        advice: "Give units in a table's header, such as II [mV], or write EDF")
    case .noRange(let channel, let path):
      Explanation("the values of \(channel) have no range", at: path, advice: "Write a table")
    case .noCommonFrame(let rates, let path):
      Explanation(
        "rates of \(Self.list(rates)) Hz are not whole multiples of a common rate", at: path,
        advice: "Write EDF, or tables")
    case .noCommonRecord(let rates, let path):
      Explanation(
        "there is no record length for which \(Self.list(rates)) Hz give whole numbers of samples", at: path,
        advice: "Write WFDB, or a table")
    case .invalidRecordName(let path):
      Explanation(
        "a record's name may contain only letters, digits, hyphens and underscores", at: path,
        advice: "Choose such a name")
    case .tooManyRecords(let count, let seconds, let path):
      Explanation(
        "\(count) records of \(seconds) s are more than EDF can count", at: path, advice: "Write a table")
    case .gapBeyondTimes(let path):
      Explanation(
        "a gap of centuries is too long for the times of records", at: path, advice: "Write a table")
    }
  }

  private static func list(_ rates: [Double]) -> String { rates.map { "\($0)" }.joined(separator: ", ") }
}
