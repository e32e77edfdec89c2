// swift-tools-version: 6.2
import PackageDescription

/// Builds the page's WebAssembly, which links for no other platform; `WAVEGLASS_WEB=test` adds the module of
/// its tests.
let web = Context.environment["WAVEGLASS_WEB"]
let isWeb = web != nil

// Host/ runs this package's tests on the optimised build that ships, so that the library is built once for
// both. The Makefile asks for it by the environment, since a package with unsafe flags cannot be a dependency
// from elsewhere.
let isTestable = Context.environment["WAVEGLASS_TESTABLE"] != nil && !isWeb

/// Settings of every library target: the native build rejects most of what Embedded Swift cannot do.
let library: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .treatAllWarnings(as: .error),
    .treatWarning("EmbeddedRestrictions", as: .error),
  ] + (isTestable ? [.unsafeFlags(["-enable-testing"], .when(configuration: .release))] : [])

/// Settings of test targets: Swift Testing's macros use untyped throws.
let tests: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

/// The library's modules, by the folder that they and their tests are in, and what each imports.
///
/// Arrows point down only.
let folders: [(name: String, modules: [(name: String, imports: [String])])] = [
  (
    "Core",
    [
      ("WaveUnits", []),
      ("WaveText", ["WaveUnits"]),
      ("WaveSignal", ["WaveUnits"]),
      ("WaveStore", ["WaveUnits"]),
      ("WaveWire", ["WaveUnits"]),
      ("WaveDisplay", ["WaveUnits"]),
      ("WaveInteraction", ["WaveUnits", "WaveWire", "WaveDisplay"]),
    ]
  ),
  (
    "Spectrum",
    [
      ("WaveSpectra", ["WaveUnits", "WaveSignal"]),
      ("WaveRadioFormats", ["WaveUnits", "WaveText", "WaveSpectra"]),
      ("WaveSpectrumWire", ["WaveUnits", "WaveWire"]),
      ("WaveSpectrumFeed", ["WaveUnits", "WaveSpectra", "WaveWire", "WaveSpectrumWire"]),
      (
        "WaveSpectrum", ["WaveUnits", "WaveWire", "WaveSpectrumWire", "WaveDisplay", "WaveInteraction"]
      ),
    ]
  ),
  (
    "Sensors",
    [
      ("WaveStreams", ["WaveUnits", "WaveSignal"]),
      ("WaveBiosignals", ["WaveUnits", "WaveText"]),
      ("WaveSensorsWire", ["WaveUnits", "WaveWire"]),
      (
        "WaveSensorsFeed", ["WaveUnits", "WaveSignal", "WaveStreams", "WaveWire", "WaveSensorsWire"]
      ),
      ("WaveSensors", ["WaveUnits", "WaveWire", "WaveSensorsWire", "WaveDisplay", "WaveInteraction"]),
      (
        "WaveKit",
        [
          "WaveUnits", "WaveSignal", "WaveStreams", "WaveWire", "WaveSensorsWire", "WaveSensorsFeed",
          "WaveDisplay", "WaveInteraction", "WaveSensors",
        ]
      ),
    ]
  ),
  (
    "Data",
    [
      ("WaveSeries", ["WaveUnits", "WaveSignal"]),
      ("WaveTableFormats", ["WaveUnits", "WaveText", "WaveSeries"]),
      ("WaveDataWire", ["WaveUnits", "WaveWire"]),
      ("WaveDataFeed", ["WaveUnits", "WaveSeries", "WaveTableFormats", "WaveWire", "WaveDataWire"]),
      (
        "WaveData", ["WaveUnits", "WaveSeries", "WaveWire", "WaveDataWire", "WaveDisplay", "WaveInteraction"]
      ),
    ]
  ),
  (
    "Coverage",
    [
      ("WavePropagation", ["WaveUnits"]),
      ("WaveTerrainFormats", ["WaveUnits", "WaveText", "WavePropagation"]),
      ("WaveCoverageWire", ["WaveUnits", "WaveWire"]),
      ("WaveCoverageFeed", ["WaveUnits", "WavePropagation", "WaveWire", "WaveCoverageWire"]),
      (
        "WaveCoverage",
        [
          "WaveUnits", "WavePropagation", "WaveTerrainFormats", "WaveWire", "WaveCoverageWire",
          "WaveCoverageFeed", "WaveDisplay", "WaveInteraction",
        ]
      ),
    ]
  ),
  (
    "Home",
    [
      ("WaveHomeWire", ["WaveUnits", "WaveWire"]),
      ("WaveHomeFeed", ["WaveWire", "WaveHomeWire"]),
      ("WaveHome", ["WaveUnits", "WaveWire", "WaveHomeWire", "WaveDisplay", "WaveInteraction"]),
    ]
  ),
  (
    "Page",
    [
      (
        "WaveSimulation",
        [
          "WaveUnits", "WaveSpectra", "WavePropagation", "WaveWire", "WaveSpectrumWire", "WaveSensorsWire",
          "WaveCoverageWire",
        ]
      ),
      (
        "WaveLocal",
        [
          "WaveUnits", "WaveSignal", "WaveSpectra", "WaveStreams", "WavePropagation", "WaveWire",
          "WaveSpectrumWire", "WaveSpectrumFeed", "WaveSensorsWire", "WaveSensorsFeed", "WaveCoverageWire",
          "WaveCoverageFeed", "WaveSimulation",
        ]
      ),
    ]
  ),
]

/// A module of the library and the folder that it is in.
struct Module {
  var folder: String
  var name: String
  var imports: [String]
}

let modules = folders.flatMap { folder in
  folder.modules.map { Module(folder: folder.name, name: $0.name, imports: $0.imports) }
}

/// Settings of single modules: some kernels name vector instructions that Swift 6.3's SIMD types leave to
/// chance.
let special: [String: [SwiftSetting]] = [
  "WaveSignal": [.enableExperimentalFeature("BuiltinModule")]
]

var targets: [Target] = modules.map { module in
  .target(
    name: module.name,
    dependencies: module.imports.map { .target(name: $0) },
    path: "Sources/\(module.folder)/\(module.name)",
    swiftSettings: library + special[module.name, default: []],
    // Rounding is a call where the processor has no instruction for it, and nothing else brings libm along.
    linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]
  )
}

targets += [
  .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: tests),
  // Results of the arithmetic, natively and, as a module of its own, in WebAssembly.
  .target(
    name: "KernelDigests",
    dependencies: ["TestSupport", "WavePropagation", "WaveSeries", "WaveSignal", "WaveSpectra", "WaveUnits"],
    path: "Tests/KernelDigests", swiftSettings: tests),
]

var products: [Product] = [
  .library(name: "Waveglass", targets: modules.map(\.name))
]

// A build for the page makes everything in this list, so native tests are not in it.
if !isWeb {
  targets += modules.map { module in
    .testTarget(
      name: module.name + "Tests",
      dependencies: (["TestSupport", module.name] + module.imports).map { .target(name: $0) },
      path: "Tests/\(module.folder)/\(module.name)Tests",
      swiftSettings: tests
    )
  }
  targets += [
    .target(
      name: "FuzzTargets",
      dependencies: (["TestSupport"] + modules.map(\.name)).map { .target(name: $0) },
      path: "Tests/FuzzTargets", swiftSettings: tests),
    // The behaviour that all instruments share.
    .testTarget(
      name: "InstrumentTests",
      dependencies: (["TestSupport"] + modules.map(\.name)).map { .target(name: $0) },
      path: "Tests/Page/InstrumentTests", swiftSettings: tests),
    .testTarget(name: "KernelDigestsTests", dependencies: ["KernelDigests"], swiftSettings: tests),
    .testTarget(
      name: "FuzzTargetsTests", dependencies: ["FuzzTargets", "TestSupport"], swiftSettings: tests),
  ]
  products += [
    // Readers under any bytes, for Fuzz/ and for the tests of Host/.
    .library(name: "FuzzTargets", targets: ["FuzzTargets"]),
    // For Host/, which runs this package's tests.
    .library(name: "TestSupport", targets: ["TestSupport", "KernelDigests"]),
  ]
}

/// The programs of the page, and the modules that each imports.
///
/// Linked code is downloaded, so a client links only its own instrument.
let programs: [(name: String, imports: [String])] = [
  ("WaveWeb", ["WavePage", "WaveSpectrum"]),
  ("WaveWebSensors", ["WavePage", "WaveSensors"]),
  ("WaveWebData", ["WavePage", "WaveData"]),
  ("WaveWebHome", ["WavePage", "WaveHome", "WaveHomeWire"]),
  ("WaveWebCoverage", ["WavePage", "WaveCoverage", "WaveDisplay", "WaveInteraction", "WaveUnits"]),
  ("WaveWorker", ["WaveSourceWorker", "WaveLocal", "WaveUnits"]),
  ("WaveWorkerSensors", ["WaveSourceWorker", "WaveLocal", "WaveUnits"]),
  ("WaveWorkerCoverage", ["WaveSourceWorker", "WaveLocal"]),
  // What a worker of the page computes of it.
  ("WaveWorkerSweep", ["WavePropagation"]),
]

// The web client links only for WebAssembly; a native link of it has no page to import from.
if isWeb {
  targets += [
    .target(name: "WaveRuntime", path: "Sources/Page/WaveRuntime"),
    .target(
      name: "WavePage",
      dependencies: ["WaveUnits", "WaveWire", "WaveDisplay", "WaveInteraction"].map { .target(name: $0) },
      path: "Sources/Page/WavePage", swiftSettings: library + [.enableExperimentalFeature("Extern")]),
    .target(
      name: "WaveSourceWorker", dependencies: ["WaveLocal", "WaveUnits"],
      path: "Sources/Page/WaveSourceWorker", swiftSettings: library),
  ]
  targets += programs.map { program in
    .executableTarget(
      name: program.name,
      dependencies: (["WaveRuntime"] + program.imports).map { .target(name: $0) },
      path: "Sources/Page/\(program.name)",
      swiftSettings: library + [.enableExperimentalFeature("Extern")]
    )
  }
  products += programs.map { .executable(name: $0.name, targets: [$0.name]) }
  if web == "test" {
    targets.append(
      .executableTarget(
        name: "TestModule",
        dependencies: ["KernelDigests", "WaveRuntime", "WaveSignal", "WaveSpectrumWire", "WaveWire"],
        path: "Tests/TestModule", swiftSettings: tests))
    products.append(.executable(name: "TestModule", targets: ["TestModule"]))
  } else {
    // Nothing of the page imports these, and a build makes all that is listed.
    targets.removeAll { ["TestSupport", "KernelDigests", "WaveKit"].contains($0.name) }
    products[0] = .library(name: "Waveglass", targets: modules.map(\.name).filter { $0 != "WaveKit" })
  }
  // Pages come over the air and are to be small, but for what a finger waits for.
  for target in targets where target.name != "WavePropagation" {
    target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-Osize"])]
    // It has the linker run wasm-opt for size.
    if target.type == .executable { target.linkerSettings = [.unsafeFlags(["-Osize"])] }
  }
}

let package = Package(
  name: "waveglass",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: products,
  targets: targets
)
