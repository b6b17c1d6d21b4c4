// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import Testing

@testable import AWSMobileClient

@Suite struct SessionTokenTests {
    private func token(_ payload: String) -> SessionToken {
        SessionToken(tokenString: "e30.\(Data(payload.utf8).base64EncodedString()).sig")
    }

    private func base64URL(_ text: String) -> String {
        Data(text.utf8).base64EncodedString().replacingOccurrences(of: "+", with: "-")
            .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
    }

    @Test func `claims of every type can be cast`() throws {
        let claims = try #require(
            token(
                #"{"sub":"a","exp":1700000000,"email_verified":true,"cognito:groups":["x","y"],"n":{"m":1},"z":null}"#
            ).claims)
        #expect(claims["sub"] as? String == "a")
        #expect(claims["exp"] as? Int == 1_700_000_000)
        #expect((claims["exp"] as? NSNumber)?.doubleValue == 1_700_000_000)
        #expect(claims["email_verified"] as? Bool == true)
        #expect(claims["cognito:groups"] as? [String] == ["x", "y"])
        #expect((claims["n"] as? [String: Any])?["m"] as? Int == 1)
        #expect(claims["z"] is NSNull)
    }

    @Test(arguments: ["{\"a\":\"?>?>\"}", "{\"a\":\"?>?>\"} ", "{\"a\":\"?>?>\"}  ", "{\"a\":\"ÿþ\"}"])
    func `padded and unpadded base64 of both alphabets is decoded`(json: String) {
        #expect(token(json).claims?.count == 1)
        #expect(SessionToken(tokenString: "e30.\(base64URL(json)).").claims?.count == 1)
    }

    @Test(
        arguments: [
            "", ".", "..", "...", "a", "a.b", "e30.e30", "e30.!!!!.x", "e30.=.x", "e30.====.x", "e30.é.x", "e30.A.x",
            "e30.\u{0}.x", "e30.bnVsbA.x", "e30.W10.x", "e30.IjEi.x", "e30.MQ.x", "e30.ew.x", "e30./////w.x",
            "e30. e30.x",
        ])
    func `a text other than a JWT has no claims`(text: String) {
        #expect(SessionToken(tokenString: text).claims == nil)
    }

    @Test func `a token that is absent has no claims`() {
        #expect(SessionToken(tokenString: nil).claims == nil)
    }

    @Test func `nesting without end has no claims`() {
        #expect(token(String(repeating: "[", count: 200_000)).claims == nil)
        let deep = String(repeating: "{\"a\":", count: 100_000) + "1" + String(repeating: "}", count: 100_000)
        #expect(token(deep).claims == nil)
    }

    @Test func `an encrypted refresh token has no claims`() {
        #expect(SessionToken(tokenString: "eyJhbGciOiJkaXIifQ..aXY.Y2lwaGVy.dGFn").claims == nil)
    }

    @Test func `a token does not print`() {
        let token = SessionToken(tokenString: "secret")
        let tokens = Tokens(idToken: token, accessToken: token, refreshToken: token, expiration: nil)
        #expect(!"\(tokens)".contains("secret"))
        #expect(!String(reflecting: tokens).contains("secret"))
    }
}
