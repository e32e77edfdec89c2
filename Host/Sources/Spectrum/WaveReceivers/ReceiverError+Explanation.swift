import WaveSignal
import WaveSpectra
public import WaveSystem

extension ReceiverError {
  /// An explanation of the failure: what went wrong, where, and how to fix it.
  public var explanation: Explanation {
    switch self {
    case .argument(let error): error.explanation
    case .file(let error): Explanation(sentences: "\(error)")
    case .format(let error, let path): Explanation(sentences: "\(error)", at: path)
    case .signal(let error, let path): Self.explanation(error, path: path)

    case .noSpectrum(let place):
      Explanation(
        "these are sensors, which have no spectrum", at: place,
        advice: "Show them with waveglass serve \(place)")
    case .receiverRate(let rate, let place):
      Explanation(
        "receivers do not support a rate of \(rate) Hz", at: place,
        advice: "Give rate= from 225001 to 300000 or from 900001 to 3200000, such as 2.4M")
    case .invalidSwitch(let name, let value, let place):
      Explanation("\(name)=\(value) is neither on nor off", at: place, advice: "Write \(name)=on")
    case .unknownFormat(let name, let place):
      Explanation("unknown format \"\(name)\"", at: place, advice: "Give format= one of \(IQFormat.names)")
    case .unknownWindow(let name, let place):
      Explanation(
        "unknown window \"\(name)\"", at: place,
        advice: "Give one of " + WindowFunction.allCases.map { "\($0.name)" }.joined(separator: ", "))
    case .invalidVerify(let value, let place):
      Explanation("verify=\(value) is neither yes nor no", at: place, advice: "Write verify=yes or verify=no")
    case .nothingPiped:
      Explanation(
        "nothing is piped into standard input", at: "-",
        advice: "Write for example: rtl_power -f 88M:108M:10k -i 1 - | waveglass serve -")
    case .unknownPipeKind(let kind, let known):
      Explanation(
        "unknown kind \"\(kind)\"", at: "-",
        advice: "Give kind= one of \(known.joined(separator: ", ")), or give format= for samples")
    case .pipeFormatMissing:
      Explanation(
        "a rate or frequency is given, but not how the samples are stored", at: "-",
        advice: "Give format=, such as format=cu8")
    case .pipeRateMissing(let format):
      Explanation(
        "the sample rate is not given, and the samples do not include it", at: "-",
        advice: "Give rate=, such as -?format=\(format)&rate=2.4M")
    case .pipeNotRecorded(let argument):
      Explanation(
        "data from a pipe cannot be recorded", at: argument,
        advice: "Write the data to a file, for example with tee, and give that file")

    case .dongleRate(let rate):
      Explanation(
        "receivers do not support a rate of \(rate) Hz",
        advice: "Valid rates are 225001 to 300000 and 900001 to 3200000")
    case .listening(let host, let port, let reason):
      Explanation(
        "cannot listen: \(reason)", at: "\(host):\(port)", advice: "Choose another port with --port")
    case .nothingToRepeat(let path):
      Explanation("no samples", at: path, advice: "Give a file of 8-bit IQ samples (.cu8)")
    case .shortenedRepeat(let path):
      Explanation("the file became shorter while it was read", at: path, advice: "Start again")

    case .noRecordingName(let path):
      Explanation("no name for the recording", at: path, advice: "Give a file name such as band.sigmf-data")
    case .archiveName(let path, let base):
      Explanation("a recording is a pair of files, not an archive", at: path, advice: "Write \(base)-data")
    case .ontoItself(let path):
      Explanation("the recording would overwrite its own source", at: path, advice: "Choose another name")
    case .noRoom(let path, let wanted, let free, let seconds):
      Explanation(
        "needs \(wanted.map { "\($0) MB" } ?? "more"), but only \(free) MB are free", at: path,
        advice: "Record for less than \(seconds) s, or to another disk")
    case .samplesChanged:
      Explanation(
        "the sample rate or format changed, which one recording cannot store; the recording ends there",
        advice: "Start another recording for the new samples")
    case .tooManyGaps(let count):
      Explanation(
        "samples were lost \(count) times", advice: "Choose a lower rate, a faster disk or a better network")
    case .levelsOnly(let path):
      Explanation(
        "contains power levels, which cannot be converted to samples", at: path,
        advice: "Give a receiver, demo: or a file of samples")

    case .formatNotNeeded(let path):
      Explanation(
        "the file specifies its own format, which cannot be changed", at: path,
        advice: "Leave out the format; it is only for raw samples")
    case .renamedSigMF(let path):
      Explanation(
        "this is a file of a SigMF recording under another name", at: path,
        advice: "Name its two files .sigmf-meta and .sigmf-data")
    case .sensorSignals(let path):
      Explanation(
        "these are signals of sensors, not samples of a receiver", at: path,
        advice: "Give a recording of a receiver")
    case .tooManyLevels(let limit, let path):
      Explanation(
        "more than \(limit) levels", at: path,
        advice: "Split the log into shorter ones, for example with split -l")
    case .noChannel(let number, let count, let path):
      Explanation("there is no channel \(number)", at: path, advice: "Give channel= from 0 to \(count - 1)")
    case .noCapture(let number, let count, let path):
      Explanation("there is no capture \(number)", at: path, advice: "Give --capture from 0 to \(count - 1)")
    case .tooFewSamples(let count, let path):
      Explanation(
        "only \(count) samples", at: path, advice: "A spectrum needs at least 64; record for longer")
    case .transformTooLong(let points, let count, let path):
      Explanation(
        "a transform of \(points) points, but only \(count) samples", at: path,
        advice: "Set fft= to a smaller power of two")
    case .shortened(let path, let byte):
      Explanation(
        "the file became shorter while it was read, at byte \(byte)", at: path, advice: "Open it again")
    case .notInArchive(let name, let path):
      Explanation(
        "there is no \(name) in this archive", at: path, advice: "Pack a recording's two files into it")
    case .datasetMissing(let name, let path):
      Explanation(
        "there is no \(name) beside it", at: path,
        advice: "Put the samples there; the metadata alone cannot be shown")
    case .metadataMissing(let name, let path):
      Explanation(
        "there is no \(name) beside it, which describes the samples", at: path,
        advice: "Put it there, or give the samples the extension of their format, such as .cu8")
    case .metadataOnly(let path):
      Explanation(
        "this recording is metadata only: it intentionally has no samples", at: path,
        advice: "Ask its author for the samples")
    case .datasetNotBeside(let name, let path):
      Explanation(
        "core:dataset names \"\(name)\", but there is no such file beside it", at: path,
        advice: "Put the samples beside the metadata and set core:dataset to their name")
    }
  }

  private static func explanation(_ error: SignalError, path: String) -> Explanation {
    let (what, advice) =
      switch error {
      case .transformCount(let count):
        ("the transform cannot have \(count) points", "Set fft= to a power of two from 64 to 1048576")
      case .windowCount(let count, let most): ("the window cannot have \(count) samples", "Give 2 to \(most)")
      case .overlap(let overlap): ("the overlap cannot be \(overlap)", "Give a number from 0 to below 1")
      case .sampleRate(let rate):
        ("the sample rate cannot be \(rate) Hz", "Give a rate= above zero, such as 2.4M")
      case .center(let center):
        ("the centre frequency cannot be \(center) Hz", "Give a frequency= such as 99.5M")
      }
    return Explanation(what, at: path, advice: advice)
  }
}
