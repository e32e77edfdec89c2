import WaveUnits

/// A sine of so many turns.
func sine(_ turns: Double) -> Double { Trigonometry.sineCosine(turns: turns).sine }
