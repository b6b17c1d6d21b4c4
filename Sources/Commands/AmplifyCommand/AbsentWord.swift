// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDialogue

/// A command of AWS's program `amplify` that this program does not have.
enum AbsentWord: String, CaseIterable {
    case add
    case api
    case auth
    case configure
    case env
    case initialize = "init"
    case mock
    case publish
    case pull
    case push
    case remove
    case status
    case update

    /// What the program says in place of the command.
    var refusal: Refusal {
        Refusal("'amplify \(rawValue)' does not exist in this program yet.", cure: cure)
    }

    /// What does the same here.
    private var cure: String {
        switch self {
        case .initialize, .configure:
            "An app needs no project: 'gatehouse dev' starts a server, and writes amplify_outputs.json and "
                + "amplifyconfiguration.json to the folder .gatehouse."
        case .pull:
            "'gatehouse outputs' writes the configuration files of an app for a pool of a server, and 'gatehouse dev' "
                + "those for its first pool."
        case .push, .publish, .mock, .api: Self.schema
        case .auth: Self.pools
        case .add, .update, .remove: Self.schema + " " + Self.pools
        case .env: "Each data folder is a server of its own: 'gatehouse dev --data-dir FOLDER' starts another one."
        case .status: "'gatehouse api describe' shows the APIs of a server, and the server's first page its pools."
        }
    }

    private static let schema =
        "'gatehouse dev --schema FILE' serves the API of a schema during development; on another server, 'gatehouse api "
        + "push ID FILE' takes a schema into use."
    private static let pools =
        "'gatehouse dev' makes a user pool, an app client and an identity pool; a file for 'gatehouse dev --seed' or the "
        + "AWS CLI makes others."
}
