"""A message of several questions: where it is cut, what each part asks beside the others, and what of it is left."""
