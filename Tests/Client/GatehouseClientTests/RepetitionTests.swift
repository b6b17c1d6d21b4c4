// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseClient
import Testing

@Suite struct RepetitionTests {
    @Test func `each operation of the clients has a rule, and no other name does`() {
        let names = [
            Set(CognitoIdentityProviderOperations.table.keys), Set(CognitoIdentityOperations.table.keys),
            Set(SecurityTokenOperations.table.keys),
        ]
        #expect(Set(Repetition.table.keys) == names.reduce(into: []) { $0.formUnion($1) })
    }

    @Test func `a request that uses up a value is not sent again when the answer was lost`() {
        let kept = Repetition.table.filter { !$0.value.isHarmless }.keys
        let expected: Set<String> = [
            "AssociateSoftwareToken", "ChangePassword", "CompleteWebAuthnRegistration", "ConfirmDevice",
            "ConfirmForgotPassword", "ConfirmSignUp", "DeleteUser", "RespondToAuthChallenge", "SignUp",
            "UnlinkIdentity", "VerifySoftwareToken", "VerifyUserAttribute",
        ]
        #expect(Set(kept) == expected)
    }

    @Test func `the session string of a sign-up is good for one request`() {
        var request = InitiateAuthRequest(authFlow: .userAuth, clientId: "client")
        #expect(Repetition(of: InitiateAuthOperation.self, request).isHarmless)
        request.session = "session"
        #expect(!Repetition(of: InitiateAuthOperation.self, request).isHarmless)
    }
}
