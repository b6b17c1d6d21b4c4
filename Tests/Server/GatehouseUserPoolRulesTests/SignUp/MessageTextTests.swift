// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire
import Testing

@testable import GatehouseUserPoolKernel

@Suite struct MessageTextTests {
    private func text(
        _ kind: Message.Kind, _ medium: Message.Medium, _ description: UserPoolType = UserPoolType(),
        hasCode: Bool = true
    ) -> MessageText {
        MessageText(
            kind, medium: medium,
            in: UserPoolRecord(
                id: "us-east-1_p", description: description, createdAt: .distantPast, modifiedAt: .distantPast),
            hasCode: hasCode)
    }

    @Test(
        arguments: [
            (.signUp, "Your verification code is 123456. "), (.forgotPassword, "Your verification code is 123456. "),
            (.adminCreateUser, "Your username is ada and temporary password is 123456. "),
        ] as [(Message.Kind, String)], [Message.Medium.email, .sms])
    func `a pool without texts of its own uses Cognito's texts`(
        _ expected: (Message.Kind, String), _ medium: Message.Medium
    ) {
        let text = text(expected.0, medium)
        #expect(text.body(code: "123456", username: "ada") == expected.1)
        #expect(!text.isHTML)
    }

    /// The pool's own texts, and the texts for users with and without a password.
    private static let invitations: [(template: String?, with: String, without: String)] = [
        (nil, "Your username is ada and temporary password is 1. ", "Your username is ada. "),
        ("{username}: {####}", "ada: 1", "Your username is ada. "),
        ("Hi {username}!", "Your username is ada and temporary password is 1. ", "Hi ada!"),
    ]

    @Test(arguments: invitations, [Message.Medium.email, .sms])
    func `an invitation's text has a place for a password exactly where there is a password`(
        _ invitation: (template: String?, with: String, without: String), _ medium: Message.Medium
    ) {
        let pool = UserPoolType(
            adminCreateUserConfig: AdminCreateUserConfigType(
                inviteMessageTemplate: MessageTemplateType(
                    smsMessage: invitation.template, emailMessage: invitation.template)))
        for (code, body) in [("1", invitation.with), ("", invitation.without)] {
            let text = text(.adminCreateUser, medium, pool, hasCode: !code.isEmpty)
            #expect(text.body(code: code, username: "ada") == body)
        }
    }

    @Test func `an invitation needs a placeholder for the password only in a pool without codes as first factor`()
        throws
    {
        var pool = UserPoolType(
            adminCreateUserConfig: AdminCreateUserConfigType(
                inviteMessageTemplate: MessageTemplateType(emailMessage: "Hi {username}!")))
        for factors in [nil, [.password], [.password, .webAuthn]] as [[AuthFactorType]?] {
            pool.policies = UserPoolPolicyType(signInPolicy: SignInPolicyType(allowedFirstAuthFactors: factors))
            #expect(
                throws: ServiceFault.invalidParameter(
                    "The EmailMessage of InviteMessageTemplate must contain {####}.")
            ) { try pool.checkInvitation() }
        }
        for factor in [AuthFactorType.emailOtp, .smsOtp] {
            pool.policies = UserPoolPolicyType(
                signInPolicy: SignInPolicyType(allowedFirstAuthFactors: [.password, factor]))
            try pool.checkInvitation()
        }
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
