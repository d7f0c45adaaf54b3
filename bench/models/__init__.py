"""Model files: programs in Python that make a model, which become problems.

    model_file    a file is run in a process of its own, under limits; out comes its problem
    running       what happens in that process
    slips         what Python takes in silence and does not mean what it says

A model is code: it is run only when its file is named, never because it lies in a folder that is
read, and what its process says is read as data.
"""
