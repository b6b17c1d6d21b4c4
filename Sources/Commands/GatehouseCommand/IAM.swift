// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import ArgumentParser
import GatehouseServer

/// `gatehouse iam`: roles, users with access keys, policies and identity providers, while the server runs or not.
struct IAM: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "iam",
        abstract: "Create, show, update, list and delete roles, users, keys, policies and identity providers.",
        discussion: """
            Works on the data folder, beside a server that is running there or not; the server sees each change at its \
            next request. It needs the same master key. docs/access.md describes the documents and what they permit.
            """,
        subcommands: [Create.self, Show.self, Update.self, List.self, Delete.self]
    )

    /// The folder and the settings of the server.
    struct Folder: ParsableArguments {
        @OptionGroup var options: FolderOptions

        func run(_ command: AccessCommand) async throws {
            try await Start.run(.maintenance, settings: options.settings) { process in
                var output = CommandOutput()
                for line in try await command.run(on: process) { output.say(line) }
                try output.finish()
            }
        }
    }

    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "create",
            abstract: "Create an entry from the file with its document, or an access key for a user.")

        @Argument(help: "role, user, policy, oidc-provider, saml-provider or key.")
        var kind: AccessCommand.Kind

        @Argument(help: "The name; for an oidc-provider its address, for a key the name of the user.")
        var name: String

        @Option(
            help: ArgumentHelp(
                "The JSON of a role, user or policy, or the metadata (XML) of a saml-provider.", valueName: "file"),
            completion: .file())
        var document: String?

        @Option(
            name: .customLong("client-id"),
            help: ArgumentHelp("A client of an oidc-provider; may be given several times.", valueName: "id"))
        var clientIDs: [String] = []

        @OptionGroup var folder: Folder

        func run() async throws {
            try await folder.run(.create(kind, name: name, file: document, clientIDs: clientIDs))
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "Show an entry as JSON in the members of IAM, without secrets.",
            discussion: """
                With --document, prints the document that 'create' and 'update' take: JSON, or the metadata of a \
                saml-provider.
                """)

        @Argument(help: "role, user, policy, oidc-provider or saml-provider.")
        var kind: AccessCommand.Kind

        @Argument(help: "The name as it is listed.")
        var name: String

        @Flag(help: "Print the document of the entry.")
        var document = false

        @OptionGroup var folder: Folder

        func run() async throws {
            try await folder.run(.show(kind, name: name, document ? .document : .details))
        }
    }

    struct Update: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "update",
            abstract: "Replace the document of an entry, or the clients of an oidc-provider.",
            discussion: """
                The entry keeps its ARN and its id, a user also its access keys. Sessions that exist get the new \
                permissions at their next request.
                """)

        @Argument(help: "role, user, policy, oidc-provider or saml-provider.")
        var kind: AccessCommand.Kind

        @Argument(help: "The name as it is listed.")
        var name: String

        @Option(
            help: ArgumentHelp(
                "The whole new JSON of a role, user or policy, or the metadata (XML) of a saml-provider.",
                valueName: "file"),
            completion: .file())
        var document: String?

        @Option(
            name: .customLong("client-id"),
            help: ArgumentHelp("A client of an oidc-provider; give all of them.", valueName: "id"))
        var clientIDs: [String] = []

        @OptionGroup var folder: Folder

        func run() async throws {
            try await folder.run(.update(kind, name: name, file: document, clientIDs: clientIDs))
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List entries: name, origin and time of creation; access keys without their secrets.")

        @Argument(help: "role, user, policy, oidc-provider, saml-provider or key.")
        var kind: AccessCommand.Kind

        @Argument(help: "The name of the user whose keys are listed.")
        var user: String?

        @OptionGroup var folder: Folder

        func run() async throws {
            try await folder.run(.list(kind, user: user))
        }
    }

    struct Delete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "delete",
            abstract: "Delete an entry, a user with its access keys.")

        @Argument(help: "role, user, policy, oidc-provider, saml-provider or key.")
        var kind: AccessCommand.Kind

        @Argument(help: "The name as it is listed; for a key its id.")
        var name: String

        @OptionGroup var folder: Folder

        func run() async throws {
            try await folder.run(.delete(kind, name: name))
        }
    }
}

extension AccessCommand.Kind: ExpressibleByArgument {}
