"""The boards that ship with Zickzack, one TOML file each."""
