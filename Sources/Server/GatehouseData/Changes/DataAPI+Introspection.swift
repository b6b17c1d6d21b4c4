// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseDataModel
package import GatehouseGraphQL
import GatehouseSchemaCompiler

extension DataAPI {
    /// The generated schema as the answer to the query of introspection that tools send: `{"data":{"__schema":…}}`.
    package func introspection() async -> GraphQLValue {
        let limits = ExecutionLimits(depth: 0, values: .max)
        guard let document = try? Document(parsing: Self.introspectionQuery, limits: .executable),
            let operation = try? document.operation(named: nil),
            let plan = try? ExecutionPlan(
                operation, in: document, schema: schema, variables: [:], scalars: AWSScalars.rules, limits: limits)
        else { return .null }
        return await Executor(schema, NoFields(), limits: limits).execute(plan).response
    }

    /// The generated schema as text, without the directives of AppSync and their definitions.
    package var textWithoutDirectives: String {
        guard let document = try? Document(parsing: text, limits: .typeSystem) else { return text }
        let definitions = document.definitions.compactMap { definition -> Definition? in
            switch definition {
            case .directive: nil
            case .type(let type): .type(type.withoutModes)
            default: definition
            }
        }
        return Document(definitions).printed()
    }

    private static let introspectionQuery = """
        query IntrospectionQuery {
          __schema {
            queryType { name }
            mutationType { name }
            subscriptionType { name }
            types { ...FullType }
            directives { name description locations args { ...InputValue } }
          }
        }
        fragment FullType on __Type {
          kind
          name
          description
          fields(includeDeprecated: true) {
            name
            description
            args { ...InputValue }
            type { ...TypeRef }
            isDeprecated
            deprecationReason
          }
          inputFields { ...InputValue }
          interfaces { ...TypeRef }
          enumValues(includeDeprecated: true) { name description isDeprecated deprecationReason }
          possibleTypes { ...TypeRef }
        }
        fragment InputValue on __InputValue {
          name
          description
          type { ...TypeRef }
          defaultValue
        }
        fragment TypeRef on __Type {
          kind
          name
          ofType {
            kind
            name
            ofType {
              kind
              name
              ofType { kind name ofType { kind name ofType { kind name ofType { kind name ofType { kind name } } } } }
            }
          }
        }
        """
}

extension TypeDefinition {
    /// The same type without the directives of AppSync.
    fileprivate var withoutModes: TypeDefinition {
        var type = self
        type.directives.removeAll(where: \.isOfAppSync)
        type.fields = NamedList(
            fields.elements.map { field in
                var field = field
                field.directives.removeAll(where: \.isOfAppSync)
                return field
            })
        return type
    }
}

extension Directive {
    fileprivate var isOfAppSync: Bool { name.text.utf8.starts(with: "aws_".utf8) }
}

/// A resolver for operations that ask for the schema alone.
private struct NoFields: FieldResolver {
    func resolve(
        _ field: PlannedField, of object: Never?, at path: [PathSegment]
    ) async throws(GraphQLError) -> Resolved<Never> { .null }
}
