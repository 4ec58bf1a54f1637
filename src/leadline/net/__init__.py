"""The only door to the network. What fetches wraps what fetches, so that the order can be read."""
