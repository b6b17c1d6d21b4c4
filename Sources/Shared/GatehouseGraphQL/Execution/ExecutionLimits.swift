// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The bounds of what a document may ask for, counted after fragments and aliases are unfolded.
package struct ExecutionLimits: Hashable, Sendable {
    /// The deepest nesting of selections; 0 for no bound but that of all plans.
    package var depth: Int
    /// The most selected fields.
    package var fields: Int
    /// The most root fields.
    package var rootFields: Int
    /// The most response keys of one field in one object.
    package var aliases: Int
    /// The most bytes of all arguments as JSON, about, where a variable counts at each use.
    package var argumentBytes: Int
    /// The most values of the response.
    package var values: Int

    /// The nesting that no plan exceeds.
    static let deepest = 75
    /// The most selections that are looked at to make one plan, for each field that may be selected.
    static let stepsForField = 40

    /// Sets the bounds.
    package init(
        depth: Int = 20, fields: Int = 5_000, rootFields: Int = 50, aliases: Int = 50,
        argumentBytes: Int = 2 * 1_024 * 1_024, values: Int = 500_000
    ) {
        self.depth = depth
        self.fields = fields
        self.rootFields = rootFields
        self.aliases = aliases
        self.argumentBytes = argumentBytes
        self.values = values
    }

    /// How often a response may show the whole schema: tools ask for it once, some with parts of it once more.
    static let introspections = 2

    /// The error of a document that exceeds a bound.
    static func exceeded(_ text: String, at locations: [SourceLocation] = []) -> GraphQLError {
        GraphQLError(.limit, text, at: locations, errorType: "QueryLimitExceeded")
    }
}
