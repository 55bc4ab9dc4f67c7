"""The rooms: what FlyFun can do, one subject a folder; importing a room registers its tools and words."""
