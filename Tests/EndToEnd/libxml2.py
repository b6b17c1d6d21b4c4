# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""The library libxml2, which the server has for signatures of XML, as an independent reader of documents."""
import ctypes
import ctypes.util

NO_NETWORK = 1 << 11
WARNING = 1


class Error(ctypes.Structure):
    """The beginning of xmlError."""

    _fields_ = [
        ("domain", ctypes.c_int), ("code", ctypes.c_int), ("message", ctypes.c_char_p), ("level", ctypes.c_int)]


HANDLER = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.POINTER(Error))


class LibXML2:
    """Reads documents with namespaces."""

    def __init__(self):
        path = ctypes.util.find_library("xml2")
        assert path, "The library libxml2 is missing, which the server itself needs."
        self.library = ctypes.CDLL(path)
        for name in ("xmlReadMemory", "xmlXPathNewContext", "xmlXPathEvalExpression", "xmlXPathCastToString"):
            getattr(self.library, name).restype = ctypes.c_void_p
        self.complaints = []
        # The library keeps the address, so the object must not be collected.
        self.handler = HANDLER(lambda _, error: self.complaints.append((error[0].level, error[0].message.decode())))
        self.library.xmlSetStructuredErrorFunc(None, self.handler)

    def read(self, text, path):
        """Whether the document is well-formed with its namespaces; and the value of an XPath in it."""
        self.complaints = []
        data = text.encode()
        document = self.library.xmlReadMemory(data, len(data), None, b"UTF-8", NO_NETWORK)
        is_right = bool(document) and all(level <= WARNING for level, _ in self.complaints)
        value = self.evaluate(document, path) if document else ""
        if document:
            self.library.xmlFreeDoc(ctypes.c_void_p(document))
        return is_right, value

    def evaluate(self, document, path):
        context = ctypes.c_void_p(self.library.xmlXPathNewContext(ctypes.c_void_p(document)))
        found = ctypes.c_void_p(self.library.xmlXPathEvalExpression(path.encode(), context))
        text = ctypes.c_void_p(self.library.xmlXPathCastToString(found))
        value = ctypes.cast(text, ctypes.c_char_p).value.decode()
        free = ctypes.CFUNCTYPE(None, ctypes.c_void_p).in_dll(self.library, "xmlFree")
        free(text)
        self.library.xmlXPathFreeObject(found)
        self.library.xmlXPathFreeContext(context)
        return value
