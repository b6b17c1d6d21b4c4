// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// `user-pool-group-precedence.json`: the groups of a user pool, with policies that AWS's tool gives their roles.
package enum GroupPrecedence {
    /// Reads the names of the groups in the order of their precedence.
    ///
    /// - Throws: `JSONFlaw` if a group has no name.
    package static func groups(_ document: JSONDocument) throws(JSONFlaw) -> [String] {
        var groups: [(precedence: Int, name: String)] = []
        for (index, row) in try document.cursor.elements().enumerated() {
            groups.append((try row.member("precedence")?.integer() ?? index + 1, try name(row)))
        }
        // The index decides between groups of one precedence.
        return groups.enumerated().sorted { ($0.element.precedence, $0.offset) < ($1.element.precedence, $1.offset) }
            .map(\.element.name)
    }

    private static func name(_ row: JSONCursor) throws(JSONFlaw) -> String {
        guard let name = try row.member("groupName")?.string() else { throw row.flaw("The group has no groupName.") }
        return name
    }

    /// The file after a change: rows keep their other members, and their places in the file.
    ///
    /// - Parameters:
    ///   - document: the present file; `nil` if there is none.
    ///   - groups: the names in the order of their precedence, which begins at 1.
    /// - Returns: the file.
    /// - Throws: `JSONFlaw` if a row has another shape.
    package static func document(changing document: JSONDocument?, to groups: [String]) throws(JSONFlaw) -> JSONDocument
    {
        guard var changed = document else {
            return try JSONDocument(JSONValue.array(groups.enumerated().map { row($1, $0 + 1) }))
        }
        var names: [String] = []
        for row in try changed.cursor.elements() { names.append(try name(row)) }
        for index in names.indices.reversed() where !groups.contains(names[index]) {
            try changed.remove(at: JSONPointer([String(index)]))
            names.remove(at: index)
        }
        for (index, group) in groups.enumerated() {
            if let place = names.firstIndex(of: group) {
                try changed.set(.integer(index + 1), at: JSONPointer([String(place), "precedence"]))
            } else {
                try changed.set(row(group, index + 1), at: JSONPointer([String(names.count)]))
                names.append(group)
            }
        }
        return changed
    }

    private static func row(_ group: String, _ precedence: Int) -> JSONValue {
        ["groupName": .string(group), "precedence": .integer(precedence)]
    }
}
