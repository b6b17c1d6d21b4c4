// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The namespaces that are declared at a position of a document (Namespaces in XML 1.0).
struct XMLNamespaces {
    /// An attribute as it is written, or the declaration of a namespace.
    struct Attribute {
        let name: ArraySlice<UInt8>
        let value: String
    }

    /// The namespace of the prefix `xml`, which needs no declaration and may have one.
    static let xml = "http://www.w3.org/XML/1998/namespace"
    /// The namespace of declarations, which no document declares.
    private static let declaration = "http://www.w3.org/2000/xmlns/"

    private var declared: [(prefix: [UInt8], uri: String)] = [(Array("xml".utf8), xml), ([], "")]
    /// The number of declarations before each open element.
    private var marks: [Int] = []

    /// Whether an attribute of this name declares a namespace.
    static func declares(_ name: ArraySlice<UInt8>) -> Bool {
        name.elementsEqual("xmlns".utf8) || name.starts(with: "xmlns:".utf8)
    }

    /// Adds the declarations of an element.
    mutating func enter(_ declarations: [Attribute]) throws(XMLReadingError) {
        marks.append(declared.count)
        for attribute in declarations {
            let prefix = Array(attribute.name.dropFirst("xmlns:".utf8.count))
            let uri = attribute.value
            guard declared.count < XMLLimits.namespaces, uri.utf8.count <= XMLLimits.nameBytes else { throw .tooLarge }
            guard !declared[marks[marks.count - 1]...].contains(where: { $0.prefix == prefix }) else {
                throw .repeatedAttribute
            }
            // An empty URI removes the default namespace; a prefix cannot be removed. The prefix `xml` has its own
            // namespace, and no other one (Namespaces in XML 1.0, section 3).
            guard uri.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), prefix.isEmpty || !uri.isEmpty,
                prefix.elementsEqual("xml".utf8) == (uri == Self.xml), uri != Self.declaration,
                !prefix.elementsEqual("xmlns".utf8)
            else { throw .badNamespace }
            declared.append((prefix, uri))
        }
    }

    /// Removes the declarations of an element.
    mutating func leave() {
        guard let mark = marks.popLast() else { return }
        declared.removeSubrange(mark...)
    }

    /// The name of an element; without a prefix it has the default namespace.
    func elementName(_ tag: ArraySlice<UInt8>) throws(XMLReadingError) -> XMLName {
        let (prefix, local) = Self.parts(tag)
        return XMLName(try uri(prefix ?? []), local)
    }

    /// The attributes of an element; without a prefix they have no namespace.
    func resolved(_ attributes: [Attribute]) throws(XMLReadingError) -> [XMLAttribute] {
        var resolved: [XMLAttribute] = []
        var names: Set<XMLName> = []
        for attribute in attributes {
            let (prefix, local) = Self.parts(attribute.name)
            let name = XMLName(try prefix.map(uri) ?? "", local)
            guard names.insert(name).inserted else { throw .repeatedAttribute }
            resolved.append(XMLAttribute(name: name, value: attribute.value))
        }
        return resolved
    }

    private func uri(_ prefix: ArraySlice<UInt8>) throws(XMLReadingError) -> String {
        guard let uri = declared.last(where: { $0.prefix.elementsEqual(prefix) })?.uri else { throw .badNamespace }
        return uri
    }

    private static func parts(_ name: ArraySlice<UInt8>) -> (prefix: ArraySlice<UInt8>?, local: String) {
        guard let colon = name.firstIndex(of: UInt8(ascii: ":")) else {
            return (nil, String(decoding: name, as: UTF8.self))
        }
        return (name[..<colon], String(decoding: name[(colon + 1)...], as: UTF8.self))
    }
}
