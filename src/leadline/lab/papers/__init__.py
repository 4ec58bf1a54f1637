"""The experiments of two papers, repeated on any table, with `sounding` beside their policies.

Wu, Wen, Liu, Ma 2006 (Figures 2–6) and Ntoulas, Zerfos, Cho 2005 (Figures 10–16). `figures` is the
table of what is run and which claims are checked; the other modules run, judge and draw.
"""
