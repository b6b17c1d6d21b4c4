// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Testing

@testable import AWSPluginsCore

@Suite struct AWSAuthServiceTests {
    private struct Tokens: AuthCognitoTokens {
        let idToken = "id"
        let accessToken = "access"
        let refreshToken = "refresh"
    }

    private struct Key: AWSCredentials {
        let accessKeyId = "key"
        let secretAccessKey = "secret"
    }

    private struct SignedIn: AuthSession, AuthCognitoIdentityProvider, AuthCognitoTokensProvider,
        AuthAWSCredentialsProvider
    {
        let isSignedIn = true

        func getAWSCredentials() -> Result<any AWSCredentials, AuthError> { .success(Key()) }

        func getIdentityId() -> Result<String, AuthError> { .success("identity") }
        func getUserSub() -> Result<String, AuthError> { .success("sub") }
        func getCognitoTokens() -> Result<any AuthCognitoTokens, AuthError> { .success(Tokens()) }
    }

    private struct SignedOut: AuthSession, AuthCognitoIdentityProvider, AuthCognitoTokensProvider,
        AuthAWSCredentialsProvider
    {
        let isSignedIn = false

        func getAWSCredentials() -> Result<any AWSCredentials, AuthError> { .failure(.invalidState("", "")) }

        func getIdentityId() -> Result<String, AuthError> { .failure(.configuration("", "")) }
        func getUserSub() -> Result<String, AuthError> { .failure(.signedOut("", "")) }
        func getCognitoTokens() -> Result<any AuthCognitoTokens, AuthError> { .failure(.signedOut("", "")) }
    }

    private struct Foreign: AuthSession {
        let isSignedIn = true
    }

    @Test func `identity, access token and credentials come from the session`() async throws {
        let service = AWSAuthService { SignedIn() }
        #expect(try await service.getIdentityID() == "identity")
        #expect(try await service.getUserPoolAccessToken() == "access")
        let provider: any AWSCredentialsProvider = service
        #expect(try await provider.fetchAWSCredentials().accessKeyId == "key")
    }

    @Test func `a missing part of the session throws the session's error`() async {
        let service = AWSAuthService { SignedOut() }
        await #expect(throws: AuthError.configuration("", "")) { try await service.getIdentityID() }
        await #expect(throws: AuthError.signedOut("", "")) { try await service.getUserPoolAccessToken() }
        await #expect(throws: AuthError.invalidState("", "")) { _ = try await service.fetchAWSCredentials() }
    }

    @Test func `the session of another kind of plugin is an error`() async {
        let service = AWSAuthService { Foreign() }
        await #expect(throws: AuthError.self) { try await service.getIdentityID() }
        await #expect(throws: AuthError.self) { try await service.getUserPoolAccessToken() }
        await #expect(throws: AuthError.self) { _ = try await service.fetchAWSCredentials() }
    }

    @Test func `an error of the session is passed on`() async {
        let service = AWSAuthService { throw AuthError.sessionExpired("", "") }
        await #expect(throws: AuthError.sessionExpired("", "")) { try await service.getIdentityID() }
        await #expect(throws: AuthError.sessionExpired("", "")) { try await service.getUserPoolAccessToken() }
    }
}
