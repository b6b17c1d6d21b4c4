// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import ArgumentParser
import Foundation
import GatehouseClient
import GatehouseDialogue
import GatehouseSession

/// The app that a configuration file describes.
struct ConfiguredApp {
    /// The content of the file.
    let configuration: Configuration
    private let path: String

    /// Reads the configuration file.
    ///
    /// - Throws: `Configuration.Unusable`.
    init(file: String) throws {
        configuration = try Configuration(file: file)
        path = URL(filePath: file).standardizedFileURL.resolvingSymlinksInPath().path
    }

    /// A plugin with the stored session of this configuration file.
    ///
    /// Several commands may use the session at the same time, for example commands of the AWS CLI.
    /// - Throws: `Configuration.Unusable`.
    func plugin() throws -> AWSCognitoAuthPlugin {
        let plugin = AWSCognitoAuthPlugin(
            transport: .platform, isStoreShared: true, passkeys: .software, openStore: { [self] _ in store })
        try configuration.apply(to: plugin)
        return plugin
    }

    /// Admits a command that uses the stored session of this configuration file.
    ///
    /// - Parameters:
    ///   - use: how the command uses the session.
    ///   - dialogue: the place of messages.
    /// - Throws: `Refusal` if the session was made at another server; `StoreError`.
    func admit(_ use: SessionGuard.Use, saying dialogue: any Dialogue) throws {
        guard let binding = SessionBinding(configuration) else { return }
        try SessionGuard(store: store, binding: binding).admit(use, saying: dialogue)
    }

    private var store: any CredentialStore {
        #if canImport(Security)
        KeychainCredentialStore()
        #else
        FileCredentialStore(directory: sessionFolder())
        #endif
    }

    /// The folder of the session: one for each configuration file, by the file's real path.
    ///
    /// - Parameter environment: where `XDG_DATA_HOME` and `HOME` are looked up.
    /// - Returns: the folder.
    func sessionFolder(environment: [String: String] = ProcessInfo.processInfo.environment) -> URL {
        FileCredentialStore.defaultDirectory(processName: "amplify", part: path, environment: environment)
    }
}

/// The app of the user.
struct AppOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("The amplify_outputs.json or amplifyconfiguration.json of the app.", valueName: "file"),
        completion: .file())
    var config = "amplify_outputs.json"

    /// Hands the account to a command.
    ///
    /// - Parameters:
    ///   - use: how the command uses the stored session.
    ///   - command: what it does with the account.
    /// - Throws: the exit code of an error, after its description was written to the standard error.
    func run(using use: SessionGuard.Use = .session, _ command: (Account) async throws -> Void) async throws {
        let questions = Terminal(output: .standardError)
        do {
            let app = try ConfiguredApp(file: config)
            // It makes no request, and names what is wrong in the configuration.
            let account = try Account(app, asking: questions, answering: Terminal())
            try app.admit(use, saying: questions)
            try await command(account)
        } catch {
            questions.complain(error)
            throw ExitCode(Complaint(error).status.rawValue)
        }
    }
}
