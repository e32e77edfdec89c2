import WaveUnits

/// The properties of the ground, and of the air above it, that affect propagation.
struct Ground {
  /// The effective curvature of the earth for rays, in 1/m.
  let curvature: Double
  /// Refractivity at the ground, in N-units.
  let refractivity: Double
  /// The impedance of the ground for the polarisation.
  let impedance: Complex

  var radius: Double { 1 / curvature }

  init(_ link: IrregularTerrain, averageHeight: Double) {
    refractivity =
      averageHeight == 0
      ? link.surfaceRefractivity : link.surfaceRefractivity * Exponential.exp(-averageHeight / 9460)
    curvature = 157e-9 * (1 - 0.04665 * Exponential.exp(refractivity / 179.3))
    let permittivity = Complex(link.permittivity, 18_000 * link.conductivity / link.frequencyMegahertz)
    let root = (permittivity - Complex(1, 0)).squareRoot
    impedance = link.polarization == .vertical ? root / permittivity : root
  }
}
