"""Links of puzz.link for the tests: an example of each genre that a type has; reading and writing.

The examples are the examples that pzpr (https://github.com/sabo2/pzprjs, and its continuation, https://github.com/robx/pzprjs;
both under the MIT License, © 2011, 2014 Kobayashi, Daisuke (sabo2) and others) tests itself with; a few are our own.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

from pysolve import formats
from pysolve.catalog.genres import genres
from pysolve.formats import Reading, Source
from pysolve.formats.puzzlink_places import is_regions
from pysolve.model.puzzle import Puzzle

SITE = "https://puzz.link/p?"

#: What stands behind the genre's name: columns, rows and body.
EXAMPLES = {
    "aho": "6/6/4i264n6j3n223i4",
    "akari": "6/6/nekcakbl",
    "akichi": "6/6/lll199007rs11434g1g0",
    "alter": "4/4/aqgk1gc1a3b1a1a2c",
    "aqre": "6/6/444400vvo3u0012345g",
    "aquapelago": "6/6/l3zi2h3h",
    "aquarium": "4/4/bu8i90/i3213g",
    "araf": "5/5/457m3i8ma57",
    "archipelago": "6/6/2o.g3h.n1p1",
    "arrowflow": "6/6/h0h.l0k..h3.idg2j1g",
    "arukone": "4/4/12l3123j",
    "ayeheya": "5/5/jnege00vk1",
    "balance": "5/5/g9m1k0m8g",
    "battleship": "6/6/g12h2g30g3gk0r3w//c",
    "bhaibahan": "6/6/34o1k3.k.o28",
    "bonsan": "c/6/6/h.g2j1g2i.l1h.g.h.g3i",
    "bosanowa": "6/5/jo9037g2n2n3g4j3i",
    "bosnianroad": "6/6/j6b4l3i",
    "box": "5/5/7a9979672f",
    "bramble": "5/5/4cql3su032g222g",
    "bunnyhop": "4/4/g50g",
    "bwloop": "6/6/i803qi0i6i30",
    "canal": "6/6/3i3h2z4h5i2",
    "castle": "5/5/c230021k111a210f",
    "cave": "6/6/g3q2h3jbj3i3i2g",
    "cbanana": "5/5/g13t6h6i1",
    "cbblock": "4/4/ah0oa",
    "chocona": "6/6/8guumlfvo1eq33122g21g32",
    "circlesquare": "6/6/0a6090i90223",
    "circuitwalk": "6/6/g60802ogk.k6n4u",
    "cityspace": "6/6/8i3t2i3r",
    "cocktail": "6/6/2aaaaauco3o043g12513",
    "cojun": "4/4/pd0hsoh3p3h",
    "context": "6/6/i1k0h2h2g2m0g2i1g12g",
    "coral": "5/5/11g11g5k3h3h31j3h2h",
    "cornerch": "6/6/g4j2s3g3h4i3l",
    "country": "5/5/amda0uf02h12h",
    "creek": "6/6/gagaich2cgb6769dt",
    "cts": "5/5/03g21g.2g1h4h3h01g12g.h1h",
    "curving": "6/6/g2g20920",
    "dbchoco": "6/6/ueoq8p30g42j4n5s22j",
    "detour": "6/5/i5rpid6hgqh423",
    "disco": "5/5/d552apfg",
    "dominion": "5/5/h2l2g3k1h1i2",
    "doppelblock": "5/5/g6g34g10h",
    "dosufuwa": "5/5/7pnsmrhf31d1",
    "dotchi": "6/6/0402223u0c00231530k21420",
    "dotchi2": "6/6/3lmbl3i6iv8s4g4oeqok0i1a",
    "doubleback": "4/4/14063o",
    "easyasabc": "4/4/3/1m2h3g3h",
    "elasticlink": "6/6/50g4j040p.t1l1i",
    "energywalk": "6/6/vvo203ggv.j6p8i",
    "factors": "5/5/rvvcm9jf54653-28ca2833-14",
    "familyphoto": "6/6/9k5gq2p0l1g2j2n4j4g1l",
    "fillmat": "6/6/c1h1l2c2c1b",
    "fillomino": "6/6/h4j53g2k5233k2g14j3h",
    "fivecells": "6/6/72b1i0f2b1i3a",
    "forestwalk": "6/6/5s007b50p.i5g6p1n",
    "fourcells": "6/6/b1d2a3e3d1f2b2a3b2",
    "geradeweg": "5/5/l211i2h3i4k",
    "gokigen": "4/4/iaegcgcj6a",
    "golemgrad": "6/6/0g1l0.h.0.i00g0.0h0.0.00g0g",
    "hakoiri": "5/5/4qb44qb41c3c1f23a2b1b1",
    "hamlepaths": "6/6/k2h1n3h.g1h2j5j3",
    "hanare": "4/4/jegf6gu3",
    "hashi": "5/5/4g2i3h23k3g1g3g4g3",
    "hasunomura": "6/6/g2l2j2h5n6k6j",
    "heteromino": "5/5/d7b7a7b7b77c7d",
    "heyablock": "6/6/jllh99207rs02g20g0g2",
    "heyabon": "6/6/1fffbbv004o001l.g.h.g.h0j.g.1g.g.j./",
    "heyawake": "6/6/lll155007rs12222j",
    "hinge": "5/5/88gh43t0g46g",
    "hitori": "4/4/1114142333214213",
    "icewalk": "6/6/01900hh09j.g9m4g3g2r3i",
    "invlitso": "4/4/2tge80",
    "island": "5/5/1g6m2i3h4m",
    "juosan": "5/5/8mdnvues132g213g22g",
    "kakuro": "5/5/48la0.na0lh3l0Bn.0cl.c4a3",
    "kazunori": "4/4/94g1s0g4k2p2k",
    "keywest": "5/5/gb7ej1008ega",
    "koburin": "5/5/clcbg.n",
    "kramma": "c/6/6/i12090700000",
    "kropki": "4/4/aa7fioco",
    "kurochute": "5/5/132k1i1i2k332",
    "kurodoko": "5/5/i7g5l2l2g4i",
    "kurotto": "5/5/30m4h6h4m02",
    "kusabi": "5/5/1b13k211f",
    "lapaz": "6/6/00j20l1l2l02j02",
    "lightshadow": "6/6/g54i6k7p1k2i-149g",
    "lineofsight": "5/5/a32a31b31a32c42c12a41b11a32a",
    "lits": "4/4/9q02jg",
    "lixloop": "6/6/b22b25m31a33l36a",
    "lollipops": "5/5/3m12g3a",
    "lookair": "6/6/g5b1f1e110b3f0",
    "loute": "6/6/4i3q5h4h3s",
    "lring": "5/5/p1ci1bj",
    "magnets": "4/4/g2i2g0g1g21ir4g7vo0090600000",  # ours: plates of other sizes, as pzpr's own example has, are refused
    "makaro": "5/5/lfflu7qdemei2icmb",
    "martini": "6/6/hll441s1j41u0g2h.h0i300g0.h.j0h3g1k",
    "marutaring": "5/5/4ccqt2e231g43",
    "mashu": "6/6/1063000i3000",
    "maxi": "4/4/3k8d4gg6g",
    "meander": "4/4/94g0f0i2n2h4",
    "mejilink": "4/4/g9rm4",
    "midloop": "4/4/jfjfi3fr",
    "minarism": "4/4/hhhq21pgi",
    "mines": "5/5/g2m13l13g0j",
    "mintonette": "6/6/m.-15i.o.m..j",
    "mochikoro": "5/5/2h1p24l1g1",
    "mochinyoro": "5/5/k2i1i1n2h",
    "moonsun": "6/6/44ccaa0c0vo0f1767932ii12",
    "morningwalk": "6/6/1094h3mgm93g.k3k3j2l1g",
    "myopia": "6/6/gci2i5lbjel5hcj",
    "nagenawa": "6/6/vvurf60096dpg616410g1g",
    "nanro": "4/4/6r0s1oi13n1h",
    "narrow": "5/5/g22p113i1k",
    "nawabari": "5/5/f0b1f2a1f",
    "news": "4/4/8mg5gg5382645.36./",
    "nibunnogo": "4/4/iac6ajc7a",
    "nikoji": "4/4/h1g2h3h2h43g",
    "nondango": "6/6/5jlp72e15tpq2i3ikht0",
    "nonogram": "6/6/12g1111h11112j12g11g21j11g3h",
    "norinori": "5/5/cag4ocjo",
    "norinuri": "6/6/k.i.i2m.h.j.h.i",
    "nothing": "5/5/jfu22s3c",
    "numcity": "4/4/j2i13l4i0s08",
    "numlin": "5/5/1j2h3m1h2j3",
    "nuribou": "6/6/h4h1r4h8r4g",
    "nurikabe": "5/5/g5k2o1k3g",
    "nuriloop": "5/5/4m2m1n",
    "nurimaze": "6/6/gp7tjdfaugsk91e2n",
    "nurimisaki": "5/5/g.i.m2l.j",
    "nuritwin": "5/5/190kcnu62h2",
    "oasis": "5/5/.g2...r.g.g.h",
    "oneroom": "5/5/l7tt2a442h1g",
    "onsen": "5/5/1ftot68fr.q./",
    "orbital": "6/6/031d8a00m3h.v3n",
    "outofsight": "5/5/1321b33e11a4111a11434141131311c",
    "paintarea": "5/5/pmvmfuejf4k1f",
    "pentominous": "5/5/g4g2h4g4o4l",
    "pipelink": "5/5/mamejan",
    "portal": "6/6/m.g21g3i2.k.h.h.1g3i",
    "putteria": "6/6/2anr5pu5r2pezv",
    "rectslider": "6/6/i..1j.g2g0g.h4o.h1g.g",
    "retsurin": "5/5/m0i2q0g",
    "ringring": "6/6/020005722222",
    "ripple": "4/4/9n8rigk14h32k",
    "roboticwalk": "5/5/6c216pct",
    "roma": "6/6/i7vvvedt15932c3c5f3c1321b25a3a1514a1",
    "roundtrip": "6/6/22k3i6g2233g5i22",
    "ruleofthree": "5/5/h80ag",
    "sashigane": "6/6/jnhnhrjohljpi",
    "sashikazune": "6/6/3k4h345r1g3h2l",
    "satogaeri": "6/6/9qspa8n5sps32i0k.1j.k1j31g4k",
    "scrin": "6/6/g2h.zl.h4g",
    "sendai": "4/4/8qg51g3g1",
    "shakashaka": "6/6/cgbhdhegdrb",
    "shikaku": "6/6/j3g56h6t6h23g5j",
    "shimaguni": "6/6/7fe608s0e3uf3g3g2g43",
    "shugaku": "5/5/c5d462b",
    "simplegako": "4/4/6m1m",
    "simpleloop": "5/5/sg020",
    "skyscrapers": "4/4/k13h4j3g",
    "slashpack": "6/6/12g3g1h3i1i2h2i32m1g3g",
    "slither": "5/5/cbcbcddad",
    "smullyan": "5/5/g4j1j2g34o4",
    "snake": "4/4/060300g1h4i",
    "soulmates": "4/4/531m1g5g1g",
    "squarejam": "5/5/u2n2",
    "starbattle": "6/6/1/4ilbhgdnmhou",
    "stostone": "6/6/433aaqv064p03g433h",
    "subomino": "5/5/3j6j3i4o410000",
    "sudoku": "4/4/g1k23k3g",
    "suguru": "5/5/cih47bs73m3g5p1g2g",
    "sukoro": "5/5/2a2c4a2g2a4c2a2",
    "sukororoom": "6/6/pjlrrl69bqquf2j2i3h",
    "sumiwake": "4/4/hbo6bgbhmtg1c0",
    "swslither": "5/5/6a015a21b2a3a1211b6b55",
    "symmarea": "6/6/g1i1g6i82p53i5g1i4g",
    "tapa": "5/5/3n5hchhajn2",
    "tapaloop": "6/6/g3t+32hart2g",
    "tasquare": "5/5/h1lap1j",
    "tatamibari": "5/5/m3g11i2g31h13g3g",
    "tentaisho": "5/5/6fl94fi65en8dbf10000",
    "tents": "5/5/2g0h1i1j82323",
    "teri": "4/4/h2h43o",
    "tetrominous": "4/4/1h1k3l",
    "tilepaint": "6/6/mfttf5ovqrrvzv234232243331",
    "toichika": "6/6/6tu7aap3i7lj92628282b1d",
    "toichika2": "5/5/ljth45qc3h2h",
    "tontonbeya": "4/4/9807i0a12j31a",
    "trainstations": "6/6/i3.i.5l.h00k.h.l",
    "trizone": "6/6/22n2g2h4j1h2g1n00",
    "tslither": "5/5/ckb2c13666b",
    "turnaround": "5/5/1g1m02l31k",
    "turnrun": "6/6/5j5g41k.j0h1h0m1h",
    "twinarea": "5/5/cvemql0qm2t6hivvuc",
    "usoone": "6/6/88aaaa03u0o0b75ecdk71cg76bg",
    "usotatami": "5/5/1a13a2d1a1a3a121b3b2",
    "uturns": "6/6/a1g12b2b2b2a2c121d2a2a",
    "vertigo": "6/6/01g21ovg",
    "view": "6/6/j3i1n5g3l5h3l",
    "vslither": "5/5/j7b92bh57cg",
    "wafusuma": "4/4/i4.o.g3i7g.g",
    "wagiri": "4/4/lebcacja1d2b1d1a",
    "walllogic": "6/6/h3k11l3g7h+g6j2i+++g",
    "wataridori": "6/6/gnfbnlfc99iuj.j12.j.2.6g.h.j.h3i",
    "waterwalk": "5/5/2e204q-13s",
    "wblink": "5/5/ci6a2ln1i",
    "wittgen": "5/5/j.h..i2..i.jb",
    "yajikazu": "5/5/22a21e31111042k32a",
    "yajilin": "5/5/m32j10",
    "yajilin-regions": "5/5/49j60s3020g1g",
    "yajirushi": "5/5/k2.g..l.g.g..g.g",
    "yajirushi2": "5/5/.hbgal.i1.gb",
    "yajitatami": "5/5/b3233a2222p1233",
    "yinyang": "5/5/016612300",
}


def read(link: str, type_: str | None = None) -> Puzzle:
    """The puzzle of a link, without the site."""
    return formats.read(Source.of_address(SITE + link), Reading(type=type_))


def written(puzzle: Puzzle) -> str:
    """The link of a puzzle, without the site; PuzzleError if it has none."""
    return formats.write(puzzle, "puzzlink").decode().strip().removeprefix(SITE)


def without_some_clues(puzzle: Puzzle, seed: int) -> Iterator[Puzzle]:
    """The puzzle, and the same without its options and some of its clues."""
    yield puzzle
    choose = random.Random(seed)
    for share in (0.3, 0.7, 1.0):
        tokens = {}
        for part in puzzle.type.parts:
            whole = is_regions(puzzle.type, part) or part.shape.is_lists
            here = [(part.place(token.values), token) for token in puzzle.tokens.get(part.name, ())]
            kept = {place: whole or choose.random() > share for place in dict.fromkeys(place for place, _ in here)}
            tokens[part.name] = tuple(token for place, token in here if kept[place])
        yield replace(puzzle, tokens=tokens, options={})


def has_later_sections(puzzle: Puzzle) -> bool:
    """Whether something stands in sections that are often left out: pzpr 0.10.1 does not have all of these yet."""
    optional = [section for genre in genres(puzzle.type) for section in genre.sections if section.optional]
    return any(puzzle.tokens.get(name) for section in optional for name in section.parts)
