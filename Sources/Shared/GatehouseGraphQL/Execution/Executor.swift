// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Walks through plans and completes what a resolver finds (specification, sections 6.3 and 6.4).
///
/// Fields are resolved one after another, in the order of the document: writes of a mutation must be, and reads may be.
/// Introspection and `__typename` do not reach the resolver.
package struct Executor<Resolver: FieldResolver>: Sendable {
    let schema: Schema
    let resolver: Resolver
    let scalars: ScalarRules
    let limits: ExecutionLimits

    /// Makes an executor for plans of a schema.
    package init(
        _ schema: Schema, _ resolver: Resolver, scalars: ScalarRules = ScalarRules(),
        limits: ExecutionLimits = ExecutionLimits()
    ) {
        self.schema = schema
        self.resolver = resolver
        self.scalars = scalars
        self.limits = limits
    }

    /// The response to an operation.
    ///
    /// A field that fails is `null`, or if its type excludes that, the nearest object or list around it that may be.
    package func execute(_ plan: ExecutionPlan) async -> ExecutionResult {
        var execution = Execution(executor: self)
        let data = await execution.object(plan.fields, of: nil, type: plan.root, at: [])
        return ExecutionResult(data: data, errors: execution.errors)
    }

    /// Completes one field that was resolved elsewhere, such as the field of an event that a subscription sends.
    package func execute(_ plan: ExecutionPlan, event: Resolved<Resolver.Object>) async -> ExecutionResult {
        guard let field = plan.fields.first else { return ExecutionResult(data: [:], errors: []) }
        return await complete(field, with: event)
    }

    /// The response with one field, whose value was resolved elsewhere.
    package func complete(_ field: PlannedField, with resolved: Resolved<Resolver.Object>) async -> ExecutionResult {
        var execution = Execution(executor: self)
        let value = await execution.complete(resolved, field.type, field, at: [.key(field.key)])
        return ExecutionResult(data: value.map { [field.key: $0] }, errors: execution.errors)
    }
}

/// The state of one walk.
struct Execution<Resolver: FieldResolver> {
    /// A value without regard to whether it may be `null`.
    private enum Outcome {
        case value(GraphQLValue)
        case null
        /// There is no value, and the error was noted.
        case failed
    }

    let executor: Executor<Resolver>
    var errors: [GraphQLError] = []
    /// The number of values so far.
    var values = 0
    /// The most values, and the text of the error of more.
    private var bound: (values: Int, text: String)
    /// The number of values about the schema so far.
    private var schemaValues = 0
    /// The most values about the schema; `nil` before the first of them.
    private var mostSchemaValues: Int?

    init(executor: Executor<Resolver>) {
        self.executor = executor
        bound = (executor.limits.values, "The response has more than \(executor.limits.values) values.")
    }

    /// The values of an object's fields; `nil` if one of them fails and may not be `null`.
    mutating func object(
        _ fields: [PlannedField], of object: Resolver.Object?, type: String, at path: [PathSegment]
    ) async -> GraphQLObject? {
        var members = GraphQLObject()
        for field in fields {
            let path = path + [.key(field.key)]
            guard let value = await value(of: field, of: object, type: type, at: path) else { return nil }
            members[field.key] = value
        }
        return members
    }

    private mutating func value(
        of field: PlannedField, of object: Resolver.Object?, type: String, at path: [PathSegment]
    ) async -> GraphQLValue? {
        switch field.name {
        case "__typename": return .string(type)
        case "__schema", "__type": return await introspection(of: field, at: path)
        default: break
        }
        var resolved: Resolved<Resolver.Object>
        do throws(GraphQLError) {
            if let error = field.argumentError { throw error }
            resolved = try await executor.resolver.resolve(field, of: object, at: path)
        } catch {
            resolved = .failure(error)
        }
        return await complete(resolved, field.type, field, at: path)
    }

    /// The value of `__schema` or `__type`.
    private mutating func introspection(of field: PlannedField, at path: [PathSegment]) async -> GraphQLValue? {
        let most = mostSchemaValues ?? ExecutionLimits.introspections * executor.schema.introspectionValues
        mostSchemaValues = most
        let resolver = IntrospectionResolver(schema: executor.schema)
        var inner = Execution<IntrospectionResolver>(
            executor: Executor(executor.schema, resolver, scalars: executor.scalars, limits: executor.limits))
        inner.values = values
        let left = max(0, most - schemaValues)
        if values + left < inner.bound.values {
            inner.bound = (values + left, "The response has more than \(most) values about the schema.")
        }
        let value = await inner.complete(resolver.root(field), field.type, field, at: path)
        schemaValues += inner.values - values
        values = inner.values
        errors += inner.errors
        return value
    }

    // MARK: - Completion

    /// The value of a type for what a resolver found; `nil` if there is none and it may not be `null`.
    mutating func complete(
        _ resolved: Resolved<Resolver.Object>, _ type: GraphQLType, _ field: PlannedField, at path: [PathSegment]
    ) async -> GraphQLValue? {
        let outcome = await outcome(resolved, type.nullable, field, at: path)
        switch outcome {
        case .value(let value): return value
        case .null, .failed:
            guard type.isNonNull else { return .null }
            if case .null = outcome {
                fail(
                    "Cannot return null for non-nullable type: '\(type.nullable)' within parent '\(field.parent)' "
                        + "(\(Self.text(path)))", field, at: path)
            }
            return nil
        }
    }

    private mutating func outcome(
        _ resolved: Resolved<Resolver.Object>, _ type: GraphQLType, _ field: PlannedField, at path: [PathSegment]
    ) async -> Outcome {
        guard count(field, at: path) else { return .failed }
        switch (resolved, type) {
        case (.failure(let error), _):
            note(error, field, at: path)
            return .failed
        case (.null, _), (.value(.null), _): return .null
        case (.list(let elements), .list(let type)): return await list(elements, type, field, at: path)
        case (.value(.list(let elements)), .list(let type)):
            return await list(elements.map { .value($0) }, type, field, at: path)
        case (.value(let value), .named(let name)): return leaf(value, name, field, at: path)
        case (.object(let object, let objectType), .named(let name)):
            guard executor.schema.isObject(objectType, of: name), executor.schema.type(objectType)?.kind == .object
            else {
                fail("An object of type '\(objectType)' is not of type '\(name)' (\(Self.text(path)))", field, at: path)
                return .failed
            }
            let members = await self.object(
                field.selections(of: objectType), of: object, type: objectType, at: path)
            return members.map { .value(.object($0)) } ?? .failed
        case (_, .nonNull(let type)): return await outcome(resolved, type, field, at: path)
        default:
            fail("Can't resolve value (\(Self.text(path))) : type mismatch error, expected '\(type)'", field, at: path)
            return .failed
        }
    }

    private mutating func list(
        _ elements: [Resolved<Resolver.Object>], _ type: GraphQLType, _ field: PlannedField, at path: [PathSegment]
    ) async -> Outcome {
        var values: [GraphQLValue] = []
        values.reserveCapacity(elements.count)
        for (index, element) in elements.enumerated() {
            guard let value = await complete(element, type, field, at: path + [.index(index)]) else { return .failed }
            values.append(value)
        }
        return .value(.list(values))
    }

    private mutating func leaf(
        _ value: GraphQLValue, _ name: String, _ field: PlannedField, at path: [PathSegment]
    ) -> Outcome {
        let type = executor.schema.type(name)
        var serialized: GraphQLValue?
        switch type?.kind {
        case .scalar: serialized = executor.scalars[name].serialize(value)
        case .enumeration: serialized = value.text.flatMap { type?.values[$0] == nil ? nil : .enumeration($0) }
        default: break
        }
        guard let serialized else {
            fail(
                "Can't serialize value (\(Self.text(path))) : Unable to serialize as a valid '\(name)'.", field,
                at: path)
            return .failed
        }
        return serialized == .null ? .null : .value(serialized)
    }

    // MARK: - Errors

    /// Counts a value; notes an error at the first one that is too many.
    private mutating func count(_ field: PlannedField, at path: [PathSegment]) -> Bool {
        values += 1
        guard values > bound.values else { return true }
        if values == bound.values + 1 { note(ExecutionLimits.exceeded(bound.text), field, at: path) }
        return false
    }

    private mutating func fail(_ message: String, _ field: PlannedField, at path: [PathSegment]) {
        note(GraphQLError(.execution, message), field, at: path)
    }

    private mutating func note(_ error: GraphQLError, _ field: PlannedField, at path: [PathSegment]) {
        var error = error
        error.path = error.path ?? path
        if error.locations.isEmpty { error.locations = field.locations.filter { $0 != .none } }
        errors.append(error)
    }

    /// A path in the words of messages: `/getTodo/comments[0]/text`.
    private static func text(_ path: [PathSegment]) -> String {
        path.map { segment in
            switch segment {
            case .key(let key): "/\(key)"
            case .index(let index): "[\(index)]"
            }
        }.joined()
    }
}
