// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

extension OperationDeclaration {
    /// The operation as a type.
    var lines: [String] {
        let signing = statesSigning ? ["    package static let isSigned = \(isSigned)"] : []
        return [
            "package enum \(enumName): \(kindName) {",
            "    package typealias Input = \(input)",
            "    package typealias Output = \(output ?? "NoOutput")",
            "    package static let name = \"\(name)\"",
        ] + signing + ["}"]
    }

    /// The method's signature in the service protocol.
    var signature: String {
        let result = output.map { " -> \($0)" } ?? ""
        return "func \(Naming.escaped(methodName))(_ request: \(input)) async throws(ServiceFault)\(result)"
    }

    /// The method for an `OperationCaller`.
    var callerLines: [String] {
        [
            "    package \(signature) {",
            "        \(output == nil ? "_ = " : "")try await call(\(enumName).self, request)",
            "    }",
        ]
    }

    /// The operation in the table of its service.
    var handlerLine: String {
        let label = output == nil ? "silent: " : ""
        let method = Naming.escaped(methodName)
        return "        OperationHandler(\(label)\(enumName).self, .\(rateClass.rawValue)) { $0.\(method) },"
    }
}

extension ServiceDeclaration {
    /// The service protocol, and what its operations have in common.
    var protocolLines: [String] {
        [
            "/// A method for each operation of \(endpoint) that this target holds.",
            "package protocol \(protocolName): Sendable {",
        ] + operations.map { "    " + $0.signature } + ["}", ""] + kindLines
    }

    private var kindLines: [String] {
        let signing = isSigned.map { ["    package static var isSigned: Bool { \($0) }"] } ?? []
        return [
            "/// An operation of `\(protocolName)`.",
            "package protocol \(kindName): ServiceOperation {}",
            "",
            "extension \(kindName) {",
            "    package static var service: ServiceIdentity { .\(identityName) }",
        ] + signing + ["}"]
    }

    /// The service protocol's methods for an `OperationCaller`.
    var callerLines: [String] {
        [
            "/// The methods of `\(protocolName)` for every type that can call any operation.",
            "extension \(protocolName) where Self: OperationCaller {",
        ] + operations.flatMap(\.callerLines) + ["}"]
    }

    /// The table of operations.
    var tableLines: [String] {
        let handler = "OperationHandler<any \(protocolName)>"
        return [
            "/// The operations of `\(protocolName)` by their names.",
            "package enum \(tableName) {",
            "    package static let table = [String: \(handler)](operations: handlers)",
            "",
            "    private static let handlers: [\(handler)] = [",
        ] + operations.map(\.handlerLine) + ["    ]", "}"]
    }
}
