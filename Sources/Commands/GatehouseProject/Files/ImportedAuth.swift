// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// An auth resource that names pools which were made elsewhere: a push never changes or deletes them.
package struct ImportedAuth: Sendable, Equatable {
    /// The id of the user pool.
    package var userPoolID: String
    /// The id of the client without a browser.
    package var nativeClientID: String
    /// The id of the client in a browser.
    package var webClientID: String
    /// The id of the identity pool; `nil` without one.
    package var identityPoolID: String?

    /// Reads a finished dialogue of `CommandTables.importAuth`; `nil` if an id is missing.
    package init?(_ answers: Answers) {
        guard let pool = answers.text("userPoolId"), let native = answers.text("nativeClientId"),
            let web = answers.text("webClientId")
        else { return nil }
        userPoolID = pool
        nativeClientID = native
        webClientID = web
        identityPoolID = answers.text("identityPoolId")
    }

    /// Reads the object of `amplify import auth --headless`.
    ///
    /// - Throws: `HeadlessFlaws` with all that is wrong.
    package init(headless bytes: [UInt8]) throws(HeadlessFlaws) {
        var reader = HeadlessReader()
        let document = reader.take { () throws(JSONFlaw) in try JSONDocument(bytes) }
        guard let cursor = document?.cursor else { throw HeadlessFlaws(flaws: reader.flaws) }
        let needed = ["version", "userPoolId", "webClientId", "nativeClientId"]
        reader.check(cursor, has: needed + ["identityPoolId"], needs: needed)
        userPoolID = reader.text(cursor, "userPoolId") ?? ""
        nativeClientID = reader.text(cursor, "nativeClientId") ?? ""
        webClientID = reader.text(cursor, "webClientId") ?? ""
        identityPoolID = reader.text(cursor, "identityPoolId")
        // A missing id is a flaw, too.
        guard reader.flaws.isEmpty else { throw HeadlessFlaws(flaws: reader.flaws) }
    }

    /// Reads what an environment has of an imported resource; `nil` if an id is missing.
    package init?(identifiers: [String: String]) {
        guard let pool = identifiers["userPoolId"], let native = identifiers["nativeClientId"],
            let web = identifiers["webClientId"]
        else { return nil }
        userPoolID = pool
        nativeClientID = native
        webClientID = web
        identityPoolID = identifiers["identityPoolId"]
    }

    /// The ids by the names that AWS's tool has for them.
    var identifiers: [String: String] {
        var identifiers = ["userPoolId": userPoolID, "nativeClientId": nativeClientID, "webClientId": webClientID]
        identifiers["identityPoolId"] = identityPoolID
        return identifiers
    }
}

extension Project {
    /// The files after `import auth`.
    ///
    /// - Parameters:
    ///   - imported: the ids of the pools.
    ///   - name: the name of the resource in the project.
    /// - Returns: the changes.
    /// - Throws: `ProjectFault` if the project has auth, or if a member of a file cannot be set.
    package func changes(importing imported: ImportedAuth, as name: String) throws(ProjectFault) -> FileChanges {
        guard auth == nil else {
            throw ProjectFault(
                ProjectPaths.backendConfig, "The project has auth already.",
                cure: "Remove it first: amplify remove auth.")
        }
        var changes = FileChanges()
        do throws(JSONFlaw) {
            var backend = documents[ProjectPaths.backendConfig]
            if backend == nil { backend = try JSONDocument(JSONValue.object([])) }
            var list = MemberList()
            list.text("service", "Cognito")
            list.text("serviceType", "imported")
            list.text("providerPlugin", "awscloudformation")
            list.add("dependsOn", [])
            list.flag("customAuth", false)
            try backend?.set(.object(list.members), at: JSONPointer(["auth", name]))
            if let backend { changes.write(backend, to: ProjectPaths.backendConfig) }
        } catch {
            throw ProjectFault(ProjectPaths.backendConfig, error)
        }
        guard let environment = local?.environment else { return changes }
        do throws(JSONFlaw) {
            var credentials = ProviderCredentials()
            credentials.ids = imported.identifiers
            changes.write(
                try TeamProviderInfo.document(
                    changing: documents[ProjectPaths.teamProviderInfo], environment: environment, resource: name,
                    to: credentials), to: ProjectPaths.teamProviderInfo)
        } catch {
            throw ProjectFault(ProjectPaths.teamProviderInfo, error)
        }
        return changes
    }
}
