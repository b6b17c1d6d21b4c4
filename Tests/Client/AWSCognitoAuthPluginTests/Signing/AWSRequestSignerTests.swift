// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import Foundation
import GatehouseClient
import GatehouseTestSupport
import GatehouseTesting
import Testing

@testable import AWSCognitoAuthPlugin

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Requests of an app's own code, signed with the credentials of its session.
@Suite struct AWSRequestSignerTests {
    /// The credentials of a session at the time of the call.
    private struct SessionCredentials: AWSCredentialsProvider, Sendable {
        let app: TestApp

        func fetchAWSCredentials() async throws -> any AWSCredentials {
            try await app.session().awsCredentialsResult.get()
        }
    }

    private struct Key: AWSCredentials, AWSCredentialsProvider {
        let accessKeyId = "AKIDEXAMPLE"
        let secretAccessKey = "secret"

        func fetchAWSCredentials() async throws -> any AWSCredentials { self }
    }

    private static let question = Data("Action=GetCallerIdentity&Version=2011-06-15".utf8)

    @Test func `the server knows a federated user by the signature, and refuses another body`() async throws {
        let world = try await World()
        let app = try await world.federatedApp()
        let clock = world.gatehouse.clock
        let signer = AWSRequestSigner(service: "sts", region: "us-east-1", credentials: SessionCredentials(app: app)) {
            clock.now
        }
        var request = URLRequest(url: try #require(URL(string: world.gatehouse.baseURL + "/")))
        request.httpMethod = "POST"
        request.httpBody = Self.question
        request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
        var signed = try await signer.sign(request)
        let answer = try await world.send(signed)
        #expect(answer.status == 200)
        #expect(String(decoding: answer.body, as: UTF8.self).contains(":assumed-role/test-authenticated/"))
        signed.httpBody = Self.question + Data("&X=1".utf8)
        #expect(try await world.send(signed).status == 403)
        signed.httpBody = Self.question
        // A second signature takes the place of the first one.
        #expect(try await world.send(signer.sign(signed)).status == 200)
    }

    @Test func `a session without credentials signs nothing, and says why`() async throws {
        let app = try await World(allowsGuests: false).app()
        let signer = AWSRequestSigner(
            service: "sts",
            region: "us-east-1",
            credentials: SessionCredentials(app: app)
        )
        let url = try #require(URL(string: "https://example.com/"))
        let refused = await failure { _ = try await signer.sign(URLRequest(url: url)) }
        #expect(refused?.cause == .invalidAccountTypeException)
    }

    @Test func `credentials without a session token remove the token of a former signature`() async throws {
        var request = URLRequest(url: try #require(URL(string: "https://example.com/")))
        request.setValue("old", forHTTPHeaderField: "X-Amz-Security-Token")
        let signed = try await AWSRequestSigner(service: "a", region: "r", credentials: Key()).sign(request)
        #expect(signed.value(forHTTPHeaderField: "x-amz-security-token") == nil)
        #expect(signed.value(forHTTPHeaderField: "authorization")?.hasPrefix("AWS4-HMAC-SHA256 ") == true)
    }

    @Test func `a stream as body and an address without host are refused`() async throws {
        let signer = AWSRequestSigner(service: "a", region: "r", credentials: Key())
        var streamed = URLRequest(url: try #require(URL(string: "https://example.com/")))
        streamed.httpBodyStream = InputStream(data: Data("a".utf8))
        let placeless = URLRequest(url: try #require(URL(string: "relative/path")))
        for (request, field) in [(streamed, "httpBodyStream"), (placeless, "url")] {
            #expect(await failure { _ = try await signer.sign(request) }?.field == field)
        }
    }
}

/// The function for requests to a GraphQL API, with the session of `Amplify.Auth`.
@Suite(.ownsAmplify) struct AppSyncSignerTests {
    @Test func `a request to a GraphQL API is signed with the credentials of the app's session`() async throws {
        let world = try await World()
        let outputs = world.gatehouse.amplifyOutputs(
            userPool: world.pool,
            client: world.client,
            identityPool: world.identityPool
        )
        try Amplify.add(plugin: world.gatehouse.plugin())
        try Amplify.configure(with: .data(outputs))
        let sign = AWSCognitoAuthPlugin.createAppSyncSigner(region: "eu-central-1")
        var request = URLRequest(url: try #require(URL(string: "https://api.example.com/graphql")))
        request.httpMethod = "POST"
        request.httpBody = Data(#"{"query":"{a}"}"#.utf8)
        let signed = try await sign(request)
        let session = try await Amplify.Auth.fetchAuthSession() as? any AuthAWSCredentialsProvider
        let key = try #require(session?.getAWSCredentials().get() as? any AWSTemporaryCredentials)
        let authorization = try #require(signed.value(forHTTPHeaderField: "Authorization"))
        #expect(authorization.hasPrefix("AWS4-HMAC-SHA256 Credential=\(key.accessKeyId)/"))
        #expect(authorization.contains("/eu-central-1/appsync/aws4_request, SignedHeaders=host;x-amz-date;"))
        #expect(signed.value(forHTTPHeaderField: "X-Amz-Security-Token") == key.sessionToken)
        #expect(signed.httpBody == request.httpBody && signed.url == request.url)
    }

    @Test func `without a session the function throws the reason`() async throws {
        let sign = AWSCognitoAuthPlugin.createAppSyncSigner(region: "eu-central-1")
        let url = try #require(URL(string: "https://api.example.com/graphql"))
        #expect(await failure { _ = try await sign(URLRequest(url: url)) } == .anyConfiguration)
    }
}

extension World {
    /// Sends a request to the server in this process.
    fileprivate func send(_ request: URLRequest) async throws -> TransportResponse {
        try await gatehouse.transport.send(
            TransportRequest(
                method: .post,
                url: try #require(request.url),
                headers: (request.allHTTPHeaderFields ?? [:]).map { (name: $0.key, value: $0.value) },
                body: request.httpBody ?? Data()
            )
        )
    }
}
