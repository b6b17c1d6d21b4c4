// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A place in the tree that the dotted names of a form describe.
struct QueryNode {
    private var text: String?
    private var children: [WireName: QueryNode] = [:]

    /// Puts a value at the end of a path.
    mutating func insert(
        _ value: String, at path: [WireName], maximumDepth: Int
    ) throws(WireSyntaxError) {
        guard path.count <= maximumDepth else { throw .tooDeep }
        insert(value, at: path[...])
    }

    private mutating func insert(_ value: String, at path: ArraySlice<WireName>) {
        guard let name = path.first else {
            text = value
            return
        }
        children[name, default: QueryNode()].insert(value, at: path.dropFirst())
    }

    /// Removes a field with a plain value, and returns the value.
    mutating func take(_ name: WireName) -> String? {
        children.removeValue(forKey: name)?.text
    }

    /// The tree as a value: `member` with numbers below it is a list, in the order of the numbers.
    var value: WireValue {
        if children.isEmpty { return .string(text ?? "") }
        if children.count == 1, let elements = children["member"]?.elements { return .array(elements) }
        return .object(children.mapValues(\.value))
    }

    private var elements: [WireValue]? {
        let numbered = children.compactMap { name, node in UInt32(name.text).map { ($0, node) } }
        guard numbered.count == children.count else { return nil }
        return numbered.sorted { $0.0 < $1.0 }.map(\.1.value)
    }
}
