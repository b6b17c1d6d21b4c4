// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#ifndef XML_LIBRARY_H
#define XML_LIBRARY_H

#include <libxml/tree.h>
#include <stddef.h>
#include <stdint.h>

#define STRING(text) ((const xmlChar *)(text))

// Starts the libraries once, and makes them silent on this thread; 0 if they cannot start.
int gatehouse_xml_begin(void);

// A document without a document type; null for one that is not well-formed.
xmlDocPtr gatehouse_xml_parse(const uint8_t *bytes, size_t count);

// The only child of an element with a name; null if there is none or more than one.
xmlNodePtr gatehouse_xml_only_child(xmlNodePtr parent, const xmlChar *name_space, const xmlChar *name);

#endif
