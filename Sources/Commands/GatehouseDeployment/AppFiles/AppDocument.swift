// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseProject

/// A configuration file of an app that exists or does not, to which a content is brought in place.
struct AppDocument {
    /// The flow that every tool writes into a new file; a person need not have chosen it.
    ///
    /// In a file that does not say which tool wrote it, the value is a person's.
    private static let usualFlow = "USER_SRP_AUTH"
    /// Members of pages that belong to another provider than a user pool, which the tool never writes.
    private static let foreignPages = ["SignInURI", "TokenURI"]

    private let document: JSONDocument?
    private let format: AppFormat
    private let path: String

    /// Makes the value for a file with its path.
    init(_ document: JSONDocument?, format: AppFormat, path: String) {
        self.document = document
        self.format = format
        self.path = path
    }

    /// What a file says.
    struct Content: Sendable {
        let value: JSONValue
        /// The name of the data API in it.
        let apiName: String?
    }

    /// The file with a content.
    ///
    /// Members of the content replace members of the file, members that the tool owns and the content does not have are
    /// removed, and all others stay as they are.
    ///
    /// - Throws: `JSONFlaw` if the file that exists is not an object.
    func merging(_ content: Content, record: inout AppFileRecord) throws(JSONFlaw) -> JSONDocument {
        let apis = [record.api(of: path), content.apiName].compactMap(\.self)
        if format.namesAPIs { try record.note(api: content.apiName, of: path) }
        guard var changed = document else {
            if let flow = format.flow { try record.note(flow: content.value[flow]?.text, of: path) }
            return try JSONDocument(content.value)
        }
        // A file with another value than an object is refused before it changes.
        _ = try changed.cursor.members()
        let kept = try keptPlaces(in: changed, content.value, &record)
        for place in format.owned(apis: apis)
        where content.value[place] == nil && !kept.contains(where: { place.tokens.starts(with: $0.tokens) }) {
            try changed.remove(at: place)
        }
        for place in format.wholes {
            if let value = content.value[place], changed[place] != nil { try changed.set(value, at: place) }
        }
        try changed.mergeDeep(kept.reduce(content.value) { $0.removing($1.tokens[...]) }, at: .root)
        try removeEmpty(&changed)
        return changed
    }

    /// The places whose values a person chose.
    private func keptPlaces(
        in present: JSONDocument, _ content: JSONValue, _ record: inout AppFileRecord
    ) throws(JSONFlaw) -> [JSONPointer] {
        var kept: [JSONPointer] = []
        if let flow = format.flow {
            let written = record.flow(of: path) ?? (Self.isOfTool(present) ? Self.usualFlow : nil)
            if let chosen = present[flow]?.text, chosen != written {
                kept.append(flow)
            } else {
                try record.note(flow: content[flow]?.text, of: path)
            }
        }
        if let pages = format.pages, content[pages] == nil, let own = present[pages],
            Self.foreignPages.contains(where: { own[$0] != nil })
        {
            kept.append(pages)
        }
        return kept
    }

    /// Whether a file says that a tool wrote it, as AWS's tool and this one do.
    private static func isOfTool(_ document: JSONDocument) -> Bool {
        document[JSONPointer(["UserAgent"])]?.text?.hasPrefix("aws-amplify") == true
    }

    /// Removes the blocks of plugins that are empty, and the objects around them that are empty then.
    private func removeEmpty(_ document: inout JSONDocument) throws(JSONFlaw) {
        for block in format.blocks {
            var place = block
            while let outer = place.parent {
                if document[place] == .object([]) { try document.remove(at: place) }
                place = outer
            }
        }
    }
}

extension JSONValue {
    /// The value at a place; `nil` if there is none.
    fileprivate subscript(place: JSONPointer) -> JSONValue? {
        place.tokens.reduce(Optional(self)) { $0?[$1] }
    }

    /// The text, if the value is one.
    fileprivate var text: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The value without a member inside it.
    fileprivate func removing(_ tokens: ArraySlice<String>) -> JSONValue {
        guard case .object(let members) = self, let name = tokens.first else { return self }
        let inner = tokens.dropFirst()
        return .object(
            members.compactMap { member in
                guard member.name == name else { return member }
                return inner.isEmpty ? nil : Member(name, member.value.removing(inner))
            })
    }
}
