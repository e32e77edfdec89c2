import WaveCoverage
import WaveCoverageWire
import WaveDisplay
import WaveInteraction

extension FuzzTarget {
  /// Scenes as an address may have them: what is read is written and read again as the same, and a client
  /// opens it or says why not.
  static let coverageScene = FuzzTarget("coverage-scene", byteLimit: 1100) { bytes throws(Finding) in
    let read = Result { () throws(SceneError) in try CoverageScene(text: bytes) }
    if case .success(let scene) = read {
      let text = scene.text
      let again = Result { () throws(SceneError) in try CoverageScene(text: text) }
      // A name of a tile can be longer with its escapes.
      if text.count <= CoverageScene.byteLimit {
        guard case .success(let second) = again else { throw Finding("what is written is read") }
        try require(second.text == text, "written, read and written again is the same")
      }
    }
    var model = CoverageModel()
    var list = DrawList()
    _ = model.handle(.resize(width: 300, height: 400, scale: 1), at: 0)
    _ = model.reopen(bytes, at: 1)
    _ = model.handle(.connection(isOpen: true), at: 2)
    let tile = TerrainDescription(
      northDegrees: 47, westDegrees: 10, latitudeStepDegrees: 0.01, longitudeStepDegrees: 0.01, rowCount: 101,
      columnCount: 101, name: [0x41])
    _ = model.receive(.tiles(TerrainList(first: 0, total: 1, tiles: [tile])), at: 3)
    for _ in 0..<3 where model.hasWork { model.performWork() }
    _ = model.draw(into: &list, at: 4)
    try checkWords(list.words)
    for effect in model.handle(.tick, at: 2_000_000) {
      guard case .own(.address(let text)) = effect else { continue }
      let reread = Result { () throws(SceneError) in try CoverageScene(text: text) }
      guard case .success = reread else { throw Finding("the client reads what it writes") }
    }
  }

  /// What a device kept, or something else: tiles, then blocks of them, to a client without a server.
  static let coverageShelf = FuzzTarget("coverage-shelf", byteLimit: 2048) { bytes throws(Finding) in
    var model = CoverageModel()
    var list = DrawList()
    _ = model.handle(.resize(width: 300, height: 400, scale: 1), at: 0)
    _ = model.handle(.connection(isOpen: false), at: 1)
    var questions: [UInt32] = [0, 1]
    var count = 0
    while let question = questions.popLast(), count < 40 {
      count += 1
      for effect in model.recalled(question, count % 5 == 4 ? nil : bytes, at: Int64(count)) {
        if case .own(.recall(let number, let name)) = effect {
          try require(name.count <= 64, "names are short")
          questions.append(number)
        }
      }
    }
    for _ in 0..<3 where model.hasWork { model.performWork() }
    _ = model.draw(into: &list, at: 100)
    try checkWords(list.words)
  }
}
