// swift-tools-version: 6.1
import PackageDescription

/// Kernels measured by themselves, by `swift package benchmark`; other libraries are compared in `peers`.
let package = Package(
  name: "benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "waveglass", path: ".."),
    .package(url: "https://github.com/ordo-one/benchmark", exact: "1.38.1", traits: []),
  ],
  targets: [
    .executableTarget(
      name: "Signal",
      dependencies: [
        .product(name: "Benchmark", package: "benchmark"),
        .product(name: "Waveglass", package: "waveglass"),
      ],
      path: "Benchmarks/Signal",
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]
    ),
    .executableTarget(
      name: "Series",
      dependencies: [
        .product(name: "Benchmark", package: "benchmark"),
        .product(name: "Waveglass", package: "waveglass"),
      ],
      path: "Benchmarks/Series",
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]
    ),
    .executableTarget(
      name: "Propagation",
      dependencies: [
        .product(name: "Benchmark", package: "benchmark"),
        .product(name: "Waveglass", package: "waveglass"),
      ],
      path: "Benchmarks/Propagation",
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]
    ),
  ]
)
