"""What pysolve is compared with on small boards: the rules evaluated by hand (stable), and the rules in words, tried
on every filling of the board (shading, loops, regions, numbers, objects, genres). None of them knows pysolve or clasp.
"""
