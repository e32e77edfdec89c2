import WaveDisplay

/// Scenes for the tests.
enum Samples {
  /// Plays one frame of a draw list.
  static func scene(
    width: Float = 40, height: Float = 30, _ marks: (inout DrawList) -> Void
  ) throws -> DrawScene {
    var list = DrawList()
    list.begin(width: width, height: height)
    list.layer(1, bounds: Rect(x: 0, y: 0, width: width, height: height), marks)
    list.end()
    var scene = DrawScene()
    try scene.play(list.words)
    return scene
  }
}
