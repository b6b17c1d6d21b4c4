// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDialogue

/// A category or command of AWS's program `amplify` that Gatehouse does not have.
enum ForeignWord: String, CaseIterable {
    case analytics
    case configure
    case custom
    case diagnose
    case function
    case geo
    case hosting
    case interactions
    case mock
    case notifications
    case override
    case plugin
    case predictions
    case publish
    case serve
    case storage
    case upgrade
    case xr

    /// The word of a command line that is not Gatehouse's; `nil` if all its words may be.
    ///
    /// - Parameter arguments: the arguments in the order that the program parses.
    init?(in arguments: [String]) {
        guard let verb = arguments.first else { return nil }
        if let word = ForeignWord(rawValue: verb) {
            self = word
            return
        }
        // The second word of these commands is a category, and never a name that a person chose.
        guard ["add", "update", "remove", "import", "push", "status", "console"].contains(verb),
            let category = arguments.dropFirst().first, let word = ForeignWord(rawValue: category)
        else { return nil }
        self = word
    }

    /// What the program says in place of the command.
    var refusal: Refusal {
        Refusal("'\(rawValue)' of AWS's tool is not a part of Gatehouse.", cure: cure)
    }

    /// What to use instead.
    private var cure: String {
        switch self {
        case .analytics, .notifications, .predictions, .interactions, .geo, .xr:
            "Gatehouse has users and data: apps use AWS or another service for the rest, with the credentials of an "
                + "identity pool."
        case .storage:
            "Keep records in an API: amplify add api. For files, use a service that takes the credentials of an "
                + "identity pool."
        case .function: "Functions belong to triggers: amplify update auth, then choose the triggers."
        case .hosting, .publish, .serve:
            "Publish the app with the tool of its web server; amplify push writes its configuration files."
        case .configure: "The settings are those of amplify init and of each environment: amplify env list."
        case .mock: "'gatehouse dev' starts a server for development, with users and APIs."
        case .upgrade: "Install the new release in place of this one, as the document on deployment says."
        case .override, .custom: "Settings without a question are made with the AWS CLI at the server."
        case .plugin, .diagnose: "The tool is one program without plugins; amplify status shows the project."
        }
    }
}
