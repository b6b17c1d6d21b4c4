// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// `amplify/team-provider-info.json`: the environments that the team shares.
///
/// A public repository has no such file, as AWS recommends.
package struct TeamProviderInfo: Sendable, Equatable {
    /// Where an environment is, and what it has of its own.
    package struct Environment: Sendable, Equatable {
        /// Where it is on AWS; `nil` if it was never made there.
        package var aws: AWS?
        /// Where it is on Gatehouse; `nil` if it is not there yet.
        package var gatehouse: Gatehouse?
        /// The ids of providers of identity pools by the names of auth resources.
        package var identifiers: [String: [String: String]] = [:]
        /// The auth resources with secrets in the file, which belong into the file outside the project.
        package var resourcesWithSecrets: [String] = []

        /// Whether the environment lives in AWS alone, so that a push offers a new one beside it.
        package var isOnlyInAWS: Bool { aws != nil && gatehouse == nil }
    }

    /// An environment on AWS.
    package struct AWS: Sendable, Equatable {
        /// The region.
        package var region: String?
        /// The name of its stack.
        package var stackName: String?
        /// The id of the app in AWS's console.
        package var appID: String?
    }

    /// An environment on Gatehouse.
    package struct Gatehouse: Sendable, Equatable {
        /// The address of the server.
        package var baseURL: String
        /// The region of its ids.
        package var region: String
        /// The id of the project's record.
        package var appID: String
        /// The name of the role of signed-in users.
        package var authRoleName: String?
        /// The name of the role of guests.
        package var unauthRoleName: String?
        /// Further ids of providers, by the names of auth resources; see `ProviderCredentials`.
        package var identifiers: [String: [String: String]] = [:]

        /// Makes the place of an environment.
        package init(baseURL: String, region: String, appID: String, authRoleName: String?, unauthRoleName: String?) {
            self.baseURL = baseURL
            self.region = region
            self.appID = appID
            self.authRoleName = authRoleName
            self.unauthRoleName = unauthRoleName
        }
    }

    /// The environments by their names.
    package var environments: [String: Environment] = [:]

    /// Reads the file.
    ///
    /// - Throws: `JSONFlaw` at a member of another kind.
    package init(_ document: JSONDocument) throws(JSONFlaw) {
        for (name, cursor) in try document.cursor.members() {
            environments[name] = try Self.environment(cursor)
        }
    }

    private static func environment(_ cursor: JSONCursor) throws(JSONFlaw) -> Environment {
        var environment = Environment()
        if let part = try cursor.member("awscloudformation") {
            environment.aws = AWS(
                region: try part.member("Region")?.string(), stackName: try part.member("StackName")?.string(),
                appID: try part.member("AmplifyAppId")?.string())
        }
        if let part = try cursor.member("gatehouse") {
            guard let url = try part.member("BaseURL")?.string(), let region = try part.member("Region")?.string(),
                let appID = try part.member("AppId")?.string()
            else { throw part.flaw("The members BaseURL, Region and AppId are needed.") }
            environment.gatehouse = Gatehouse(
                baseURL: url, region: region, appID: appID, authRoleName: try part.member("AuthRoleName")?.string(),
                unauthRoleName: try part.member("UnauthRoleName")?.string())
            for (resource, values) in try authResources(part) {
                environment.gatehouse?.identifiers[resource] = try texts(values)
            }
        }
        for (resource, values) in try authResources(cursor) {
            environment.identifiers[resource] = try texts(values)
            if try values.member(secretsMember) != nil { environment.resourcesWithSecrets.append(resource) }
        }
        return environment
    }

    /// The member in which old projects have ids and secrets of providers.
    private static let secretsMember = "hostedUIProviderCreds"

    private static func authResources(_ cursor: JSONCursor) throws(JSONFlaw) -> [(name: String, cursor: JSONCursor)] {
        try cursor.member("categories")?.member("auth")?.members() ?? []
    }

    /// The members that are texts, without secrets.
    private static func texts(_ cursor: JSONCursor) throws(JSONFlaw) -> [String: String] {
        var texts: [String: String] = [:]
        for (name, value) in try cursor.members() where name != secretsMember {
            if case .string(let text) = value.value { texts[name] = text }
        }
        return texts
    }

    // MARK: - Changes

    /// The file with the place of an environment on Gatehouse.
    ///
    /// - Throws: `JSONFlaw` if a member cannot be set.
    package static func document(
        changing document: JSONDocument?, environment: String, to place: Gatehouse
    ) throws(JSONFlaw) -> JSONDocument {
        var list = MemberList()
        list.text("BaseURL", place.baseURL)
        list.text("Region", place.region)
        list.text("AppId", place.appID)
        list.text("AuthRoleName", place.authRoleName)
        list.text("UnauthRoleName", place.unauthRoleName)
        var changed = if let document { document } else { try JSONDocument(JSONValue.object([])) }
        try changed.merge(list.members, at: JSONPointer([environment, "gatehouse"]))
        return changed
    }

    /// The file with the ids of providers of an environment; secrets are not among them.
    ///
    /// - Throws: `JSONFlaw` if a member cannot be set.
    package static func document(
        changing document: JSONDocument?, environment: String, resource: String, to credentials: ProviderCredentials
    ) throws(JSONFlaw) -> JSONDocument {
        var changed = if let document { document } else { try JSONDocument(JSONValue.object([])) }
        let further = JSONPointer([environment, "gatehouse", "categories", "auth", resource])
        for (ids, place) in [
            (credentials.ids, JSONPointer([environment, "categories", "auth", resource])),
            (credentials.furtherIDs, further),
        ] {
            for (key, id) in ids.sorted(by: { $0.key < $1.key }) {
                try changed.set(.string(id), at: place.appending(key))
            }
        }
        return changed
    }

    /// The secrets that an old project has in the file, by the keys of questions, and the file without them.
    ///
    /// - Throws: `JSONFlaw` if the secrets are not a list of providers.
    package static func movingSecrets(
        outOf document: JSONDocument, environment: String, resource: String
    ) throws(JSONFlaw) -> (secrets: ProviderCredentials, document: JSONDocument) {
        var credentials = ProviderCredentials()
        let place = JSONPointer([environment, "categories", "auth", resource, secretsMember])
        let auth = try document.cursor.member(environment)?.member("categories")?.member("auth")?.member(resource)
        guard let member = try auth?.member(secretsMember) else { return (credentials, document) }
        for row in try member.nested().elements() {
            let name = try row.member("ProviderName")?.string() ?? ""
            guard let provider = SocialProvider(rawValue: name) else { continue }
            // The order of the questions' keys is the order of these members.
            let names =
                provider == .signInWithApple
                ? ["client_id", "team_id", "key_id", "private_key"] : ["client_id", "client_secret"]
            for (key, memberName) in zip(provider.credentialKeys, names) {
                guard let text = try row.member(memberName)?.string() else { continue }
                if key.isHidden { credentials.secrets[key.key] = text } else { credentials.furtherIDs[key.key] = text }
            }
        }
        var changed = document
        try changed.remove(at: place)
        return (credentials, changed)
    }

    /// The file without the secrets of providers that old projects have in any environment.
    ///
    /// - Throws: `JSONFlaw` at a member of another kind.
    package static func withoutSecrets(_ document: JSONDocument) throws(JSONFlaw) -> JSONDocument {
        var changed = document
        for (environment, cursor) in try document.cursor.members() {
            for (resource, _) in try authResources(cursor) {
                try changed.remove(
                    at: JSONPointer([environment, "categories", "auth", resource, secretsMember]))
            }
        }
        return changed
    }

    /// The file with the environments of another one, which win; further environments stay, and so do the secrets of
    /// providers that only the present file has.
    ///
    /// - Throws: `JSONFlaw` if a file has another shape.
    package static func document(
        changing document: JSONDocument?, toEnvironmentsOf other: JSONDocument
    ) throws(JSONFlaw) -> JSONDocument {
        guard let document else { return other }
        var changed = other
        for (environment, cursor) in try document.cursor.members() {
            guard changed[JSONPointer([environment])] != nil else {
                try changed.set(cursor.value, at: JSONPointer([environment]))
                continue
            }
            for (resource, values) in try authResources(cursor) {
                guard let secrets = try values.member(secretsMember)?.value else { continue }
                try changed.set(
                    secrets, at: JSONPointer([environment, "categories", "auth", resource, secretsMember]))
            }
        }
        return changed
    }

    /// The file without an environment.
    ///
    /// - Throws: `JSONFlaw` if the file is not an object.
    package static func document(
        removing environment: String, from document: JSONDocument
    ) throws(JSONFlaw) -> JSONDocument {
        var changed = document
        try changed.remove(at: JSONPointer([environment]))
        return changed
    }
}
