"""Whether a sentence of prose claims only what an answer says: both are read as terms, and each claim is held."""
