import WaveUnits

/// A sine of so many turns.
func sine(_ turns: Double) -> Double { Trigonometry.sineCosine(turns: turns).sine }

/// A number with two decimals.
func rounded(_ value: Float) -> Double { (Double(value) * 100).rounded() / 100 }
