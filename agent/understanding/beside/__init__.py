"""What belongs to a plan beside what its readings say: `additions` is the order in which it is put there."""
