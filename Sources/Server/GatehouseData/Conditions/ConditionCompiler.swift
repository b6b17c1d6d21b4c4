// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseDataModel
package import GatehouseGraphQL
import GatehouseSchemaCompiler

/// Why a filter, a condition or a key condition cannot be evaluated.
package enum ConditionProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// There are more conditions than the limit.
    case tooMany(Int)
    /// `and`, `or` and `not` have more elements than the limit, empty ones included.
    case tooManyGroups(Int)
    /// Conditions nest deeper than the limit.
    case tooDeep(Int)
    /// A list of values is longer than the limit.
    case tooLong(Int)
    /// `between` does not have two values.
    case between(String)
    /// The field cannot be compared.
    case unknownField(String)
    /// The comparison does not exist for the field.
    case unknownComparison(String, field: String)
    /// The sort key has several conditions.
    case severalSortConditions(String)
    /// An argument needs another one.
    case missingKey(argument: String, key: String)
    /// A key's value is the empty text.
    case emptyKey(String)

    package var description: String {
        switch self {
        case .tooMany(let limit): "The filter has more than \(limit) conditions."
        case .tooManyGroups(let limit): "The filter has more than \(limit) elements of 'and', 'or' and 'not'."
        case .tooDeep(let limit): "The filter nests deeper than \(limit) levels."
        case .tooLong(let limit): "A list of the filter has more than \(limit) values."
        case .between(let field): "'between' of '\(field)' needs two values."
        case .unknownField(let field): "'\(field)' cannot be compared."
        case .unknownComparison(let name, let field): "'\(name)' is no comparison of '\(field)'."
        case .severalSortConditions(let field): "'\(field)' can have one condition only."
        case .missingKey(let argument, let key):
            "When providing argument '\(argument)' you must also provide argument '\(key)'."
        case .emptyKey(let field): "The key '\(field)' cannot be the empty string."
        }
    }
}

/// The bounds of conditions.
package struct ConditionLimits: Hashable, Sendable {
    /// The most comparisons.
    package var conditions: Int
    /// The most elements of `and`, `or` and `not`: as many as groups of two and more can have around all comparisons.
    package var groups: Int { 2 * conditions }
    /// The deepest nesting.
    package var depth: Int
    /// The longest list of values.
    package var values: Int

    /// Sets all bounds.
    package init(conditions: Int = 100, depth: Int = 10, values: Int = 100) {
        self.conditions = conditions
        self.depth = depth
        self.values = values
    }
}

/// Compiles filters and conditions of GraphQL inputs, whose values were coerced by the schema.
package struct ConditionCompiler {
    private let model: Model
    private let limits: ConditionLimits
    private var count = 0
    private var groupCount = 0

    private init(_ model: Model, _ limits: ConditionLimits) {
        self.model = model
        self.limits = limits
    }

    /// Compiles a filter or a condition; `null` means no condition.
    ///
    /// - Throws: `ConditionProblem`.
    package static func condition(
        _ input: GraphQLValue?, _ model: Model, limits: ConditionLimits = ConditionLimits()
    ) throws(ConditionProblem) -> Condition? {
        guard let input, case .object(let members) = input else { return nil }
        var compiler = ConditionCompiler(model, limits)
        let condition = try compiler.group(members, depth: 1)
        return condition == .all([]) ? nil : condition
    }

    private mutating func group(_ input: GraphQLObject, depth: Int) throws(ConditionProblem) -> Condition {
        guard depth <= limits.depth else { throw .tooDeep(limits.depth) }
        var conditions: [Condition] = []
        for (name, value) in input where value != .null {
            switch (name, value) {
            case ("and", .list(let elements)):
                if !elements.isEmpty { conditions.append(.all(try groups(elements, depth: depth))) }
            case ("or", .list(let elements)):
                // An empty list asks for nothing, as in the original.
                if !elements.isEmpty { conditions.append(.any(try groups(elements, depth: depth))) }
            case ("not", .object(let members)):
                try countGroups(1)
                conditions.append(.not(try group(members, depth: depth + 1)))
            case (_, .object(let comparisons)): conditions += try field(name, comparisons)
            default: throw .unknownField(name)
            }
        }
        return conditions.count == 1 ? conditions[0] : .all(conditions)
    }

    private mutating func groups(_ elements: [GraphQLValue], depth: Int) throws(ConditionProblem) -> [Condition] {
        try countGroups(elements.count)
        var conditions: [Condition] = []
        for case .object(let members) in elements { conditions.append(try group(members, depth: depth + 1)) }
        return conditions
    }

    /// Counts elements, because each is evaluated for each record, also an empty one.
    private mutating func countGroups(_ count: Int) throws(ConditionProblem) {
        groupCount += count
        guard groupCount <= limits.groups else { throw .tooManyGroups(limits.groups) }
    }

    private mutating func field(_ name: String, _ input: GraphQLObject) throws(ConditionProblem) -> [Condition] {
        guard name == "_deleted" ? model.isVersioned : model.fields[name]?.isStored == true else {
            throw .unknownField(name)
        }
        var conditions: [Condition] = []
        for (operation, value) in input {
            count += 1
            guard count <= limits.conditions else { throw .tooMany(limits.conditions) }
            if let comparison = try comparison(operation, value, of: name) {
                conditions.append(.field(name, comparison))
            }
        }
        return conditions
    }

    private func comparison(
        _ operation: String, _ value: GraphQLValue, of field: String
    ) throws(ConditionProblem) -> Comparison? {
        if let order = Comparison.Order(rawValue: operation) { return .order(order, value) }
        switch (operation, value) {
        case ("eq", _): return .equal(value)
        case ("ne", _): return .notEqual(value)
        // A null in place of what is compared asks for nothing.
        case (_, .null): return nil
        case ("contains", _): return .contains(value)
        case ("notContains", _): return .notContains(value)
        case ("between", .list(let values)):
            guard values.count == 2 else { throw .between(field) }
            return .between(values[0], values[1])
        case ("beginsWith", _):
            guard let text = value.text else { throw .unknownComparison(operation, field: field) }
            return .beginsWith(text)
        case ("attributeExists", .boolean(let isWanted)): return .exists(isWanted)
        case ("attributeType", _):
            guard let type = value.text.flatMap(AttributeType.init) else {
                throw .unknownComparison(operation, field: field)
            }
            return .type(type)
        case ("size", .object(let members)):
            var sizes: [Comparison] = []
            for (operation, value) in members {
                if let size = try comparison(operation, value, of: field) { sizes.append(size) }
            }
            // The input has one comparison; several are all asked for.
            return sizes.count == 1 ? .size(sizes[0]) : sizes.isEmpty ? nil : .sizes(sizes)
        case ("in", .list(let values)):
            guard values.count <= limits.values else { throw .tooLong(limits.values) }
            return .isIn(values)
        case ("notIn", .list(let values)):
            guard values.count <= limits.values else { throw .tooLong(limits.values) }
            return .notIn(values)
        default: throw .unknownComparison(operation, field: field)
        }
    }
}

extension ConditionCompiler {
    /// Compiles the key arguments of a list, an index query or a has-many field; `nil` without a partition key.
    ///
    /// - Throws: `ConditionProblem`.
    package static func key(
        _ arguments: GraphQLObject, partition: String, sort: [String], _ model: Model
    ) throws(ConditionProblem) -> KeyCondition? {
        let sortArgument = sort.isEmpty ? nil : Names.camelCase(sort)
        let sortName = sort.count == 1 ? sort[0] : sortArgument
        let given = sortName.flatMap { arguments[$0] } ?? .null
        guard let value = arguments[partition], value != .null else {
            if let sortName, given != .null { throw .missingKey(argument: sortName, key: partition) }
            if let direction = arguments["sortDirection"], direction != .null {
                throw .missingKey(argument: "sortDirection", key: partition)
            }
            return nil
        }
        if value.text == "" { throw .emptyKey(partition) }
        guard let sortName, case .object(let input) = given else { return KeyCondition(partition: value) }
        return KeyCondition(partition: value, sort: try sortComparison(input, sort, sortName, model))
    }

    private static func sortComparison(
        _ input: GraphQLObject, _ sort: [String], _ name: String, _ model: Model
    ) throws(ConditionProblem) -> Comparison? {
        let given = input.filter { $0.value != .null }
        guard given.count <= 1 else { throw .severalSortConditions(name) }
        guard let (operation, value) = given.first else { return nil }
        let joined = sort.count == 1 ? value : Self.joined(value, sort)
        return try ConditionCompiler(model, ConditionLimits()).comparison(operation, joined, of: name)
    }

    /// The values of a composite key's input as texts, in lists element by element.
    private static func joined(_ value: GraphQLValue, _ sort: [String]) -> GraphQLValue {
        switch value {
        case .object(let members): .string(SortKey.joined(members, sort))
        case .list(let elements): .list(elements.map { joined($0, sort) })
        default: value
        }
    }
}
