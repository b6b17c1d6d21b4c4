// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseClientFiles
import GatehouseDataModel
import GatehouseProject
import GatehouseSchemaCompiler
import GatehouseWire

/// What an app of an environment uses, by its ids; what has no id yet is left out.
struct AppResources: Sendable {
    /// The region of the environment, for an app without a user pool.
    var region: String
    /// The user pool, and the app client of this type of app.
    var userPool: (id: String, clientID: String)?
    var identityPoolID: String?
    /// The groups in the order of their precedence.
    var groups: [String] = []
    /// Google's client ids of the web application and of the app, if the identity pool accepts Google's tokens.
    var googleIDs: (web: String?, app: String?) = (nil, nil)
    var api: ClientAPI?

    /// An app that uses nothing yet.
    init(region: String) {
        self.region = region
    }

    /// What the app of a deployed state uses.
    init(_ state: DeployedState) {
        self.init(region: state.wanted.region)
        if let imported = state.wanted.imported {
            userPool = (
                imported.userPoolID, state.wanted.isBrowserApp ? imported.webClientID : imported.nativeClientID
            )
            identityPoolID = imported.identityPoolID
        } else if let settings = state.wanted.auth, let resource = state.wanted.authResource {
            add(settings, state.ids.outputs[resource] ?? [:], of: state.wanted)
        }
        if let settings = state.wanted.api, let resource = state.wanted.apiResource {
            api = Self.api(settings, state.ids.outputs[resource] ?? [:], schema: state.wanted.schema)
        }
    }

    private mutating func add(_ settings: AuthSettings, _ ids: [String: String], of wanted: WantedState) {
        let client = wanted.isBrowserApp ? OutputName.webClientID : OutputName.nativeClientID
        if settings.hasUserPool, let pool = ids[OutputName.userPoolID], let client = ids[client] {
            userPool = (pool, client)
            groups = settings.groups
        }
        guard settings.hasIdentityPool else { return }
        identityPoolID = ids[OutputName.identityPoolID]
        let accepted = settings.usesIdentityProviders ? settings.identityProviders : []
        if accepted.contains(IdentityProvider.google.rawValue) {
            googleIDs = (wanted.credentials.ids["googleClientId"], wanted.credentials.ids["googleIos"])
        }
    }

    /// The API; `nil` before it exists.
    private static func api(_ settings: APISettings, _ ids: [String: String], schema: String?) -> ClientAPI? {
        guard let url = ids[OutputName.apiEndpoint],
            let defaultMode = AuthorizationMode(rawValue: settings.authorization.mode)
        else { return nil }
        let modes = settings.additional.compactMap { AuthorizationMode(rawValue: $0.mode) }
        // A key stays in the ids when the project gives up this mode.
        let key = defaultMode == .apiKey || modes.contains(.apiKey) ? ids[OutputName.apiKey] : nil
        return ClientAPI(
            name: settings.name, url: url, key: key, defaultMode: defaultMode, otherModes: modes,
            modelIntrospection: schema.flatMap {
                models(in: $0, DataSettings(defaultMode: defaultMode, additionalModes: modes))
            })
    }

    /// The description of the models; `nil` for a schema with an error.
    ///
    /// The push that writes the files has told the errors of the schema; a file of an app does not repeat them.
    private static func models(in schema: String, _ settings: DataSettings) -> WireValue? {
        do {
            return try CompiledSchema(compiling: schema, settings: settings).modelIntrospection
        } catch {
            return nil
        }
    }
}

extension WantedState {
    /// Whether the app runs in a browser and so has the client without a secret.
    fileprivate var isBrowserApp: Bool { frontend == .javascript }
}

extension AppFiles {
    /// The content of the files, as the server describes what the app uses.
    ///
    /// - Throws: `DeploymentFault` if the server refuses or cannot be reached.
    static func clientFiles(
        of resources: AppResources, on backend: Backend
    ) async throws(DeploymentFault) -> ClientFiles {
        let baseURL = withoutSlash(backend.baseURL)
        var userPool: ClientFiles.UserPool?
        if let ids = resources.userPool {
            userPool = try await described("user pool \(ids.id)") { () async throws(ServiceFault) in
                try await read(ids.id, client: ids.clientID, groups: resources.groups, backend, below: baseURL)
            }
        }
        var identityPool: IdentityPool?
        if let id = resources.identityPoolID {
            identityPool = try await described("identity pool \(id)") { () async throws(ServiceFault) in
                try await backend.identityPools.describeIdentityPool(DescribeIdentityPoolInput(identityPoolId: id))
            }
        }
        let poolRegion = resources.userPool?.id.split(separator: "_").first.map { String($0) }
        return ClientFiles(
            region: poolRegion ?? resources.region, baseURL: baseURL, userPool: userPool, identityPool: identityPool,
            providerApps: ClientFiles.ProviderApps(
                googleWebClientID: resources.googleIDs.web, googleAppClientID: resources.googleIDs.app,
                facebookAppID: identityPool?.supportedLoginProviders?[IdentityProvider.facebook.rawValue]),
            api: resources.api)
    }

    private static func read(
        _ id: String, client: String, groups: [String], _ backend: Backend, below baseURL: String
    ) async throws(ServiceFault) -> ClientFiles.UserPool {
        let pools = backend.userPools
        let pool = try await pools.describeUserPool(DescribeUserPoolRequest(userPoolId: id)).userPool
        let app = try await pools.describeUserPoolClient(
            DescribeUserPoolClientRequest(userPoolId: id, clientId: client)
        ).userPoolClient
        guard let pool, let app else {
            throw ServiceFault(.internalError, "The answer has no description.", origin: .garbled)
        }
        let factors = try await pools.getUserPoolMfaConfig(GetUserPoolMfaConfigRequest(userPoolId: id))
        let triggers = pool.lambdaConfig
        let challenges = [
            triggers?.defineAuthChallenge, triggers?.createAuthChallenge, triggers?.verifyAuthChallengeResponse,
        ]
        return ClientFiles.UserPool(
            pool, client: app, secondFactors: factors, prefixDomain: pool.domain.map { "\(baseURL)/domains/\($0)" },
            groups: groups.enumerated().map { ClientFiles.Group(name: $1, precedence: $0 + 1) },
            beginsWithCustomChallenges: challenges.allSatisfy { $0 != nil })
    }

    private static func described<Value>(
        _ name: String, _ read: () async throws(ServiceFault) -> Value
    ) async throws(DeploymentFault) -> Value {
        do throws(ServiceFault) {
            return try await read()
        } catch {
            guard error.origin == .service, error.code == .resourceNotFound else {
                throw DeploymentFault(error, doing: "describe the \(name)")
            }
            throw DeploymentFault(
                .refused,
                "The server does not have the \(name) as the project knows it: "
                    + DeploymentFault.sentence(error.message),
                cure: "Run amplify push, which makes what is missing, or says how to take another pool. amplify push "
                    + "--force makes a new one without users.")
        }
    }

    /// Paths follow the address, which the project may have with a slash at its end.
    private static func withoutSlash(_ address: String) -> String {
        var address = address
        while address.hasSuffix("/") { address.removeLast() }
        return address
    }
}
