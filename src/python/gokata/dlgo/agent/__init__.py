"""The helpers of the book's agents."""
