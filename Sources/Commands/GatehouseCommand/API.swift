// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import ArgumentParser
import GatehouseServer

/// `gatehouse api`: GraphQL APIs, their schemas, keys and records, while the server runs or not.
struct API: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "api",
        abstract: "Create, change, describe and delete GraphQL APIs, their schemas, keys and records.",
        discussion: """
            Works on the data folder, beside a server that is running there or not; the server sees each change \
            within a second. It needs the same master key. The ids of APIs are in the output of 'describe'.
            """,
        subcommands: [
            Create.self, Update.self, Describe.self, Rules.self, Push.self, Keys.self, Export.self, Import.self,
            Delete.self,
        ]
    )

    /// The folder and the settings of the server.
    struct Folder: ParsableArguments {
        @OptionGroup var options: FolderOptions

        func run(_ command: APICommand) async throws {
            try await Start.run(.maintenance, settings: options.settings) { process in
                var output = CommandOutput()
                try await command.run(on: process) {
                    output.say($0)
                } warn: {
                    Console.complain("warning: \($0)")
                }
                try output.finish()
            }
        }
    }

    /// What 'create' and 'update' set.
    struct Options: ParsableArguments {
        @Option(
            name: .customLong("mode"), parsing: .singleValue,
            help: "A mode of requests; the first one is the default mode. May be given several times.")
        var modes: [APIOptions.Mode] = []

        @Option(
            name: .customLong("user-pool"), parsing: .singleValue,
            help: ArgumentHelp(
                "A user pool whose tokens are accepted; one of another server with the 'iss' of its tokens.",
                valueName: "id[=iss]"))
        var userPools: [String] = []

        @Option(
            name: .customLong("issuer"), parsing: .singleValue,
            help: ArgumentHelp(
                "An issuer of OpenID Connect, and a regular expression that the ids of its accepted clients match.",
                valueName: "url[=clients]"))
        var issuers: [String] = []

        @Option(help: ArgumentHelp("The function that decides about other tokens.", valueName: "name or arn"))
        var authorizer: String?

        @Option(
            name: .customLong("authorizer-ttl"),
            help: ArgumentHelp(
                "The time for which answers of the authorizer are kept that name no other time, 0 to 3600.",
                valueName: "seconds"))
        var authorizerTTL: Int?

        @Option(
            help: ArgumentHelp(
                "A regular expression that a token must match before the authorizer is called.", valueName: "regex"))
        var authorizerTokens: String?

        @Option(
            name: .customLong("tag"), parsing: .singleValue,
            help: ArgumentHelp("A tag; those that begin with gatehouse: are settings.", valueName: "name=text"))
        var tags: [String] = []

        @Flag(name: .customLong("default"), help: "Serve the API at /graphql as well.")
        var isDefault = false

        func read() throws -> APIOptions {
            var read: [String: String] = [:]
            for tag in tags {
                guard let equals = tag.firstIndex(of: "=") else {
                    throw ValidationError("A tag needs a text: --tag name=text.")
                }
                read[String(tag[..<equals])] = String(tag[tag.index(after: equals)...])
            }
            return APIOptions(
                modes: modes, userPools: userPools, issuers: issuers, authorizer: authorizer,
                authorizerLifetime: authorizerTTL, authorizerTokens: authorizerTokens, tags: read,
                isDefault: isDefault)
        }
    }

    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "create",
            abstract: "Create an API without a schema, and print its id and its address.",
            discussion: "The lines of the output begin with 'apiId: ' and 'endpoint: '.")

        @Argument(help: "The name for people.")
        var name: String

        @OptionGroup var options: Options
        @OptionGroup var folder: Folder

        func run() async throws { try await folder.run(.create(name: name, try options.read())) }
    }

    struct Update: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "update",
            abstract: "Change what the options name; modes, pools, issuers and tags that are not named stay.")

        @Argument(help: "The id of the API.")
        var id: String

        @Option(help: "Another name.")
        var name: String?

        @OptionGroup var options: Options
        @OptionGroup var folder: Folder

        func run() async throws { try await folder.run(.update(id, name: name, try options.read())) }
    }

    struct Describe: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "describe",
            abstract: "Describe an API as JSON in the members of AppSync; without an id, all APIs as an array.")

        @Argument(help: "The id of the API.")
        var id: String?

        @OptionGroup var folder: Folder

        func run() async throws { try await folder.run(.describe(id)) }
    }

    struct Rules: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "rules",
            abstract: "Show who may do what with the fields of each model, as tables.",
            discussion: """
                With --schema, the command shows the rules of a file. It needs neither an API nor a server, and no data \
                folder.
                """)

        @Argument(help: "The id of the API.")
        var id: String?

        @Option(
            help: ArgumentHelp("A GraphQL schema with models, in place of that of an API.", valueName: "file"),
            completion: .file(extensions: ["graphql"]))
        var schema: String?

        @Option(
            name: .customLong("mode"), parsing: .singleValue,
            help: ArgumentHelp(
                "With --schema, a mode of the API; the first one is the default mode. May be given several times. "
                    + "(default: all modes, with userPools as the default mode)", valueName: "mode"))
        var modes: [APIOptions.Mode] = []

        @OptionGroup var folder: Folder

        func validate() throws {
            guard (id == nil) != (schema == nil) else {
                throw ValidationError("Name either the id of an API, or a file with --schema.")
            }
            guard modes.isEmpty || schema != nil else { throw ValidationError("--mode needs --schema.") }
        }

        func run() async throws {
            if let id { return try await folder.run(.rules(id)) }
            guard let schema else { return }
            try Start.refusing {
                let file = try SchemaFile(schema, modes: modes)
                var output = CommandOutput()
                for line in file.rules { output.say(line) }
                try output.finish()
            }
        }
    }

    struct Push: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "push",
            abstract: "Take a schema into use.",
            discussion: """
                New indexes are filled first, while requests go on under the former schema. A schema that would lose \
                stored values is refused without --allow-destroy, and then the former one stays in use.
                """)

        @Argument(help: "The id of the API.")
        var id: String

        @Argument(help: "The file with the schema; '-' is the standard input.", completion: .file())
        var file: String

        @Flag(help: "Drop the records and the values that do not suit the schema.")
        var allowDestroy = false

        @Flag(name: .customLong("plan"), help: "Show what would change, and change nothing.")
        var isPlanOnly = false

        @OptionGroup var folder: Folder

        func run() async throws {
            try await folder.run(.push(id, file: file, allowsLoss: allowDestroy, isPlanOnly: isPlanOnly))
        }
    }

    struct Keys: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "keys",
            abstract: "List, create and delete the keys of an API, which are secrets.",
            subcommands: [ListKeys.self, CreateKey.self, DeleteKey.self])
    }

    struct ListKeys: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the keys with the times at which they expire.")

        @Argument(help: "The id of the API.")
        var id: String

        @OptionGroup var folder: Folder

        func run() async throws { try await folder.run(.keys(id)) }
    }

    struct CreateKey: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "create", abstract: "Create a key, and print it.")

        @Argument(help: "The id of the API.")
        var id: String

        @Option(help: "The days until it expires, 1 to 365.")
        var days = 7

        @Option(help: "A text for people.")
        var description: String?

        @OptionGroup var folder: Folder

        func run() async throws {
            try await folder.run(.createKey(id, days: days, description: description))
        }
    }

    struct DeleteKey: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "delete", abstract: "Delete a key; it is refused from now on.")

        @Argument(help: "The id of the API.")
        var id: String

        @Argument(help: "The key.")
        var key: String

        @OptionGroup var folder: Folder

        func run() async throws { try await folder.run(.deleteKey(id, key: key)) }
    }

    struct Export: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "export",
            abstract: "Write all records as JSON, one record a line, with their versions.")

        @Argument(help: "The id of the API.")
        var id: String

        @OptionGroup var folder: Folder

        func run() async throws { try await folder.run(.export(id)) }
    }

    struct Import: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "import",
            abstract: "Store the records that 'export' wrote; those that are stored already stay.",
            discussion: """
                A record that has changed since the export ends the import, unless --existing says what happens to it. \
                An import that did not end can be repeated.
                """)

        @Argument(help: "The id of the API.")
        var id: String

        @Argument(help: "The file with a record a line; - is the standard input.", completion: .file())
        var file: String

        @Option(help: "What happens to stored records that differ from the file's: keep, replace or refuse.")
        var existing = APICommand.Existing.refuse

        @OptionGroup var folder: Folder

        func run() async throws { try await folder.run(.import(id, file: file, existing: existing)) }
    }

    struct Delete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "delete",
            abstract: "Delete an API with its keys and all its records.")

        @Argument(help: "The id of the API.")
        var id: String

        @OptionGroup var folder: Folder

        func run() async throws { try await folder.run(.delete(id)) }
    }
}

extension APIOptions.Mode: ExpressibleByArgument {}

extension APICommand.Existing: ExpressibleByArgument {}
