// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import Foundation
import Testing

@Suite struct TokenClaimsTests {
    private let service = AWSAuthService()

    private func token(_ claims: String) -> String {
        let payload = Data(claims.utf8).base64EncodedString()
            .replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
            .replacingOccurrences(of: "=", with: "")
        return "e30.\(payload).c2ln"
    }

    @Test(arguments: ["user", "users", "userss", "ü?>~ÿ"])
    func `claims are decoded for any padding and any characters`(name: String) throws {
        let claims = try service.getTokenClaims(tokenString: token(#"{"sub": "\#(name)", "exp": 1700000000}"#)).get()
        #expect(claims["sub"] as? String == name)
        #expect(claims["exp"] as? Int == 1_700_000_000)
    }

    @Test func `lists and objects are read`() throws {
        let text = #"{"cognito:groups": ["a", "b"], "address": {"formatted": "x"}, "email_verified": true}"#
        let claims = try service.getTokenClaims(tokenString: token(text)).get()
        #expect(claims["cognito:groups"] as? [String] == ["a", "b"])
        #expect((claims["address"] as? [String: Any])?["formatted"] as? String == "x")
        #expect(claims["email_verified"] as? Bool == true)
    }

    @Test(arguments: [
        "", "a", "a.b", "a.b.c.d", "..", "a.!!!.c", "a.e30", "e30.W10.s", "e30.bm9.s", "e30.e3.s", "a.é.c",
    ])
    func `a text that is not a JWT fails the validation`(text: String) {
        #expect {
            try service.getTokenClaims(tokenString: text).get()
        } throws: { error in
            guard case .validation(let field, _, _, _) = error as? AuthError else { return false }
            return field.isEmpty
        }
    }

    @Test(arguments: AWSAuthorizationType.allCases)
    func `only signatures and user pool tokens need the Auth plugin`(type: AWSAuthorizationType) {
        #expect(type.requiresAuthPlugin == ["AWS_IAM", "AMAZON_COGNITO_USER_POOLS"].contains(type.rawValue))
    }
}
