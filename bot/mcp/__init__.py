"""FlyFun's tools for other programs, over the Model Context Protocol: read-only, and no model is needed."""
