// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import Foundation
import Testing

@testable import AWSCognitoAuthPlugin

@Suite struct SessionValueTests {
    private static let credentials = AuthAWSCognitoCredentials(
        accessKeyId: "ASIAEXAMPLE",
        secretAccessKey: "secret-key",
        sessionToken: "session-token",
        expiration: Date(timeIntervalSince1970: 2_000_000_000)
    )
    private static let tokens = AWSCognitoUserPoolTokens(
        idToken: "id-token",
        accessToken: "access-token",
        refreshToken: "refresh-token"
    )
    private static let session = AWSAuthCognitoSession(
        isSignedIn: true,
        userSub: .success("sub"),
        identityID: .success("us-east-1:identity"),
        credentials: .success(credentials),
        tokens: .success(tokens)
    )

    @Test func `credentials can be cast to temporary ones`() throws {
        let credentials = try Self.session.getAWSCredentials().get()
        let temporary = try #require(credentials as? any AWSTemporaryCredentials)
        #expect(temporary.sessionToken == "session-token")
        #expect(temporary.expiration == Date(timeIntervalSince1970: 2_000_000_000))
    }

    @Test func `a session gives its parts through the providers`() throws {
        let session: any AuthSession = Self.session
        #expect(try (session as? any AuthCognitoTokensProvider)?.getCognitoTokens().get().accessToken == "access-token")
        #expect(try (session as? any AuthCognitoIdentityProvider)?.getUserSub().get() == "sub")
        #expect(try (session as? any AuthCognitoIdentityProvider)?.getIdentityId().get() == "us-east-1:identity")
        #expect(
            try (session as? any AuthAWSCredentialsProvider)?.getAWSCredentials().get().accessKeyId == "ASIAEXAMPLE")
    }

    @Test func `no secret is printed`() {
        var dumped = ""
        dump(Self.session, to: &dumped)
        dump(Self.tokens, to: &dumped)
        dump(Self.credentials, to: &dumped)
        let printed = "\(Self.session) \(Self.tokens) \(Self.credentials)"
        let debugged = String(reflecting: Self.session) + String(reflecting: [Self.tokens])
        for text in [dumped, printed, debugged, String(reflecting: Self.credentials)] {
            for secret in ["secret-key", "session-token", "id-token", "access-token", "refresh-token"] {
                #expect(!text.contains(secret))
            }
        }
    }

    @Test func `sessions are equal by value, errors by case`() {
        #expect(Self.session == Self.session)
        let missing = AWSAuthCognitoSession(missing: .signedOut("a", "b"))
        #expect(missing == AWSAuthCognitoSession(missing: .signedOut("c", "d")))
        #expect(missing != AWSAuthCognitoSession(missing: .sessionExpired("a", "b")))
        #expect(missing != Self.session)
    }

    @available(*, deprecated, message: "Tests what is deprecated")
    @Test(arguments: [(2_000, 1_000, 1_000), (1_000, 2_000, 1_000)])
    func `tokens expire with the first of them`(id: Int, access: Int, expected: Int) {
        let tokens = AWSCognitoUserPoolTokens(
            idToken: Self.token(expiring: id),
            accessToken: Self.token(expiring: access),
            refreshToken: "r"
        )
        #expect(tokens.expiration == Date(timeIntervalSince1970: TimeInterval(expected)))
    }

    @available(*, deprecated, message: "Tests what is deprecated")
    @Test func `tokens that do not say when they expire have expired`() {
        #expect(Self.tokens.expiration == .distantPast)
    }

    @available(*, deprecated, message: "Tests what is deprecated")
    @Test func `tokens survive being written and read`() throws {
        let date = Date(timeIntervalSince1970: 1_000)
        let tokens = AWSCognitoUserPoolTokens(idToken: "i", accessToken: "a", refreshToken: "r", expiration: date)
        let read = try JSONDecoder().decode(AWSCognitoUserPoolTokens.self, from: JSONEncoder().encode(tokens))
        #expect(read == tokens)
        #expect(read.expiration == date)
    }

    private static func token(expiring seconds: Int) -> String {
        let payload = Data(#"{"exp":\#(seconds)}"#.utf8).base64EncodedString()
        return "e30.\(payload.replacing("=", with: "")).x"
    }
}
