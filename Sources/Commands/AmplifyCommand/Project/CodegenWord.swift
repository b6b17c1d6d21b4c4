// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDialogue

/// A word after `amplify codegen` whose output Gatehouse does not make.
enum CodegenWord: String, CaseIterable {
    case types, statements, add, remove, configure

    /// The word of a command line; `nil` for other commands.
    ///
    /// - Parameter arguments: the arguments in the order that the program parses.
    init?(in arguments: [String]) {
        guard arguments.first == "codegen", let word = arguments.dropFirst().first else { return nil }
        self.init(rawValue: word)
    }

    /// What the program says in place of the command.
    var refusal: Refusal {
        Refusal("'amplify codegen \(rawValue)' is not a part of Gatehouse: \(reason)", cure: Self.cure)
    }

    private var reason: String {
        switch self {
        case .types, .statements:
            "the generated models have the types of requests, and make the documents by themselves."
        case .add, .remove, .configure: "the generator has no settings in the project."
        }
    }

    private static let cure =
        "'amplify codegen models' writes the models of the project's API in Swift; --model-schema and --output-dir name "
        + "other places."
}
