// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .treatAllWarnings(as: .error),
  // What is tested is what ships. Of what it depends on nothing is looked into: that is compiled faster
  // without.
  .unsafeFlags(["-enable-testing"], .when(configuration: .release)),
]

// Tests are built beside what ships, optimised; their own lines need it not, and compile faster so.
let tests: [SwiftSetting] = strict + [.unsafeFlags(["-Onone"], .when(configuration: .release))]

func wave(_ name: String) -> Target.Dependency { .product(name: "Waveglass", package: name) }
let core = wave("waveglass")
let fuzzing = Target.Dependency.product(name: "FuzzTargets", package: "waveglass")
let testSupport = Target.Dependency.product(name: "TestSupport", package: "waveglass")

// The library's own tests run here, too: on the optimised build of the library that ships, which is built
// once for both. `Tests/Library` is a link to the folder; `.ci/lint` compares this list with it.
let libraryTests: KeyValuePairs = [
  "Core": [
    "WaveDisplayTests", "WaveInteractionTests", "WaveSignalTests", "WaveStoreTests",
    "WaveTextTests", "WaveUnitsTests", "WaveWireTests",
  ],
  "Spectrum": [
    "WaveRadioFormatsTests", "WaveSpectraTests", "WaveSpectrumFeedTests", "WaveSpectrumTests",
    "WaveSpectrumWireTests",
  ],
  "Sensors": [
    "WaveBiosignalsTests", "WaveKitTests", "WaveSensorsFeedTests", "WaveSensorsTests", "WaveSensorsWireTests",
    "WaveStreamsTests",
  ],
  "Data": [
    "WaveDataFeedTests", "WaveDataTests", "WaveDataWireTests", "WaveSeriesTests", "WaveTableFormatsTests",
  ],
  "Coverage": [
    "WaveCoverageFeedTests", "WaveCoverageTests", "WaveCoverageWireTests", "WavePropagationTests",
    "WaveTerrainFormatsTests",
  ],
  "Home": ["WaveHomeFeedTests", "WaveHomeTests", "WaveHomeWireTests"],
  "Page": ["InstrumentTests", "WaveLocalTests", "WaveSimulationTests"],
  ".": ["FuzzTargetsTests", "KernelDigestsTests"],
]

// Programs of the library alone. Their own package shows how an app depends on it; built here, they share its
// build.
let libraryExamples = ["DrawListPlayer", "FilePlayer", "SingleSensor", "TwelveLead", "levels"]

// The server modules of the instruments, which a program composes.
let instrumentServers: [Target.Dependency] = [
  "WaveSpectrumServer", "WaveSensorsServer", "WaveDataServer", "WaveCoverageServer", "WaveHomeServer",
]

let package = Package(
  name: "waveglass-host",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "waveglass", targets: ["waveglass"]),
    // For programs that serve sensors of their own.
    .library(name: "WaveServing", targets: ["WaveServing"]),
    // For who measures how it asks.
    .library(name: "WaveClickHouse", targets: ["WaveClickHouse"]),
    .library(name: "HostFuzzTargets", targets: ["HostFuzzTargets"]),
  ],
  dependencies: [
    .package(name: "waveglass", path: ".."),
    .package(url: "https://github.com/hummingbird-project/hummingbird.git", exact: "2.28.1", traits: []),
    .package(url: "https://github.com/apple/swift-nio.git", exact: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-extras.git", exact: "1.35.2"),
    .package(url: "https://github.com/apple/swift-http-types.git", exact: "1.8.0"),
    .package(url: "https://github.com/apple/swift-argument-parser.git", exact: "1.8.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl.git", exact: "2.37.6"),
    .package(url: "https://github.com/apple/swift-crypto.git", exact: "4.5.2"),
    .package(url: "https://github.com/apple/swift-asn1.git", exact: "1.7.4"),
    .package(url: "https://github.com/apple/swift-certificates.git", exact: "1.21.1"),
    .package(url: "https://github.com/apple/swift-log.git", exact: "1.16.2"),
    .package(url: "https://github.com/apple/swift-metrics.git", exact: "2.13.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle.git", exact: "2.13.0"),
    .package(url: "https://github.com/groue/GRDB.swift.git", exact: "7.10.0"),
    .package(url: "https://github.com/swift-server/async-http-client.git", exact: "1.37.0"),
  ],
  targets: [
    .systemLibrary(
      name: "CZlib", path: "Sources/Core/CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(
      name: "CCairo", path: "Sources/Program/CCairo", pkgConfig: "cairo", providers: [.apt(["libcairo2-dev"])]
    ),
    .systemLibrary(
      name: "CQRencode", path: "Sources/Program/CQRencode", pkgConfig: "libqrencode",
      providers: [.apt(["libqrencode-dev"])]),
    .systemLibrary(
      name: "CMosquitto", path: "Sources/Sensors/CMosquitto", pkgConfig: "libmosquitto",
      providers: [.apt(["libmosquitto-dev"])]),
    .target(
      name: "WaveSystem",
      dependencies: [
        core, "CZlib",
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ],
      path: "Sources/Core/WaveSystem", swiftSettings: strict
    ),
    .target(
      name: "WaveStorage", dependencies: [core, "WaveSystem"], path: "Sources/Core/WaveStorage",
      swiftSettings: strict),
    // What keeps a mapped file of the cache that is cut from ending the process.
    .target(name: "CMappingGuard", path: "Sources/Data/CMappingGuard"),
    .target(
      name: "WaveTables",
      dependencies: [
        core, "WaveSystem", "CMappingGuard",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ],
      path: "Sources/Data/WaveTables", swiftSettings: strict
    ),
    .target(
      name: "WaveClickHouse",
      dependencies: [
        core, "WaveSystem", "WaveTables",
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
      ],
      path: "Sources/Data/WaveClickHouse", swiftSettings: strict
    ),
    .target(
      name: "WaveTerrain",
      dependencies: [
        core, "WaveSystem",
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
      ],
      path: "Sources/Coverage/WaveTerrain", swiftSettings: strict
    ),
    .target(
      name: "WaveReceivers",
      dependencies: [
        core, "WaveSystem",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ],
      path: "Sources/Spectrum/WaveReceivers", swiftSettings: strict
    ),
    .target(
      name: "WaveSensorSources",
      dependencies: [
        core, "WaveStorage", "WaveSystem", "CMosquitto",
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ],
      path: "Sources/Sensors/WaveSensorSources", swiftSettings: strict
    ),
    .target(
      name: "WaveCertificates",
      dependencies: [
        "WaveSystem",
        .product(name: "X509", package: "swift-certificates"),
        .product(name: "SwiftASN1", package: "swift-asn1"),
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
      ],
      path: "Sources/Core/WaveCertificates", swiftSettings: strict
    ),
    .target(
      name: "WaveAccess",
      dependencies: [core, "WaveSystem", .product(name: "Crypto", package: "swift-crypto")],
      path: "Sources/Core/WaveAccess", swiftSettings: strict
    ),
    .target(
      name: "WaveOperations",
      dependencies: [
        "WaveSystem",
        .product(name: "CoreMetrics", package: "swift-metrics"),
        .product(name: "Logging", package: "swift-log"),
      ],
      path: "Sources/Core/WaveOperations", swiftSettings: strict
    ),
    .target(
      name: "WaveDoctor",
      dependencies: [core, "WaveSystem", "WaveAccess", "WaveCertificates"],
      path: "Sources/Program/WaveDoctor", swiftSettings: strict),
    .target(
      name: "WavePictures", dependencies: [core, "CCairo", "CQRencode"], path: "Sources/Program/WavePictures",
      swiftSettings: strict),
    .target(
      name: "WaveServer",
      dependencies: [
        core, "WaveCertificates", "WaveAccess", "WaveSystem", "WaveOperations",
        .product(name: "CoreMetrics", package: "swift-metrics"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
        .product(name: "NIOWebSocket", package: "swift-nio"),
        .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
        .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
      ],
      path: "Sources/Core/WaveServer", swiftSettings: strict
    ),
    .target(
      name: "WaveSpectrumServer",
      dependencies: [
        core, "WaveServer", "WaveReceivers", "WaveOperations",
        .product(name: "CoreMetrics", package: "swift-metrics"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ],
      path: "Sources/Spectrum/WaveSpectrumServer", swiftSettings: strict
    ),
    .target(
      name: "WaveSensorsServer",
      dependencies: [
        core, "WaveServer", "WaveSensorSources", "WaveSystem", "WaveOperations", "WaveStorage",
        .product(name: "CoreMetrics", package: "swift-metrics"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ],
      path: "Sources/Sensors/WaveSensorsServer", swiftSettings: strict
    ),
    .target(
      name: "WaveDataServer",
      dependencies: [
        core, "WaveServer", "WaveSystem", "WaveTables",
        .product(name: "Logging", package: "swift-log"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ],
      path: "Sources/Data/WaveDataServer", swiftSettings: strict
    ),
    .target(
      name: "WaveCoverageServer",
      dependencies: [
        core, "WaveServer", "WaveAccess", "WaveSystem",
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ],
      path: "Sources/Coverage/WaveCoverageServer", swiftSettings: strict
    ),
    .target(
      name: "WaveHomeServer",
      dependencies: [
        core, "WaveServer", "WaveSystem",
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ],
      path: "Sources/Home/WaveHomeServer", swiftSettings: strict
    ),
    .target(
      name: "WaveServing",
      dependencies: [
        core, "WaveReceivers", "WaveSensorSources", "WaveSystem", "WaveServer",
      ] + instrumentServers + [
        .product(name: "Logging", package: "swift-log")
      ],
      path: "Sources/Program/WaveServing", swiftSettings: strict
    ),
    .executableTarget(
      name: "ServedSensor", dependencies: [core, "WaveServing"], path: "Examples/ServedSensor",
      swiftSettings: strict),
    .target(
      name: "WaveCommand",
      dependencies: [
        core, "WaveSystem", "WaveAccess", "WaveReceivers", "WaveSensorSources", "WaveTables",
        "WaveClickHouse", "WavePictures", "WaveCertificates", "WaveServer", "WaveTerrain",
        "WaveOperations", "WaveDoctor",
      ] + instrumentServers + [
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "Logging", package: "swift-log"),
      ],
      path: "Sources/Program/WaveCommand", swiftSettings: strict
    ),
    .executableTarget(
      name: "waveglass", dependencies: ["WaveCommand"], path: "Sources/Program/waveglass",
      swiftSettings: strict),
    .target(
      name: "HostFuzzTargets",
      dependencies: [
        fuzzing, "WaveSystem", "WaveAccess", "WaveReceivers", "WaveSensorSources", "WaveTables",
        "WaveClickHouse", "WaveTerrain",
      ],
      path: "Tests/HostFuzzTargets",
      swiftSettings: strict),
    // Sequences of messages against the server's sessions, in a process that they may end.
    .executableTarget(
      name: "MessageFuzzer",
      dependencies: [
        core, testSupport, "WaveServer", "WaveReceivers", "WaveSensorSources", "WaveTables", "WaveClickHouse",
        "WaveSystem",
      ] + instrumentServers + [
        .product(name: "CoreMetrics", package: "swift-metrics"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ],
      path: "Tests/MessageFuzzer", swiftSettings: strict),
    // What tests of several modules share.
    .target(
      name: "HostTestSupport",
      dependencies: [
        testSupport, .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
      ],
      path: "Tests/HostTestSupport", swiftSettings: strict),
    .testTarget(
      name: "MessageFuzzerTests", dependencies: [testSupport, "MessageFuzzer"], swiftSettings: tests),
    .testTarget(
      name: "HostFuzzTargetsTests", dependencies: [fuzzing, "HostFuzzTargets"], swiftSettings: tests),
    // Needs vectors that others have made, which the project does not ship.
    .testTarget(
      name: "WavePropagationRecordingTests", dependencies: [core, testSupport],
      path: "Tests/Coverage/WavePropagationRecordingTests", swiftSettings: tests),
    .testTarget(
      name: "WaveSystemTests", dependencies: [core, testSupport, "WaveSystem"],
      path: "Tests/Core/WaveSystemTests", swiftSettings: tests),
    .testTarget(
      name: "WaveTerrainTests",
      dependencies: [
        core, testSupport, "HostTestSupport", "WaveTerrain", "WaveSystem",
        .product(name: "NIOHTTP1", package: "swift-nio"),
      ],
      path: "Tests/Coverage/WaveTerrainTests", swiftSettings: tests),
    .testTarget(
      name: "WaveStorageTests", dependencies: [core, "WaveStorage", "WaveSystem", "StoreVictim"],
      path: "Tests/Core/WaveStorageTests", swiftSettings: tests),
    .testTarget(
      name: "WaveTablesTests",
      dependencies: [
        core, testSupport, "HostTestSupport", "WaveTables", "WaveSystem", "TableVictim",
        .product(name: "GRDB", package: "GRDB.swift"),
      ], path: "Tests/Data/WaveTablesTests", swiftSettings: tests),
    // What the tests of WaveTables kill while it reads and writes.
    .executableTarget(
      name: "TableVictim", dependencies: ["WaveTables", "CMappingGuard"], path: "Tests/Data/TableVictim",
      swiftSettings: strict),
    // What the tests of WaveStorage kill while it writes.
    .executableTarget(
      name: "StoreVictim", dependencies: [core, "WaveStorage"], path: "Tests/Core/StoreVictim",
      swiftSettings: strict),
    .testTarget(
      name: "WaveClickHouseTests",
      dependencies: [
        core, testSupport, "HostTestSupport", "WaveClickHouse", "WaveTables", "WaveSystem",
        .product(name: "NIOHTTP1", package: "swift-nio"),
      ], path: "Tests/Data/WaveClickHouseTests", swiftSettings: tests),
    .testTarget(
      name: "WaveReceiversTests",
      dependencies: [
        core, testSupport, "HostTestSupport", "WaveReceivers", "WaveSystem",
        .product(name: "Crypto", package: "swift-crypto"),
      ],
      path: "Tests/Spectrum/WaveReceiversTests", swiftSettings: tests),
    .testTarget(
      name: "WaveSensorSourcesTests",
      dependencies: [core, testSupport, "HostTestSupport", "WaveSensorSources", "WaveStorage", "WaveSystem"],
      path: "Tests/Sensors/WaveSensorSourcesTests", swiftSettings: tests),
    .testTarget(
      name: "WaveCertificatesTests",
      dependencies: [
        "WaveCertificates", "WaveSystem",
        .product(name: "X509", package: "swift-certificates"),
        .product(name: "SwiftASN1", package: "swift-asn1"),
        .product(name: "Crypto", package: "swift-crypto"),
      ], path: "Tests/Core/WaveCertificatesTests", swiftSettings: tests),
    .testTarget(
      name: "WaveAccessTests", dependencies: [core, testSupport, "WaveAccess", "WaveSystem"],
      path: "Tests/Core/WaveAccessTests", swiftSettings: tests),
    .testTarget(
      name: "WaveOperationsTests",
      dependencies: [
        "WaveOperations",
        .product(name: "CoreMetrics", package: "swift-metrics"),
        .product(name: "Logging", package: "swift-log"),
      ], path: "Tests/Core/WaveOperationsTests", swiftSettings: tests),
    .testTarget(
      name: "WaveDoctorTests", dependencies: [core, "WaveDoctor", "WaveCertificates", "WaveSystem"],
      path: "Tests/Program/WaveDoctorTests", swiftSettings: tests),
    .testTarget(
      name: "WavePicturesTests", dependencies: [core, "WavePictures"],
      path: "Tests/Program/WavePicturesTests", swiftSettings: tests),
    .testTarget(
      name: "WaveServerTests",
      dependencies: [
        core, testSupport, "ServerTestSupport", "WaveServer", "WaveCertificates", "WaveAccess",
        "WaveSystem", "WaveOperations",
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOEmbedded", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOWebSocket", package: "swift-nio"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ], path: "Tests/Core/WaveServerTests", swiftSettings: tests),
    // Shared by the tests of all instruments' servers.
    .target(
      name: "ServerTestSupport",
      dependencies: [
        "HostTestSupport", "WaveServer",
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ], path: "Tests/Core/ServerTestSupport", swiftSettings: strict),
    .testTarget(
      name: "WaveSpectrumServerTests",
      dependencies: [
        core, "ServerTestSupport", "WaveServer", "WaveSpectrumServer", "WaveReceivers",
        .product(name: "Logging", package: "swift-log"),
      ], path: "Tests/Spectrum/WaveSpectrumServerTests", swiftSettings: tests),
    .testTarget(
      name: "WaveSensorsServerTests",
      dependencies: [
        core, "ServerTestSupport", "WaveServer", "WaveSensorsServer", "WaveSensorSources", "WaveSystem",
        "WaveStorage",
        .product(name: "Logging", package: "swift-log"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ], path: "Tests/Sensors/WaveSensorsServerTests", swiftSettings: tests),
    .testTarget(
      name: "WaveDataServerTests",
      dependencies: [
        core, testSupport, "HostTestSupport", "ServerTestSupport", "WaveServer", "WaveDataServer",
        "WaveSystem",
        "WaveTables",
        .product(name: "Logging", package: "swift-log"),
      ], path: "Tests/Data/WaveDataServerTests", swiftSettings: tests),
    .testTarget(
      name: "WaveCoverageServerTests",
      dependencies: [core, "ServerTestSupport", "WaveServer", "WaveCoverageServer"],
      path: "Tests/Coverage/WaveCoverageServerTests", swiftSettings: tests),
    .testTarget(
      name: "WaveHomeServerTests", dependencies: [core, "WaveServer", "WaveHomeServer"],
      path: "Tests/Home/WaveHomeServerTests", swiftSettings: tests),
    .testTarget(
      name: "WaveServingTests",
      dependencies: [
        core, "ServerTestSupport", "WaveServing", "WaveReceivers", "WaveSensorSources", "WaveServer",
        "WaveSensorsServer",
        "WaveSpectrumServer",
        .product(name: "Logging", package: "swift-log"),
      ],
      path: "Tests/Program/WaveServingTests", swiftSettings: tests),
    .testTarget(
      name: "WaveCommandTests",
      dependencies: [
        core, testSupport, "HostTestSupport", "WaveCommand", "WaveServer", "WaveCoverageServer",
        "WaveDataServer",
        "WaveReceivers", "WaveSensorSources", "WaveSensorsServer",
        "WaveCertificates", "WaveSystem", "WaveTerrain",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      path: "Tests/Program/WaveCommandTests", swiftSettings: tests),
  ]
    + libraryTests.flatMap { folder, names in
      names.map { name in
        .testTarget(
          name: name,
          dependencies: [core, fuzzing, testSupport],
          path: "Tests/Library/\(folder)/\(name)", swiftSettings: tests)
      }
    }
    + libraryExamples.map { name in
      .executableTarget(
        name: name, dependencies: [core], path: "Examples/Library/\(name)",
        swiftSettings: [.treatAllWarnings(as: .error)])
    }
)
