// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseClient
import GatehouseSession

/// One of several programs that share a session by an access group.
///
/// Arguments: the folder of the group, and `sealed` or `opened` for the form of its files. Each line of the input has commands, separated by blanks, and is answered by a
/// line: a word for each command, then the sign-ins whose tokens were issued, then those whose tokens were revoked.
@main
struct SessionSharer {
    static func main() async throws {
        guard (2...3).contains(CommandLine.arguments.count) else { exit(64) }
        let service = LocalService()
        var store = store()
        var engine = try engine(store, service)
        while let line = readLine() {
            var answers: [String] = []
            for command in line.split(separator: " ").map(String.init) {
                if command == "restart" {
                    store = Self.store()
                    engine = try Self.engine(store, service)
                }
                answers.append(command == "settle" ? settle(store) : await answer(to: command, engine))
            }
            let (issued, revoked) = service.takeRecords()
            let parts = [answers, issued, revoked].map { $0.joined(separator: " ") }
            try FileHandle.standardOutput.write(contentsOf: Data((parts.joined(separator: ";") + "\n").utf8))
        }
    }

    private static func store() -> any CredentialStore {
        let directory = URL(filePath: CommandLine.arguments[1])
        guard CommandLine.arguments.count == 3 else { return FileCredentialStore(directory: directory) }
        let seals = CommandLine.arguments[2] == "sealed"
        return SealedCredentialStore(directory: directory, keys: SealingKeys(SecretServiceVault()), seals: seals)
    }

    private static func settle(_ store: any CredentialStore) -> String {
        do throws(StoreError) {
            try store.settle()
            return "ok"
        } catch {
            return "\(error)".replacing(" ", with: "_")
        }
    }

    private static func engine(_ store: any CredentialStore, _ service: LocalService) throws -> SessionEngine {
        let endpoint = try Endpoint("http://localhost:9229", key: "")
        let configuration = try SessionConfiguration(
            userPool: UserPoolConfiguration(
                poolID: "us-east-1_AbCdEf123",
                clientID: "client",
                region: "us-east-1",
                endpoint: endpoint,
                defaultFlow: .userPassword
            ),
            identityPool: IdentityPoolConfiguration(
                poolID: "us-east-1:11111111-2222-3333-4444-555555555555",
                region: "us-east-1",
                endpoint: endpoint
            )
        )
        return SessionEngine(configuration: configuration, store: store, isStoreShared: true, transport: service)
    }

    /// Obeys a command such as `signIn:ada`.
    ///
    /// - Returns: for `show` whose session there is; else `ok`, `refused` because of the state, or the error.
    private static func answer(to command: String, _ engine: SessionEngine) async -> String {
        let words = command.split(separator: ":").map(String.init)
        do throws(SessionError) {
            switch words[0] {
            case "signIn": _ = try await engine.signIn(username: words[1], password: "pw")
            case "signOut":
                if case .failed(let error) = await engine.signOut() { throw error }
            case "federate": _ = try await engine.federate(FederatedLogin(provider: "issuer", token: words[1]))
            case "clear": try await engine.clearFederation()
            case "renew": _ = await engine.fetchSession(force: true)
            case "show": return holder(await engine.fetchSession())
            default: break
            }
            return "ok"
        } catch {
            if case .invalidState = error { return "refused" }
            return "\(error)".replacing(" ", with: "_")
        }
    }

    private static func holder(_ session: SessionReport) -> String {
        switch (session.tokens, session.identityID) {
        case (.success(let tokens), .success): LocalService.signIn(of: tokens.refreshToken)
        case (.failure(.invalidState), .success(let id)): id
        case (.failure(.signedOut), .success): "signedOut"
        case (.success, .failure(let error)), (.failure(let error), _): "\(error)".replacing(" ", with: "_")
        }
    }
}
