// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import ArgumentParser
import CognitoAdminShapes
import GatehouseDeployment
import GatehouseDialogue
import GatehouseProject
import GatehouseWire

/// `amplify import`.
struct ImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Use a user pool that was made elsewhere on the server.",
        discussion: """
            A push never changes or deletes imported pools. With --headless, the standard input has the object that \
            AWS's tool takes: {"version": 1, "userPoolId": "ID", "webClientId": "ID", "nativeClientId": "ID"}.
            """)

    @Argument(help: "The category: auth.")
    var category: ResourceCategory

    @OptionGroup var options: ProjectOptions

    func validate() throws {
        if category != .auth { throw ValidationError("Only pools can be imported: amplify import auth.") }
    }

    func run() async throws {
        try await options.run { try await $0.importAuth() }
    }
}

extension ProjectCommand {
    /// Imports a user pool, with or without an identity pool.
    ///
    /// - Throws: `Refusal` if the server has none; `HeadlessFlaws`, `AnswerRefusal`, `DeploymentFault`, `ProjectFault`.
    func importAuth() async throws {
        let project = try project()
        if let present = project.backend.auth {
            throw Refusal(
                "The project has auth already: \(present.name).", cure: "Remove it first: amplify remove auth.")
        }
        // The ids belong to an environment.
        try requireCurrentEnvironment(of: project, isNeeded: true)
        let environment = try environment(of: project)
        let imported: ImportedAuth =
            if options.headless {
                try ImportedAuth(headless: surroundings.input())
            } else {
                try await chosenPools(project, PoolLists(try backend(of: environment)))
            }
        let name = project.config.projectName.lowercased() + surroundings.newID()
        try project.folder.write(try project.changes(importing: imported, as: name))
        sayWritten("The user pool \(imported.userPoolID) was added to the local project as \(name).")
    }

    private func chosenPools(_ project: Project, _ lists: PoolLists) async throws -> ImportedAuth {
        let start = Interview(
            CommandTables.importAuth, project.authCircumstances(.create, id: surroundings.newID()))
        let interview = try await finished(start) { key, interview in
            let offers: [String]
            switch key {
            case "userPoolId":
                offers = try await lists.userPools()
                if offers.isEmpty {
                    throw Refusal("The server has no user pool.", cure: "Make one: amplify add auth, or the AWS CLI.")
                }
            case "nativeClientId", "webClientId":
                offers = try await lists.clients(of: interview.answers.text("userPoolId") ?? "")
                if offers.isEmpty {
                    throw Refusal("The user pool has no app client.", cure: "Make one with the AWS CLI.")
                }
            case "identityPoolId":
                offers = try await lists.identityPools()
                if offers.isEmpty {
                    throw Refusal("The server has no identity pool.", cure: "Import the user pool only.")
                }
            default: return nil
            }
            interview.offer(offers, at: key)
            // The only client or identity pool is chosen by itself.
            guard key != "userPoolId", offers.count == 1, case .list(let rows)? = interview.prompt?.kind else {
                return nil
            }
            return rows.first?.answer
        }
        guard let imported = ImportedAuth(interview.answers) else {
            throw Refusal("A pool or a client was not chosen.", cure: "Answer every question.")
        }
        return imported
    }
}

/// What a server has, as rows of lists: the id and, after a blank, the name.
struct PoolLists {
    /// The most rows of a list; later ones are named by `--headless`.
    private static let most = 1_000
    private static let pageSize = 60

    private let backend: Backend

    init(_ backend: Backend) {
        self.backend = backend
    }

    func userPools() async throws(DeploymentFault) -> [String] {
        try await all("list the user pools") { (token: String?) async throws(ServiceFault) -> ([String], String?) in
            let page = try await backend.userPools.listUserPools(
                ListUserPoolsRequest(nextToken: token, maxResults: Self.pageSize))
            return ((page.userPools ?? []).map { Self.row($0.id, $0.name) }, page.nextToken)
        }
    }

    func clients(of pool: String) async throws(DeploymentFault) -> [String] {
        try await all("list the app clients") { (token: String?) async throws(ServiceFault) -> ([String], String?) in
            let page = try await backend.userPools.listUserPoolClients(
                ListUserPoolClientsRequest(userPoolId: pool, maxResults: Self.pageSize, nextToken: token))
            return ((page.userPoolClients ?? []).map { Self.row($0.clientId, $0.clientName) }, page.nextToken)
        }
    }

    func identityPools() async throws(DeploymentFault) -> [String] {
        try await all("list the identity pools") { (token: String?) async throws(ServiceFault) -> ([String], String?) in
            let page = try await backend.identityPools.listIdentityPools(
                ListIdentityPoolsInput(maxResults: Self.pageSize, nextToken: token))
            return (
                (page.identityPools ?? []).map { Self.row($0.identityPoolId, $0.identityPoolName) }, page.nextToken
            )
        }
    }

    private static func row(_ id: String?, _ name: String?) -> String {
        [id, name].compactMap(\.self).joined(separator: " ")
    }

    /// All rows of a list that comes in pages.
    private func all(
        _ what: String, _ page: (String?) async throws(ServiceFault) -> ([String], String?)
    ) async throws(DeploymentFault) -> [String] {
        var rows: [String] = []
        var token: String?
        do throws(ServiceFault) {
            repeat {
                let (part, next) = try await page(token)
                rows += part
                token = next
            } while token != nil && rows.count < Self.most
        } catch {
            throw DeploymentFault(error, doing: what)
        }
        return rows
    }
}
