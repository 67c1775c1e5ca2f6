"""Pictures: marks at places, as terminal drawings, SVG and answer text."""
