// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AccessManagementShapes
import GatehouseAccess
import GatehouseWire

/// A page of a list: the elements after a marker, which is the name of the last element of the page before.
struct ListPage<Element> {
    /// The elements of a page when the request names no number.
    private static var usualSize: Int { 100 }

    let elements: [Element]
    /// The marker of the next page; `nil` at the end of the list.
    let marker: String?

    var isTruncated: Bool { marker != nil }

    /// Takes a page of a list, which is in the order of the names.
    init(of list: [Element], after marker: String?, maximum: Int?, by name: (Element) -> String) {
        let rest = marker.map { marker in list.filter { WireName(marker) < WireName(name($0)) } } ?? list
        elements = Array(rest.prefix(maximum ?? Self.usualSize))
        self.marker = elements.count < rest.count ? elements.last.map(name) : nil
    }
}

extension ListPage where Element == AccessManagementTag {
    /// Takes a page of tags; the markers are positions, because a key can have characters that no marker may have.
    init(of tags: EntryTags, after marker: String?, maximum: Int?) {
        let numbered = tags.sorted.enumerated().map { position, tag in
            (name: String(100 + position), tag: AccessManagementTag(key: tag.key, value: tag.value))
        }
        let page = ListPage<(name: String, tag: AccessManagementTag)>(
            of: numbered, after: marker, maximum: maximum
        ) { $0.name }
        self.init(elements: page.elements.map(\.tag), marker: page.marker)
    }

    private init(elements: [AccessManagementTag], marker: String?) {
        self.elements = elements
        self.marker = marker
    }
}

extension EntryTags {
    /// The tags of a response; `nil` without tags.
    var shapes: [AccessManagementTag]? {
        let tags = sorted.map { AccessManagementTag(key: $0.key, value: $0.value) }
        return tags.isEmpty ? nil : tags
    }
}

extension Policy {
    /// The document in JSON with the escapes of RFC 3986, as the responses of IAM have it.
    var escapedText: String {
        FormFields.escaped(String(decoding: document.json(), as: UTF8.self))
    }
}
