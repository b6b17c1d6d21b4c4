// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify
public import Foundation

/// A filter or condition of AWS AppSync, in types that JSON has.
public typealias GraphQLFilter = [String: Any]

extension QueryPredicate {
    /// The condition as a filter.
    ///
    /// A relation to one record is compared by its attribute in the record. One with several attributes keeps its name,
    /// which the service refuses: compare each attribute instead.
    ///
    /// - Parameter modelSchema: the model with the fields; nil for fields without relations.
    /// - Returns: the filter; an empty one fits all records.
    public func graphQLFilter(for modelSchema: ModelSchema?) -> GraphQLFilter {
        switch self {
        case let operation as QueryPredicateOperation: operation.filter(modelSchema)
        case let group as QueryPredicateGroup: group.filter(modelSchema)
        default: [:]
        }
    }

    /// The condition as a filter of fields without relations.
    @available(*, deprecated, message: "Use graphQLFilter(for:).")
    public var graphQLFilter: GraphQLFilter { graphQLFilter(for: nil) }
}

extension QueryPredicateOperation {
    fileprivate func filter(_ schema: ModelSchema?) -> GraphQLFilter {
        let values = self.operator.values.map { $0.flatMap { FieldValue($0)?.json } ?? NSNull() }
        let value: Any = if case .between = self.operator { values } else { values[0] }
        return [attribute(schema): [self.operator.name: value]]
    }

    private func attribute(_ schema: ModelSchema?) -> String {
        guard let schema, let names = schema.field(withName: field)?.targetNames(in: schema.name), names.count == 1
        else { return field }
        return names[0]
    }
}

extension QueryPredicateGroup {
    fileprivate func filter(_ schema: ModelSchema?) -> GraphQLFilter {
        let filters = predicates.map { $0.graphQLFilter(for: schema) }
        guard type == .not else { return [type.rawValue: filters] }
        return filters.first.map { [type.rawValue: $0] } ?? [:]
    }
}

/// Filters as texts of JSON.
public struct GraphQLFilterConverter {
    /// Writes a condition as the JSON of a filter.
    ///
    /// - Throws: `APIError.operationError` for numbers that JSON does not have.
    public static func toJSON(
        _ queryPredicate: any QueryPredicate, modelSchema: ModelSchema, options: JSONSerialization.WritingOptions = []
    ) throws -> String {
        try json(queryPredicate.graphQLFilter(for: modelSchema), options)
    }

    /// Writes a condition on fields without relations as the JSON of a filter.
    ///
    /// - Throws: `APIError.operationError` for numbers that JSON does not have.
    @available(*, deprecated, message: "Use toJSON(_:modelSchema:options:).")
    public static func toJSON(
        _ queryPredicate: any QueryPredicate, options: JSONSerialization.WritingOptions = []
    ) throws -> String {
        try json(queryPredicate.graphQLFilter(for: nil), options)
    }

    /// Reads a filter.
    ///
    /// - Throws: `APIError.operationError` if the text is not a JSON object.
    public static func fromJSON(_ value: String) throws -> GraphQLFilter {
        guard let filter = try? JSONSerialization.jsonObject(with: Data(value.utf8)) as? GraphQLFilter else {
            throw APIError.operationError("The filter is not a JSON object", "Pass a text that toJSON has returned")
        }
        return filter
    }

    private static func json(_ filter: GraphQLFilter, _ options: JSONSerialization.WritingOptions) throws -> String {
        // The check comes first, because writing ends the process on Apple's systems where it fails here.
        guard JSONSerialization.isValidJSONObject(filter) else {
            throw APIError.operationError("The filter has a number that JSON does not have", "Use finite numbers")
        }
        return String(decoding: try JSONSerialization.data(withJSONObject: filter, options: options), as: UTF8.self)
    }
}
