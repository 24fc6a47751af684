"""HTTP: one module per resource, one per concern that cuts across them."""
