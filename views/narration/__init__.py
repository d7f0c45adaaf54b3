"""Narration: traces in words and frames, for people who read and do not program.

In goes a recording (solvers/traces/events.py); out come sentences, captions and frames. Read
`narration.py` first: what happened in each event, and why; `constraint_words.py` says what the
constraints of a problem are. `captions.py` says of a whole trace which puzzle it is of, which
solver wrote it and how it ended; `terminal.py` plays it in a terminal, with `variable_lines.py` for
the variables of a problem. Pages use the same sentences. `difference.py` says where two searches
part. `proof_recording.py` makes a recording of a proof, and `proof_text.py` paragraphs of it.
"""
