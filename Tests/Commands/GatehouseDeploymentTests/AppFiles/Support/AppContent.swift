// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import GatehouseClientFiles
import GatehouseDataModel
import GatehouseWire

/// What the files of an app say, as a table of what the app has.
struct AppContent {
    static let region = "eu-west-1"
    static let userPoolID = "eu-west-1_Shop00001"
    static let clientID = "1shopappclient0123456789ab"
    static let identityPoolID = "eu-west-1:11111111-2222-3333-4444-555555555555"

    var baseURL = "https://auth.example.org"
    var hasUserPool = true
    var clientSecret: String?
    var flows: [ExplicitAuthFlowsType]?
    var hasPages = false
    var hasCustomChallenges = false
    var groups: [String] = []
    var hasIdentityPool = true
    var google: (web: String, app: String)?
    var facebook: String?
    var apiName: String?
    var apiKey: String?
    var apiModes: [AuthorizationMode] = [.apiKey]
    var models: WireValue?

    /// The content with all that an app can have.
    static var everything: AppContent {
        AppContent(
            clientSecret: "clientsecret", hasPages: true, groups: ["Admins", "Editors"],
            google: ("web.apps.googleusercontent.com", "ios.apps.googleusercontent.com"), facebook: "1234567890",
            apiName: "shop", apiKey: "da2-key", apiModes: [.userPools, .apiKey, .iam])
    }

    var files: ClientFiles {
        ClientFiles(
            region: Self.region, baseURL: baseURL, userPool: hasUserPool ? userPool : nil,
            identityPool: hasIdentityPool
                ? IdentityPool(
                    identityPoolId: Self.identityPoolID, identityPoolName: "shop", allowUnauthenticatedIdentities: true)
                : nil,
            providerApps: ClientFiles.ProviderApps(
                googleWebClientID: google?.web, googleAppClientID: google?.app, facebookAppID: facebook),
            api: api)
    }

    private var api: ClientAPI? {
        guard let apiName, let mode = apiModes.first else { return nil }
        return ClientAPI(
            name: apiName, url: "\(baseURL)/apis/\(apiName)/graphql", key: apiKey, defaultMode: mode,
            otherModes: Array(apiModes.dropFirst()), modelIntrospection: models)
    }

    private var userPool: ClientFiles.UserPool {
        var pool = UserPoolType(
            id: Self.userPoolID,
            policies: UserPoolPolicyType(
                passwordPolicy: PasswordPolicyType(minimumLength: 10, requireUppercase: true, requireNumbers: true)),
            schemaAttributes: [SchemaAttributeType(name: "email", required: true)], autoVerifiedAttributes: [.email],
            usernameAttributes: [.email])
        pool.mfaConfiguration = .optional
        var client = UserPoolClientType(clientId: Self.clientID)
        client.clientSecret = clientSecret
        client.explicitAuthFlows = flows
        if hasPages {
            client.allowedOAuthFlowsUserPoolClient = true
            client.allowedOAuthFlows = [.code]
            client.allowedOAuthScopes = ["openid", "email"]
            client.callbackURLs = ["myapp://", "https://shop.example.org/in"]
            client.logoutURLs = ["myapp://"]
            client.supportedIdentityProviders = ["COGNITO", "Google"]
        }
        return ClientFiles.UserPool(
            pool, client: client,
            secondFactors: GetUserPoolMfaConfigResponse(
                softwareTokenMfaConfiguration: SoftwareTokenMfaConfigType(enabled: true)),
            prefixDomain: hasPages ? "\(baseURL)/domains/shop-dev" : nil,
            groups: groups.enumerated().map { ClientFiles.Group(name: $1, precedence: $0 + 1) },
            beginsWithCustomChallenges: hasCustomChallenges)
    }
}
