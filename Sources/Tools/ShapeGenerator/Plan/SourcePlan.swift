// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Divides the declarations of the models among targets and files.
struct SourcePlan {
    private let resolvers: [ShapeResolver]
    /// The generated type names that apps carry.
    private let appTypes: Set<String>

    init(services: [(Service, ServiceModel)]) throws(GeneratorError) {
        let names = Names(services: services)
        resolvers = services.map { ShapeResolver(service: $0, model: $1, names: names) }
        var appTypes: Set<String> = []
        for resolver in resolvers {
            for operation in resolver.operations(in: .app) {
                for shape in try resolver.shapes(of: operation) {
                    appTypes.insert(names.type(shape, of: resolver.service))
                }
            }
        }
        self.appTypes = appTypes
    }

    /// All files, in the order of their paths.
    func files() throws(GeneratorError) -> [SourceFile] {
        var files = [identities(), faultCodes()]
        for module in Module.allCases {
            for resolver in resolvers { files += try self.files(of: resolver, in: module) }
            files.append(try rules(of: module))
        }
        try checkNames(files)
        return files.sorted { $0.path < $1.path }
    }

    private func files(of resolver: ShapeResolver, in module: Module) throws(GeneratorError) -> [SourceFile] {
        let operations = resolver.operations(in: module)
        guard !operations.isEmpty else { return [] }
        var users: [String: [String]] = [:]
        for operation in operations {
            for shape in try declaredShapes(of: operation, resolver, in: module) {
                users[shape, default: []].append(operation.name)
            }
        }
        var files = serviceFiles(of: resolver, in: module)
        for operation in operations {
            let own = try declaredShapes(of: operation, resolver, in: module).filter { users[$0]?.count == 1 }
            files.append(try file(of: operation, with: own, resolver, in: module))
        }
        for shape in users.filter({ $0.value.count > 1 }).keys.sorted() {
            files.append(try sharedFile(of: shape, resolver, in: module))
        }
        return files
    }

    /// The shapes of an operation that the target itself has to declare.
    private func declaredShapes(
        of operation: ServiceModel.Operation, _ resolver: ShapeResolver, in module: Module
    ) throws(GeneratorError) -> [String] {
        let shapes = try resolver.shapes(of: operation)
        if module == .app { return shapes }
        return shapes.filter { !appTypes.contains(resolver.names.type($0, of: resolver.service)) }
    }

    private func file(
        of operation: ServiceModel.Operation, with shapes: [String], _ resolver: ShapeResolver, in module: Module
    ) throws(GeneratorError) -> SourceFile {
        let declaration = resolver.declaration(of: operation, in: module)
        var types: [TypeDeclaration] = []
        for shape in shapes { types.append(try resolver.declaration(of: shape)) }
        let path = "\(module.rawValue)/\(resolver.service.name)/\(declaration.typeName).swift"
        var file = file(path, [resolver], .operation(declaration, types))
        file.addImports(types: types, signature: [declaration.input, declaration.output], module, appTypes)
        return file
    }

    private func sharedFile(
        of shape: String, _ resolver: ShapeResolver, in module: Module
    ) throws(GeneratorError) -> SourceFile {
        let type = try resolver.declaration(of: shape)
        var file = file("\(module.rawValue)/Shared/\(type.name).swift", [resolver], .type(type))
        file.addImports(types: [type], signature: [], module, appTypes)
        return file
    }

    private func serviceFiles(of resolver: ShapeResolver, in module: Module) -> [SourceFile] {
        let declaration = resolver.declaration(in: module)
        let folder = "\(module.rawValue)/\(resolver.service.name)"
        var contract = file("\(folder)/\(declaration.protocolName).swift", [resolver], .serviceProtocol(declaration))
        let shapes = declaration.operations.flatMap { [$0.input, $0.output] }
        contract.addImports(types: [], signature: shapes, module, appTypes)
        // The service's identity is declared beside the shapes of apps.
        contract.addInternalImport(module != .app ? Module.app.rawValue : nil)
        var callers = contract
        callers.path = "\(folder)/\(declaration.protocolName)+OperationCaller.swift"
        callers.body = .callers(declaration)
        callers.internalImports = []
        let table = file("\(folder)/\(declaration.tableName).swift", [resolver], .table(declaration))
        return [contract, callers, table]
    }

    private func rules(of module: Module) throws(GeneratorError) -> SourceFile {
        var declarations: [String: RuleDeclaration] = [:]
        for resolver in resolvers {
            for operation in resolver.operations(in: module) {
                for shape in try declaredShapes(of: operation, resolver, in: module) {
                    for rule in try resolver.ruleShapes(of: shape) {
                        let declaration = try resolver.ruleDeclaration(of: rule)
                        if let declaration { declarations[declaration.name] = declaration }
                    }
                }
            }
        }
        let sorted = declarations.values.sorted { $0.name < $1.name }
        var file = file("\(module.rawValue)/Rules.swift", resolvers, .rules(sorted))
        file.packageImports = []
        file.internalImports = ["GatehouseWire"]
        return file
    }

    private func identities() -> SourceFile {
        let declarations = resolvers.map { resolver in
            IdentityDeclaration(
                name: resolver.service.identityName,
                metadata: resolver.model.metadata,
                validationCode: resolver.service.validationCode
            )
        }
        return file("\(Module.app.rawValue)/ServiceIdentities.swift", resolvers, .identities(declarations))
    }

    private func faultCodes() -> SourceFile {
        var codes: [String: String] = [:]
        for resolver in resolvers {
            for name in resolver.model.shapeNames {
                guard case .exception(let code) = resolver.model.shapes[name]?.kind else { continue }
                let claimed = Naming.faultCode(name)
                // IAM's `LimitExceeded` is another code than Cognito's `LimitExceededException`, which claims the name.
                let isTaken = codes[claimed].map { $0 != code } ?? false
                codes[isTaken ? Naming.lowerCamel(resolver.service.name + Naming.capitalised(claimed)) : claimed] = code
            }
        }
        for name in FaultCodeDeclaration.declaredByWire { codes[name] = nil }
        let declarations = codes.sorted { $0.key < $1.key }.map { FaultCodeDeclaration(name: $0, rawValue: $1) }
        return file("\(Module.app.rawValue)/ServiceFaultCodes.swift", resolvers, .faultCodes(declarations))
    }

    private func file(_ path: String, _ resolvers: [ShapeResolver], _ body: SourceFile.Body) -> SourceFile {
        SourceFile(
            path: path,
            models: resolvers.map(\.service.modelName),
            packageImports: ["GatehouseWire"],
            internalImports: [],
            body: body
        )
    }

    /// A target cannot hold two files of one name, nor two types.
    private func checkNames(_ files: [SourceFile]) throws(GeneratorError) {
        var fileNames: Set<String> = []
        var typeNames: Set<String> = []
        for file in files {
            let parts = file.path.split(separator: "/")
            let name = "\(parts.first ?? "")/\(parts.last ?? "")"
            guard fileNames.insert(name).inserted else { throw .duplicateFile(name) }
            for type in file.declaredTypes {
                guard typeNames.insert(type).inserted else { throw .duplicateName(type, in: file.path) }
            }
        }
    }
}
