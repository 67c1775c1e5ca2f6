"""A language server: what an editor asks of rules and manifests (docs/editors.md)."""
