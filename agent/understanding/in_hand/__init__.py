"""What a message changes or asks of what its chat has in hand: `follow_ups` is the order in which that is tried."""
