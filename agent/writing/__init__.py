"""Turns results into words, and lets a model write only what its material says."""
