// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
import GatehouseGraphQL
import GatehouseSchemaCompiler

/// Keys as the clients of Amplify send them, which the schema alone would refuse.
extension PreparedAPI {
    /// The document with values of enums in the key arguments of queries for one record, where a client has quoted them.
    func acceptingQuotedEnums(_ document: Document) -> Document {
        var document = document
        for position in document.definitions.indices {
            guard case .operation(var operation) = document.definitions[position], operation.kind == .query else {
                continue
            }
            operation.selections = operation.selections.map { selection in
                guard case .field(var field) = selection,
                    case .get(let prepared)? = self.operation(.query, field.name.text)
                else { return selection }
                field.arguments = NamedList(field.arguments.map { accepting($0, prepared.model) })
                return .field(field)
            }
            document.definitions[position] = .operation(operation)
        }
        return document
    }

    private func accepting(_ argument: Argument, _ model: Model) -> Argument {
        guard case .string(let text) = argument.value.kind, let type = model.fields[argument.name.text]?.type.name,
            api.enums[type]?.contains(text) == true
        else { return argument }
        return Argument(argument.name, Literal(.enumeration(text), at: argument.value.location))
    }

    /// The variables with numbers in the keys of deletions, where a client has sent their digits as text.
    func acceptingDigits(_ variables: GraphQLObject, _ operation: OperationDefinition) -> GraphQLObject {
        guard operation.kind == .mutation else { return variables }
        var variables = variables
        for definition in operation.variables {
            let name = definition.name.text
            guard let model = model(ofDeletion: definition.type.name.text), var input = variables[name]?.members else {
                continue
            }
            for field in model.key.fields {
                guard case .string(let digits)? = input[field], let type = model.fields[field]?.type.name,
                    ["Int", "Float", "AWSTimestamp"].contains(type)
                else { continue }
                input[field] = AWSScalars.value(of: digits, as: type) ?? input[field]
            }
            variables[name] = .object(input)
        }
        return variables
    }

    private func model(ofDeletion input: String) -> Model? {
        api.models.first { input == "Delete\($0.title)Input" && $0.operations.delete != nil }
    }
}
