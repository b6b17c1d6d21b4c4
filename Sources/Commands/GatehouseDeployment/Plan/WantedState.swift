// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseProject

/// Everything that a push decides by, without a server: settings and names with the environment applied.
package struct WantedState: Sendable {
    /// The id of the project's record.
    package let appID: String
    /// The name of the project.
    package let projectName: String
    /// The name of the environment.
    package let environment: String
    /// The region of the server.
    package let region: String
    /// The auth resource; `nil` without one.
    package let auth: AuthSettings?
    /// The ids of an auth resource that was made elsewhere; `nil` without one.
    package let imported: ImportedAuth?
    /// Ids of providers, and the secrets of the file outside the project.
    package let credentials: ProviderCredentials
    /// The GraphQL API; `nil` without one.
    package let api: APISettings?
    /// The text of the API's schema.
    package let schema: String?
    /// The type of the app.
    package let frontend: Frontend
    /// The name of the role of signed-in users.
    package let authRoleName: String
    /// The name of the role of guests.
    package let unauthRoleName: String
    /// The ARNs of functions by the names of triggers, see `Trigger`.
    package let triggerARNs: [String: String]
    /// Resources of the last push that the project no longer has.
    package let removed: [ResourceName]
    /// Those of `removed` that were imported: their pools are never changed or deleted.
    package let formerImports: Set<ResourceName>
    /// Whether the users of removed pools are deleted; else their pools are detached.
    package let deletesUsers: Bool
    /// Whether a pool whose id is known but which is gone is made anew (`--force`).
    package let makesNewPools: Bool
    /// Whether `aliasAttributes` become aliases, see `FeatureFlags.forcesAliases`.
    package let forcesAliases: Bool
    /// The tags of `backend/tags.json`.
    package let tags: [String: String]
    /// The metadata of SAML providers whose setting names a file of the project, by the providers' names.
    package let samlMetadata: [String: String]

    /// Makes the state.
    package init(
        appID: String, projectName: String, environment: String, region: String, auth: AuthSettings?,
        imported: ImportedAuth?, credentials: ProviderCredentials, api: APISettings?, schema: String?,
        frontend: Frontend, authRoleName: String, unauthRoleName: String, triggerARNs: [String: String],
        removed: [ResourceName], deletesUsers: Bool, makesNewPools: Bool = false, forcesAliases: Bool = false,
        tags: [String: String] = [:], samlMetadata: [String: String] = [:], formerImports: Set<ResourceName> = []
    ) {
        self.appID = appID
        self.projectName = projectName
        self.environment = environment
        self.region = region
        self.auth = auth
        self.imported = imported
        self.credentials = credentials
        self.api = api
        self.schema = schema
        self.frontend = frontend
        self.authRoleName = authRoleName
        self.unauthRoleName = unauthRoleName
        self.triggerARNs = triggerARNs
        self.removed = removed
        self.formerImports = formerImports
        self.deletesUsers = deletesUsers
        self.makesNewPools = makesNewPools
        self.forcesAliases = forcesAliases
        self.tags = tags
        self.samlMetadata = samlMetadata
    }

    /// The name of the auth resource; `nil` without one.
    package var authResource: ResourceName? {
        auth.map { ResourceName(category: "auth", name: $0.resourceName) }
    }

    /// The name of the API's resource; `nil` without one.
    package var apiResource: ResourceName? {
        api.map { ResourceName(category: "api", name: $0.name) }
    }

    /// The tags of all that a push makes, by which it is found if an answer is lost, with the tags of the project.
    package var resourceTags: [String: String] {
        tags.merging([Self.appTag: appID, Self.environmentTag: environment]) { $1 }
    }

    /// The obstacle of a known id that leads to a thing of another environment.
    func foreignObstacle(_ thing: String, _ id: String) -> Obstacle {
        Obstacle(
            text: "The \(thing) \(id) does not belong to the environment \(environment): its tags \(Self.appTag) and "
                + "\(Self.environmentTag) are missing, or name another one.",
            cure: "If it is this environment's, set the tags to \(appID) and \(environment) again. If it is not, "
                + "amplify push --force makes a new one.")
    }

    /// The key of the tag with the id of the project's record.
    package static let appTag = "amplify:app-id"
    /// The key of the tag with the name of the environment.
    package static let environmentTag = "amplify:env"
    /// The key of the tag of a pool that a project no longer has; the value is the environment.
    package static let detachedTag = "amplify:detached"
    /// The key of the tag of a user pool whose groups a push has made or begun to make; it stays when they leave.
    static let groupsTag = "amplify:groups"
}
