"""The optimum and its proof: problems, solvers and what they return."""
