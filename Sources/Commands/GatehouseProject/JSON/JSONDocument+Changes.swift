// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Changes in place: all bytes but those of the changed value stay.
///
/// A new member has the blanks of the member before it, so that a file keeps its style.
extension JSONDocument {
    /// Sets the value at a pointer; a value that is there already stays byte for byte.
    ///
    /// Missing objects on the way are made, and a member or element that is `null` is replaced. An element of an array
    /// is appended with the array's count as its index.
    ///
    /// - Throws: `JSONFlaw` if a value on the way is neither an object nor an array with that place, or if the document
    ///   gets too large or too deep.
    package mutating func set(_ value: JSONValue, at pointer: JSONPointer) throws(JSONFlaw) {
        if let node = node(at: pointer) {
            guard self.value(of: node) != value else { return }
            self = try replacing(node.range, by: replacement(of: node, by: value))
            return
        }
        guard let parent = pointer.parent, let name = pointer.tokens.last else { return }
        guard let container = node(at: parent) else {
            return try set(.object([JSONValue.Member(name, value)]), at: parent)
        }
        switch container.kind {
        case .null:
            self = try replacing(
                container.range, by: replacement(of: container, by: .object([JSONValue.Member(name, value)])))
        case .object(let members):
            self = try inserting(
                name, value, into: container,
                after: members.map { $0.nameRange.lowerBound..<$0.value.range.upperBound },
                colon: members.last.map { $0.nameRange.upperBound..<$0.value.range.lowerBound })
        case .array(let elements) where name == String(elements.count):
            self = try inserting(nil, value, into: container, after: elements.map(\.range), colon: nil)
        case .array, .bool, .number, .string:
            throw JSONFlaw(
                parent, line: line(at: container.range.lowerBound),
                "The value is \(self.value(of: container).kindInWords) and cannot have the member '\(name)'.")
        }
    }

    /// Removes a member or an element, with the comma that separates it; an absent one is not an error.
    ///
    /// - Throws: `JSONFlaw` at the root, which cannot be removed.
    package mutating func remove(at pointer: JSONPointer) throws(JSONFlaw) {
        guard let parent = pointer.parent, let name = pointer.tokens.last else {
            throw JSONFlaw(.root, line: 1, "The whole document cannot be removed.")
        }
        guard node(at: pointer) != nil, let container = node(at: parent) else { return }
        let ranges: [Range<Int>]
        let place: Int?
        switch container.kind {
        case .object(let members):
            ranges = members.map { $0.nameRange.lowerBound..<$0.value.range.upperBound }
            place = members.firstIndex { $0.name.utf8.elementsEqual(name.utf8) }
        case .array(let elements):
            ranges = elements.map(\.range)
            place = Int(name)
        case .null, .bool, .number, .string: return
        }
        guard let index = place, ranges.indices.contains(index) else { return }
        let removed: Range<Int> =
            if ranges.count == 1 {
                (container.range.lowerBound + 1)..<(container.range.upperBound - 1)
            } else if index == 0 {
                ranges[0].lowerBound..<ranges[1].lowerBound
            } else {
                ranges[index - 1].upperBound..<ranges[index].upperBound
            }
        self = try replacing(removed, by: "")
    }

    /// Sets each member of an object at a pointer, and leaves the other members as they are.
    ///
    /// - Throws: `JSONFlaw`, see `set(_:at:)`.
    package mutating func merge(_ members: [JSONValue.Member], at pointer: JSONPointer) throws(JSONFlaw) {
        for member in members { try set(member.value, at: pointer.appending(member.name)) }
    }

    /// Sets the members of objects, also of those inside each other, and leaves their other members as they are.
    ///
    /// - Throws: `JSONFlaw`, see `set(_:at:)`.
    package mutating func mergeDeep(_ value: JSONValue, at pointer: JSONPointer) throws(JSONFlaw) {
        guard case .object(let members) = value, case .object? = self[pointer] else {
            return try set(value, at: pointer)
        }
        for member in members { try mergeDeep(member.value, at: pointer.appending(member.name)) }
    }

    // MARK: - Style

    private func replacement(of node: JSONNode, by value: JSONValue) -> String {
        let hasContent =
            switch node.kind {
            case .array(let elements): !elements.isEmpty
            case .object(let members): !members.isEmpty
            case .null, .bool, .number, .string: false
            }
        let isInline = isOneLine || hasContent && !body[node.range].contains(0x0A)
        return printer.text(value, indent: indent(at: node.range.lowerBound), isInline: isInline)
    }

    private func inserting(
        _ name: String?, _ value: JSONValue, into container: JSONNode, after children: [Range<Int>], colon: Range<Int>?
    ) throws(JSONFlaw) -> JSONDocument {
        let separator = colon.map { String(decoding: body[$0], as: UTF8.self) } ?? ": "
        let label = name.map { JSONPrinter.quoted($0) + separator } ?? ""
        guard let last = children.last else {
            let inside = (container.range.lowerBound + 1)..<(container.range.upperBound - 1)
            guard !isOneLine else {
                return try replacing(inside, by: label + printer.text(value, isInline: true))
            }
            let outer = indent(at: container.range.lowerBound)
            let inner = outer + printer.unit
            let text = printer.lineBreak + inner + label + printer.text(value, indent: inner)
            return try replacing(inside, by: text + printer.lineBreak + outer)
        }
        var start = container.range.lowerBound + 1
        if children.count > 1 {
            let comma = body[children[children.count - 2].upperBound...].firstIndex(of: UInt8(ascii: ","))
            start = (comma ?? start) + 1
        }
        let gap = String(decoding: body[start..<last.lowerBound], as: UTF8.self)
        let lineEnd = gap.utf8.lastIndex(of: 0x0A)
        let indent = lineEnd.map { String(gap[gap.utf8.index(after: $0)...]) } ?? ""
        let text = printer.text(value, indent: indent, isInline: lineEnd == nil)
        return try replacing(last.upperBound..<last.upperBound, by: "," + gap + label + text)
    }

    /// The manner in which the file is written.
    private var printer: JSONPrinter {
        guard let end = body.firstIndex(of: 0x0A) else { return JSONPrinter() }
        let lineBreak = end > 0 && body[end - 1] == 0x0D ? "\r\n" : "\n"
        guard let first = firstChild else { return JSONPrinter(lineBreak: lineBreak) }
        let unit = indent(at: first)
        return JSONPrinter(unit: unit.isEmpty ? "  " : unit, lineBreak: lineBreak)
    }

    /// Whether the document has content, all of it in one line.
    private var isOneLine: Bool {
        guard let first = firstChild else { return false }
        return !body[root.range.lowerBound..<first].contains(0x0A)
    }

    private var firstChild: Int? {
        switch root.kind {
        case .array(let elements): elements.first?.range.lowerBound
        case .object(let members): members.first?.nameRange.lowerBound
        case .null, .bool, .number, .string: nil
        }
    }

    /// The blanks at the beginning of the line that has a byte.
    private func indent(at position: Int) -> String {
        let line = body[..<position].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        return String(decoding: body[line...].prefix { $0 == 0x20 || $0 == 0x09 }, as: UTF8.self)
    }
}
