// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import Foundation
import GatehouseCore
import Testing

@testable import GatehouseUserPools

@Suite struct MessageTextTests {
    private func text(
        _ kind: Message.Kind, _ medium: Message.Medium, _ description: UserPoolType = UserPoolType()
    ) -> MessageText {
        MessageText(
            kind, medium: medium,
            in: UserPoolRecord(
                id: "us-east-1_p", description: description, createdAt: .distantPast, modifiedAt: .distantPast))
    }

    @Test(
        arguments: [
            (.signUp, "Your verification code is 123456. "), (.forgotPassword, "Your verification code is 123456. "),
            (.adminCreateUser, "Your username is ada and temporary password is 123456. "),
        ] as [(Message.Kind, String)], [Message.Medium.email, .sms])
    func `a pool without words of its own speaks as Cognito does`(
        _ expected: (Message.Kind, String), _ medium: Message.Medium
    ) {
        let text = text(expected.0, medium)
        #expect(text.body(code: "123456", username: "ada") == expected.1)
        #expect(!text.isHTML)
    }

    /// `<` behind a letter that joins what follows, and a quote before an accent, are one character with it.
    @Test(arguments: ["\u{0D4E}<script>", "<\u{0301}script>", "\"\u{0301}", "&\u{0301}lt;", "'\u{200D}", ">\u{0301}"])
    func `a name cannot hide markup in a character of several scalars`(_ name: String) {
        let text = text(.signUp, .email, UserPoolType(emailVerificationMessage: "<p>{username}</p>{####}"))
        let body = Array(text.body(code: "1", username: name).unicodeScalars)
        let written = body.dropFirst("<p>".count).dropLast("</p>1".count)
        #expect(!written.contains { "<>\"'".unicodeScalars.contains($0) })
        #expect(written.count { $0 == "&" } == name.unicodeScalars.count { "<>\"'&".unicodeScalars.contains($0) })
    }
}
