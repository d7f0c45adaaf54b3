"""XCSP3, the format of the field's competitions: problems read and written.

A file goes in as bytes (`read_xcsp3`), a problem comes out; a problem goes in, and lines come out
(`write_xcsp3`).  Boussemart, Lecoutre, Audemard and Piette, "XCSP3-core: a format for representing
constraint satisfaction/optimization problems", arXiv 2009.00514, 2022.

Read `elements` first (the file as events), then `declarations` (variables), `lists` and
`functional` (what stands in the elements), `parts` (the registry of readers), a file of kinds/,
`templates` (group and slide) and `read`; `original` keeps the file beside its problem.  `elements`
has the errors, too, and bounds what a file may cost.  The way back: `writing` (the registry of
writers) and `write`.
"""
