// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

extension ShapeResolver {
    /// The operations that a target holds.
    func operations(in module: Module) -> [ServiceModel.Operation] {
        model.operations.filter { service.module(of: $0) == module }
    }

    /// The structures and enumerations of an operation, the outer before the inner.
    func shapes(of operation: ServiceModel.Operation) throws(GeneratorError) -> [String] {
        var found = try typesWithin(operation.input)
        if let output = operation.output {
            for shape in try typesWithin(output) where !found.contains(shape) { found.append(shape) }
        }
        return found
    }

    /// Whether callers need AWS credentials for the target's operations of the service; nil if the operations differ.
    func isSigned(in module: Module) -> Bool? {
        let answers = Set(operations(in: module).map(service.isSigned))
        return answers.count == 1 ? answers.first : nil
    }

    /// The declaration of an operation.
    func declaration(of operation: ServiceModel.Operation, in module: Module) -> OperationDeclaration {
        OperationDeclaration(
            name: operation.name,
            typeName: names.operation(operation.name, of: service),
            input: names.type(operation.input, of: service),
            output: operation.output.map { names.type($0, of: service) },
            isSigned: service.isSigned(operation),
            statesSigning: isSigned(in: module) == nil,
            rateClass: operation.rateClass,
            protocolName: name(in: module) + "Service",
            kindName: name(in: module) + "Operation"
        )
    }

    /// The declaration of the protocol and the table of the target's operations of the service.
    func declaration(in module: Module) -> ServiceDeclaration {
        ServiceDeclaration(
            protocolName: name(in: module) + "Service",
            tableName: name(in: module) + "Operations",
            kindName: name(in: module) + "Operation",
            endpoint: model.metadata.endpointPrefix,
            identityName: service.identityName,
            isSigned: isSigned(in: module),
            operations: operations(in: module).map { declaration(of: $0, in: module) }
        )
    }

    /// The service's name in the names of the target's declarations.
    func name(in module: Module) -> String {
        service.name + module.infix
    }
}
