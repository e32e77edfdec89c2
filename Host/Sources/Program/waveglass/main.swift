import WaveCommand

// Before anything is opened.
StandardFiles.hold()
await Waveglass.main()
