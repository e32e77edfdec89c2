import WaveRadioFormats

extension FuzzTarget {
  /// Both ways of rtl_tcp: the header of a server, and what a client asks for.
  static let rtlTCP = FuzzTarget("rtl-tcp", byteLimit: 128) { bytes throws(Finding) in
    let result = Result { () throws(RadioFormatError) in try RTLTCPHeader(bytes.span) }
    if case .success(let header) = result {
      try require(header.gainCount <= RTLTCPHeader.gainLimit, "gains stay within the limit")
      let again = Result { () throws(RadioFormatError) in try RTLTCPHeader(header.bytes.span) }
      try require(again == .success(header), "a header is read as it is written")
    }
    var reader = RTLTCPCommandReader()
    let whole = reader.read(bytes.span)
    try require(whole.count == bytes.count / RTLTCPCommand.byteCount, "five bytes are a command")
    var other = RTLTCPCommandReader()
    var pieces = Pieces(bytes)
    var parts: [RTLTCPCommand] = []
    while let piece = pieces.next() { parts += other.read(piece.span) }
    try require(parts == whole && other == reader, "pieces give what the whole gives")
    for command in whole {
      let word = command.word
      try require(
        RTLTCPCommand(code: word.code, value: word.value) == command, "a command is read as it is written")
    }
  }
}
