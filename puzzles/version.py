"""Which accord this is, said once: the distribution takes its version from here.

What runs asks this name, since to ask importlib.metadata costs a process 20 ms.
"""

VERSION = "0.1.0"
