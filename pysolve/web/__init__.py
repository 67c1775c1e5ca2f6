"""The page in the browser and the service behind it (docs/service.md); needs the extra `web`."""
