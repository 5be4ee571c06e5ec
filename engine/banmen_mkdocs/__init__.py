"""The MkDocs side of Banmen: the board fence, its proof at build time, and what the pages load."""
