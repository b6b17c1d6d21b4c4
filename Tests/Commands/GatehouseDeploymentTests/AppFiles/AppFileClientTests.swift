// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Foundation
import GatehouseClient
import GatehouseSession
import GatehouseWire
import Testing

@testable import AWSAPIPlugin
@testable import AWSCognitoAuthPlugin
@testable import AWSMobileClient
@testable import Amplify

/// The written files, read by the client libraries that they are for.
@Suite struct AppFileClientTests {
    private let project: AppProject

    init() throws {
        project = try AppProject()
        try project.update(AppContent.everything.files)
    }

    private func data(_ path: String) throws -> Data {
        Data(try #require(try project.text(path)).utf8)
    }

    @Test func `Amplify reads the file of generation 2`() throws {
        let outputs = try AmplifyOutputs.data(data("amplify_outputs.json")).resolveConfiguration()
        let auth = try #require(outputs.auth)
        #expect(auth.userPoolId == AppContent.userPoolID && auth.userPoolClientId == AppContent.clientID)
        #expect(auth.identityPoolId == AppContent.identityPoolID && auth.awsRegion == AppContent.region)
        #expect(auth.passwordPolicy?.minLength == 10)
        #expect(auth.oauth?.redirectSignInUri == ["myapp://", "https://shop.example.org/in"])
        let api = try #require(outputs.data)
        #expect(api.defaultAuthorizationType == .amazonCognitoUserPools && api.apiKey == "da2-key")
        #expect(try outputs.servers().endpoint?.value == "https://auth.example.org")
        let session = try PoolConfiguration(outputs).checked(retry: RetryPolicy())
        #expect(session.userPool?.endpoint.address == "https://auth.example.org")
        #expect(try session.pages?.get().scopes == ["openid", "email"])
        let endpoint = try APIConfiguration(outputs).endpoint(named: nil, kind: .graphQL)
        #expect(endpoint.url.absoluteString == "https://auth.example.org/apis/shop/graphql")
    }

    @Test func `Amplify reads the file of generation 1`() throws {
        let file = try JSONDecoder().decode(AmplifyConfiguration.self, from: data("amplifyconfiguration.json"))
        let block = try #require(file.auth?.plugins["awsCognitoAuthPlugin"])
        let session = try PoolConfiguration(block).checked(retry: RetryPolicy())
        #expect(session.userPool?.poolID == AppContent.userPoolID)
        #expect(session.userPool?.clientSecret?.revealed == "clientsecret")
        #expect(session.userPool?.defaultFlow == .userSRP)
        #expect(session.identityPool?.poolID == AppContent.identityPoolID)
        #expect(session.identityPool?.endpoint.address == "https://auth.example.org")
        #expect(try session.pages?.get().signInRedirect == "myapp://")
        let apis = try #require(file.api?.plugins["awsAPIPlugin"])
        let endpoint = try APIConfiguration(apis).endpoint(named: "shop", kind: .graphQL)
        #expect(endpoint.defaultMode == .amazonCognitoUserPools)
    }

    @Test func `AWSMobileClient reads its file`() throws {
        let text = try #require(try project.text("awsconfiguration.json"))
        let root = try ConfigurationDocument.object(of: Array(text.utf8))
        let configuration = MobileConfiguration(AWSConfiguration(root))
        let session = try configuration.sessionConfiguration()
        #expect(session.userPool?.poolID == AppContent.userPoolID)
        #expect(session.userPool?.clientSecret?.revealed == "clientsecret")
        #expect(session.userPool?.endpoint.address == "https://auth.example.org")
        #expect(session.identityPool?.poolID == AppContent.identityPoolID)
        #expect(try session.pages?.get().signInRedirect == "myapp://")
        let providers = configuration.values.socialProviders
        #expect(providers.googleClientID == "ios.apps.googleusercontent.com")
        #expect(providers.googlePermissions == ["email", "profile", "openid"])
        #expect(providers.facebook == ["public_profile"])
        #expect(!configuration.values.isCustom)
    }

    @Test func `custom challenges reach both libraries`() throws {
        try project.update(AppContent(hasCustomChallenges: true).files)
        let text = try #require(try project.text("awsconfiguration.json"))
        #expect(AWSConfiguration(try ConfigurationDocument.object(of: Array(text.utf8))).isCustom)
        let file = try JSONDecoder().decode(AmplifyConfiguration.self, from: data("amplifyconfiguration.json"))
        let block = try #require(file.auth?.plugins["awsCognitoAuthPlugin"])
        #expect(try PoolConfiguration(block).userPool?.flow == .customWithSRP)
    }
}
