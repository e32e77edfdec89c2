import WaveCommand

await Waveglass.main()
