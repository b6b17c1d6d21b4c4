// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Foundation
import Testing

@testable import AWSPluginsCore

@Suite struct SessionTests {
    private struct Credentials: AWSTemporaryCredentials {
        let accessKeyId = "AKID"
        let secretAccessKey = "secret"
        let sessionToken = "token"
        let expiration: Date
    }

    private struct Session: AWSAuthSessionBehavior, AuthCognitoIdentityProvider, AuthAWSCredentialsProvider {
        let isSignedIn = true
        let awsCredentialsResult: Result<any AWSTemporaryCredentials, AuthError>
        let identityIdResult: Result<String, AuthError> = .success("identity")
        let userSubResult: Result<String, AuthError> = .failure(.signedOut("", ""))
        let oidcTokensResult: Result<String, AuthError> = .success("tokens")
    }

    private func session(expiring expiration: Date) -> Session {
        Session(awsCredentialsResult: .success(Credentials(expiration: expiration)))
    }

    @Test func `valid credentials are handed out, and are temporary ones`() throws {
        let credentials = try session(expiring: .distantFuture).getAWSCredentials().get()
        #expect(credentials.accessKeyId == "AKID")
        #expect((credentials as? any AWSTemporaryCredentials)?.sessionToken == "token")
    }

    @Test func `expired credentials are not handed out`() {
        #expect(throws: AuthError.sessionExpired("", "")) {
            try session(expiring: .distantPast).getAWSCredentials().get()
        }
    }

    @Test func `credentials expire at their time and not later`() {
        let time = Date(timeIntervalSince1970: 1_000)
        #expect(throws: AuthError.sessionExpired("", "")) { try session(expiring: time).credentials(at: time).get() }
        #expect(throws: Never.self) { try session(expiring: time).credentials(at: time - 0.001).get() }
    }

    @Test func `an error of the credentials is passed on`() {
        let session = Session(awsCredentialsResult: .failure(.configuration("", "")))
        #expect(throws: AuthError.configuration("", "")) { try session.getAWSCredentials().get() }
    }

    @Test func `identity and sub are the session's`() throws {
        let session = session(expiring: .distantFuture)
        #expect(try session.getIdentityId().get() == "identity")
        #expect(throws: AuthError.signedOut("", "")) { try session.getUserSub().get() }
        let opened: any AWSAuthSessionBehavior<String> = session
        #expect(try opened.oidcTokensResult.get() == "tokens")
    }
}
