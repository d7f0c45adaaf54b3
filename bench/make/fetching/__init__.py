"""Fetching: puzzles from services and addresses on the net, kept as files with a record.

In goes the name of a service, or the address of a file, a list or an archive; out comes a folder of
files that every command takes.  This is the only room that opens a connection, and it does so only
when it is asked to.  What comes back is believed in nothing: its size and time are bounded, it has
to be readable as puzzles, names in archives stay inside, and stated solutions are verified.

    download.py     a request over http or https, bounded in bytes, time and redirections
    unpack.py       what was downloaded as plain files: archives and compressed files
    address.py      an address: a file, an archive, or a list that names more files
    service.py      what a service of puzzles is; SERVICES of each are found by their files
    youdosudoku.py  the service of that name
    store.py        the folder of the user, its records, and whether files are still as they came
"""
