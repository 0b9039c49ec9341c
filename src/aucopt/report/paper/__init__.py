"""The tables and figures of the paper, with the published numbers beside ours."""
