// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseGraphQL

extension FuzzedParser {
    /// Executable documents: what was read and printed reads the same, breaks the same rules and can be executed.
    func feedGraphQLDocument(_ bytes: [UInt8]) {
        guard let document = try? Document(parsing: bytes, keepsLocations: false), let schema = fuzzedSchema else {
            return
        }
        let again = try? Document(parsing: document.printed(), limits: printedLimits, keepsLocations: false)
        precondition(again == document, "a GraphQL document that was printed does not read the same")
        // Errors have no places to be sorted by, so both walks report them in one order.
        let errors = document.errors(against: schema)
        precondition(again?.errors(against: schema) == errors, "a GraphQL document that was printed has other errors")
        for operation in document.operations where errors.isEmpty {
            execute(operation, of: document, schema)
        }
    }

    /// Type system documents: what was read and printed reads the same, and so does a schema; it can be introspected.
    func feedGraphQLSchema(_ bytes: [UInt8]) {
        guard let document = try? Document(parsing: bytes, limits: .typeSystem, keepsLocations: false) else { return }
        let printed = document.printed()
        let again = try? Document(parsing: printed, limits: .typeSystem, keepsLocations: false)
        precondition(again == document, "a type system that was printed does not read the same")
        guard let schema = try? Schema(document) else { return }
        let text = schema.printed()
        precondition((try? Schema(parsing: text))?.printed() == text, "a schema that was printed is another one")
        guard let query = introspection else { return }
        precondition(query.errors(against: schema).isEmpty, "a schema does not let itself be introspected")
        execute(query.operations[0], of: query, schema)
    }

    /// Executes an operation that broke no rule, with the default values of its variables.
    private func execute(_ operation: OperationDefinition, of document: Document, _ schema: Schema) {
        guard let variables = try? operation.variableValues([:], schema: schema) else { return }
        let limits = ExecutionLimits(fields: 500, values: 2_000)
        let plan = try? ExecutionPlan(
            operation, in: document, schema: schema, variables: variables, limits: limits)
        guard let plan else { return }
        let executor = Executor(schema, FirstTypeResolver(schema: schema), limits: limits)
        let result = wait { await executor.execute(plan) }
        precondition(!result.response.jsonBytes().isEmpty, "a response has no text")
    }
}

/// Finds two elements for each list, an object of the first possible type for each object, and 1 for each leaf.
private struct FirstTypeResolver: FieldResolver {
    let schema: Schema

    func resolve(
        _ field: PlannedField, of object: Int?, at path: [PathSegment]
    ) async throws(GraphQLError) -> Resolved<Int> {
        value(field.type)
    }

    private func value(_ type: GraphQLType) -> Resolved<Int> {
        switch type {
        case .nonNull(let type): value(type)
        case .list(let type): .list([value(type), value(type)])
        case .named(let name):
            if let object = schema.possibleObjects(of: name).first { .object(1, type: object) } else { .value(.int(1)) }
        }
    }
}

/// Printing adds a keyword to operations without one, and indentation to each line.
private let printedLimits = DocumentLimits(bytes: 40_000_000, tokens: 30_000, depth: 80, nameLength: 255)

private let introspection = try? Document(
    parsing: """
        {
          __schema {
            description queryType { name } directives { name args { name defaultValue } locations isRepeatable }
            types {
              kind name description specifiedByURL
              fields(includeDeprecated: true) {
                name description deprecationReason type { name ofType { name } } args { name defaultValue }
              }
              interfaces { name } possibleTypes { name } enumValues(includeDeprecated: true) { name isDeprecated }
              inputFields { name type { kind ofType { kind name } } }
            }
          }
        }
        """)

private let fuzzedSchema = try? Schema(
    parsing: """
        type Query { todo(id: ID!): Todo todos(filter: Filter, limit: Int = 10): [Todo!]! node: Node any: Any }
        type Mutation { create(input: Input!): Todo }
        type Subscription { created(owner: String): Todo }
        interface Node { id: ID! }
        type Todo implements Node {
          id: ID! title(short: Boolean = false): String! state: State tags: [String]
          next: Todo
        }
        type User implements Node { id: ID! name: String score: Float }
        union Any = Todo | User
        enum State { OPEN DONE }
        scalar AWSJSON
        input Filter { title: String and: [Filter] not: Filter state: State = OPEN }
        input Input { title: String! tags: [String!] state: State data: AWSJSON }
        directive @note(text: String, weights: [Int!]) repeatable on FIELD | QUERY | INLINE_FRAGMENT
        """)
