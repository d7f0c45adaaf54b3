"""The player: traces as one page that opens offline, with the board, the tree and every reason."""
