"""What authors of types need: folders to begin with, and a language server for editors (docs/editors.md)."""
