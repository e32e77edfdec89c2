print("waveglass")
