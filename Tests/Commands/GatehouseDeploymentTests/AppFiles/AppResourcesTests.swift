// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseClientFiles
import GatehouseProject
import GatehouseWire
import Testing

@testable import GatehouseDeployment

/// What of a deployed state an app uses.
@Suite struct AppResourcesTests {
    private static let auth = ResourceName(category: "auth", name: "shop1a2b3c4d")
    private static let api = ResourceName(category: "api", name: "shop")
    private static let ids = KnownIDs(outputs: [
        auth: [
            "UserPoolId": "eu-west-1_Shop00001", "AppClientID": "native", "AppClientIDWeb": "web",
            "IdentityPoolId": "eu-west-1:pool",
        ],
        api: ["GraphQLAPIEndpointOutput": "https://auth.example.org/graphql", "GraphQLAPIKeyOutput": "da2-key"],
    ])

    private static func state(
        _ frontend: Frontend = .ios, knowing known: KnownIDs? = nil, imported: ImportedAuth? = nil,
        hasAuth: Bool = true, schema: String? = nil,
        _ changeAuth: (inout AuthSettings) -> Void = { _ in }, api changeAPI: ((inout APISettings) -> Void)? = nil
    ) -> DeployedState {
        var settings = AuthSettings()
        settings.resourceName = auth.name
        changeAuth(&settings)
        var apiSettings: APISettings?
        if let changeAPI {
            var changed = APISettings(name: api.name)
            changeAPI(&changed)
            apiSettings = changed
        }
        var credentials = ProviderCredentials()
        credentials.ids = ["googleClientId": "web.google", "googleIos": "ios.google"]
        let wanted = WantedState(
            appID: "d0123456789abc", projectName: "shop", environment: "dev", region: "eu-west-1",
            auth: hasAuth ? settings : nil, imported: imported, credentials: credentials, api: apiSettings,
            schema: schema, frontend: frontend, authRoleName: "auth", unauthRoleName: "unauth", triggerARNs: [:],
            removed: [], deletesUsers: false)
        return DeployedState(wanted: wanted, ids: known ?? ids)
    }

    /// The member `api` of Amplify's file.
    private static func apiMember(_ state: DeployedState) -> WireValue? {
        let file = ClientFiles(
            region: "eu-west-1", baseURL: "https://auth.example.org", userPool: nil, identityPool: nil,
            api: AppResources(state).api
        ).amplifyConfiguration
        return file["api"]?["plugins"]?["awsAPIPlugin"]?["shop"]
    }

    /// The member `model_introspection` of the file of generation 2.
    private static func introspection(of schema: String) -> WireValue? {
        ClientFiles(
            region: "eu-west-1", baseURL: "https://auth.example.org", userPool: nil, identityPool: nil,
            api: AppResources(state(schema: schema, api: { $0.additional = [.userPool(id: nil)] })).api
        ).amplifyOutputs["data"]?["model_introspection"]
    }

    @Test(arguments: [(Frontend.ios, "native"), (.android, "native"), (.flutter, "native"), (.javascript, "web")])
    func `an app in a browser has the client without a secret, others the native one`(
        frontend: Frontend, client: String
    ) {
        let resources = AppResources(Self.state(frontend))
        #expect(resources.userPool?.id == "eu-west-1_Shop00001" && resources.userPool?.clientID == client)
        #expect(resources.identityPoolID == "eu-west-1:pool")
        #expect(resources.api == nil)
    }

    @Test func `pools that the project does not have are left out, also if their ids are known`() {
        let noIdentityPool = AppResources(Self.state { $0.services = .userPoolOnly })
        #expect(noIdentityPool.userPool != nil && noIdentityPool.identityPoolID == nil)
        let noUserPool = AppResources(Self.state { $0.services = .identityPoolOnly })
        #expect(noUserPool.userPool == nil && noUserPool.identityPoolID != nil)
        let nothing = AppResources(Self.state(hasAuth: false))
        #expect(nothing.userPool == nil && nothing.identityPoolID == nil)
    }

    @Test func `resources without ids are left out`() {
        let state = Self.state(knowing: KnownIDs(), { $0.groups = ["Admins"] }, api: { _ in })
        let resources = AppResources(state)
        #expect(resources.userPool == nil && resources.identityPoolID == nil && resources.api == nil)
        #expect(resources.groups == [])
    }

    @Test(arguments: [(Frontend.ios, "n"), (.javascript, "w")])
    func `imported pools are those of the import`(frontend: Frontend, client: String) throws {
        let imported = try #require(
            ImportedAuth(identifiers: ["userPoolId": "eu-west-1_Other0001", "nativeClientId": "n", "webClientId": "w"]))
        let resources = AppResources(Self.state(frontend, imported: imported))
        #expect(resources.userPool?.id == "eu-west-1_Other0001" && resources.userPool?.clientID == client)
        #expect(resources.identityPoolID == nil)
    }

    @Test func `a pool that the server does not have is named with the command that replaces it`() async throws {
        let server = try await AppServer()
        var resources = AppResources(region: "us-east-1")
        resources.userPool = ("us-east-1_Gone00001", "client")
        let gone = resources
        let fault = await #expect(throws: DeploymentFault.self) { try await server.files(of: gone) }
        #expect(fault?.kind == .refused && fault?.text.contains("us-east-1_Gone00001") == true)
        #expect(fault?.cure?.contains("amplify push") == true)
    }

    @Test func `Google's ids are those of an identity pool that accepts its tokens`() {
        #expect(AppResources(Self.state()).googleIDs.web == nil)
        let resources = AppResources(
            Self.state {
                $0.usesIdentityProviders = true
                $0.identityProviders = ["accounts.google.com"]
            })
        #expect(resources.googleIDs.web == "web.google" && resources.googleIDs.app == "ios.google")
    }

    @Test func `the API has its modes, and its key as long as it accepts keys`() {
        let withKey = Self.apiMember(Self.state(api: { $0.additional = [.iam] }))
        #expect(withKey?["authorizationType"] == "API_KEY" && withKey?["apiKey"] == "da2-key")
        #expect(withKey?["endpoint"] == "https://auth.example.org/graphql")
        let withoutKey = Self.apiMember(
            Self.state(api: {
                $0.authorization = .userPool(id: nil)
                $0.additional = [.iam]
            }))
        #expect(withoutKey?["authorizationType"] == "AMAZON_COGNITO_USER_POOLS" && withoutKey?["apiKey"] == nil)
    }

    @Test func `the models of the API are described with keys, rules and relations`() throws {
        let found = try #require(
            Self.introspection(
                of: """
                    enum Mood { GOOD BAD }
                    type Place { city: String! }
                    type Post @model
                      @auth(rules: [{ allow: owner }, { allow: groups, groups: ["Admins"], operations: [read] }]) {
                      title: String! @index(name: "byTitle", queryField: "postsByTitle", sortKeyFields: ["rank"])
                      rank: Int!
                      mood: Mood
                      places: [Place!]
                      comments: [Comment] @hasMany
                    }
                    type Comment @model @auth(rules: [{ allow: public }]) {
                      code: ID! @primaryKey(sortKeyFields: ["number"])
                      number: Int!
                      post: Post @belongsTo
                    }
                    """))
        #expect(found["version"] == 1)
        let enums: WireValue = ["Mood": ["name": "Mood", "values": ["GOOD", "BAD"]]]
        #expect(found["enums"] == enums)
        let city: WireValue = [
            "name": "city", "type": "String", "isArray": false, "isRequired": true, "attributes": [],
        ]
        let plain: WireValue = ["Place": ["name": "Place", "fields": ["city": city]]]
        #expect(found["nonModels"] == plain)

        let post = try #require(found["models"]?["Post"])
        #expect(post["pluralName"] == "Posts" && post["syncable"] == true)
        let usualKey: WireValue = [
            "isCustomPrimaryKey": false, "primaryKeyFieldName": "id", "sortKeyFieldNames": [],
        ]
        #expect(post["primaryKeyInfo"] == usualKey)
        let mood: WireValue = ["enum": "Mood"]
        #expect(post["fields"]?["mood"]?["type"] == mood)
        let places: WireValue = [
            "name": "places", "type": ["nonModel": "Place"], "isArray": true, "isRequired": true,
            "isArrayNullable": true, "attributes": [],
        ]
        #expect(post["fields"]?["places"] == places)
        #expect(post["fields"]?["createdAt"]?["isReadOnly"] == true)
        #expect(post["fields"]?["owner"] == nil)
        let index: WireValue = ["name": "byTitle", "queryField": "postsByTitle", "fields": ["title", "rank"]]
        let owner: WireValue = [
            "allow": "owner", "provider": "userPools", "ownerField": "owner", "identityClaim": "cognito:username",
            "operations": ["create", "update", "delete", "read"],
        ]
        let admins: WireValue = [
            "allow": "groups", "provider": "userPools", "groupClaim": "cognito:groups", "groups": ["Admins"],
            "operations": ["read"],
        ]
        let attributes: [WireValue] = [
            ["type": "model", "properties": [:]], ["type": "key", "properties": index],
            ["type": "auth", "properties": ["rules": [owner, admins]]],
        ]
        #expect(post["attributes"] == .array(attributes))

        let comment = try #require(found["models"]?["Comment"])
        let chosenKey: WireValue = [
            "isCustomPrimaryKey": true, "primaryKeyFieldName": "code", "sortKeyFieldNames": ["number"],
        ]
        #expect(comment["primaryKeyInfo"] == chosenKey)
        // Both ends name the attributes that comments have.
        let association = try #require(post["fields"]?["comments"]?["association"])
        let keys = try #require(association["associatedWith"]?.arrayValue).compactMap(\.stringValue)
        #expect(association["connectionType"] == "HAS_MANY" && !keys.isEmpty)
        #expect(keys.allSatisfy { comment["fields"]?[$0]?["type"] == "ID" })
        let parent: WireValue = ["connectionType": "BELONGS_TO", "targetNames": .array(keys.map { .string($0) })]
        #expect(comment["fields"]?["post"]?["association"] == parent)
    }

    @Test func `a schema with an error has no description, and the file is written without it`() {
        #expect(Self.introspection(of: "type Post @model {") == nil)
        let count = 10_001 / 90 + 1
        let models = (0..<count).map { model in
            "type M\(model) @model { \((0..<90).map { "f\($0): Int" }.joined(separator: " ")) }"
        }
        #expect(Self.introspection(of: models[..<3].joined(separator: "\n")) != nil)
        #expect(Self.introspection(of: models.joined(separator: "\n")) == nil)
    }
}
