"""Step 2: the forms of a page, what they are for, and which of them may be asked."""
