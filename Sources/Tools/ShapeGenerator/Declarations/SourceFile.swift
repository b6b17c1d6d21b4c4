// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A file to be written.
struct SourceFile: Equatable {
    /// The path below the folder of all generated targets.
    var path: String
    /// The models it comes from.
    var models: [String]
    /// The modules that it imports for its package-wide signatures.
    var packageImports: Set<String>
    /// The modules that it imports for its own use.
    var internalImports: Set<String>
    var body: Body

    enum Body: Equatable {
        case operation(OperationDeclaration, [TypeDeclaration])
        case type(TypeDeclaration)
        case rules([RuleDeclaration])
        case serviceProtocol(ServiceDeclaration)
        case callers(ServiceDeclaration)
        case table(ServiceDeclaration)
        case identities([IdentityDeclaration])
        case faultCodes([FaultCodeDeclaration])
    }
}
