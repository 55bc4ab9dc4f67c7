"""One message read by itself: which tool, which arguments, how sure that is, and what of it no argument holds."""
