// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseGraphQL

/// A schema written for Amplify, compiled: what resolvers, stores and the authorization of an API work with.
package struct DataAPI: Sendable {
    /// The settings that the schema was compiled with.
    package var settings: DataSettings
    /// The models in the order of the written schema; join models of many-to-many relations follow.
    package private(set) var models: [Model]
    /// The values of each enum.
    package var enums: [String: [String]]
    /// The types without a table of their own, which are stored inside records, by name.
    package var plainTypes: [String: PlainType]
    /// The fields of the root types that the author wrote.
    package var rootFields: [RootField]
    /// Whether the sandbox switch admits API keys to models without rules.
    package var isSandbox: Bool
    /// The generated schema that requests are validated against.
    package var schema: Schema
    /// The generated schema as text.
    package var text: String
    /// What the author should know, sorted by line.
    package var warnings: [SchemaNotice]
    private var positions: [String: Int]

    /// Makes a compiled schema.
    package init(
        settings: DataSettings, models: [Model], enums: [String: [String]], plainTypes: [String: PlainType],
        rootFields: [RootField], isSandbox: Bool, schema: Schema, text: String, warnings: [SchemaNotice]
    ) {
        self.settings = settings
        self.models = models
        self.enums = enums
        self.plainTypes = plainTypes
        self.rootFields = rootFields
        self.isSandbox = isSandbox
        self.schema = schema
        self.text = text
        self.warnings = warnings
        positions = Dictionary(models.enumerated().map { ($0.element.name, $0.offset) }) { first, _ in first }
    }

    /// The model with a name.
    package func model(_ name: String) -> Model? { positions[name].map { models[$0] } }
}

/// An error or a warning about a schema, with its place.
package struct SchemaNotice: Error, Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The line, counted from 1; 0 if the notice is about the whole schema.
    package var line: Int
    /// The column, counted from 1.
    package var column: Int
    /// The type that the notice is about.
    package var type: String?
    /// The text for people.
    package var message: String

    /// Makes a notice.
    package init(_ message: String, type: String? = nil, at location: SourceLocation = .none) {
        line = location.line
        column = location.column
        self.type = type
        self.message = message
    }

    package static func < (one: Self, other: Self) -> Bool { (one.line, one.column) < (other.line, other.column) }

    package var description: String {
        let place = line > 0 ? "\(line):\(column): " : ""
        return place + (type.map { "\($0): " } ?? "") + message
    }
}

/// All errors of a schema.
package struct SchemaErrors: Error, Hashable, Sendable, CustomStringConvertible {
    /// The errors, sorted by line.
    package let errors: [SchemaNotice]

    /// Sorts errors by their places; errors in one place keep their order, and repeated ones are dropped.
    package init(_ errors: [SchemaNotice]) {
        var seen: Set<SchemaNotice> = []
        let distinct = errors.filter { seen.insert($0).inserted }
        self.errors = distinct.enumerated()
            .sorted {
                ($0.element.line, $0.element.column, $0.offset) < ($1.element.line, $1.element.column, $1.offset)
            }
            .map(\.element)
    }

    package var description: String { errors.map(\.description).joined(separator: "\n") }
}
