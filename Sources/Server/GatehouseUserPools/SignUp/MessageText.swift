// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseCore

/// The words of a message: the pool's templates, or Cognito's own.
struct MessageText {
    private(set) var subject: String
    private var template: String
    private let isMail: Bool

    init(_ kind: Message.Kind, medium: Message.Medium, in pool: UserPoolRecord) {
        switch kind {
        case .adminCreateUser:
            self.init(invitation: pool.description.adminCreateUserConfig?.inviteMessageTemplate, medium: medium)
        case .authentication:
            self.init(authentication: pool.mfa, medium: medium)
        case .signUp, .resendCode, .forgotPassword, .verifyAttribute, .updateAttribute:
            self.init(verification: pool.description, medium: medium)
        }
    }

    /// The same message in a function's words, as far as it has any and they have a place for what is sent.
    func reworded(by custom: CustomMessage?, kind: Message.Kind) -> MessageText {
        let places = kind == .adminCreateUser ? [CustomMessage.code, CustomMessage.username] : [CustomMessage.code]
        var text = self
        if isMail, let words = custom?.subject { text.subject = words }
        if let words = isMail ? custom?.email : custom?.sms, places.allSatisfy(words.contains) {
            text.template = words
        }
        return text
    }

    /// Whether the template is HTML: a mail's that has a tag in it.
    var isHTML: Bool { isMail && template.contains(/<[A-Za-z!\/]/) }

    /// The text with `{####}` and `{username}` filled in.
    ///
    /// In HTML they are escaped: people choose their names, and the mail may go to somebody else.
    func body(code: String, username: String) -> String {
        let escape = isHTML ? HTMLText.escaped : { $0 }
        // The name last: one that says {####} must not be given the code's place.
        return template.replacing("{####}", with: escape(code)).replacing("{username}", with: escape(username))
    }

    private init(invitation: MessageTemplateType?, medium: Message.Medium) {
        isMail = medium == .email
        let plain = "Your username is {username} and temporary password is {####}. "
        switch medium {
        case .email:
            subject = invitation?.emailSubject ?? "Your temporary password"
            template = invitation?.emailMessage ?? plain
        case .sms:
            subject = ""
            template = invitation?.smsMessage ?? plain
        }
    }

    private init(authentication mfa: PoolMFA, medium: Message.Medium) {
        isMail = medium == .email
        let plain = "Your authentication code is {####}. "
        switch medium {
        case .email:
            subject = mfa.emailMessage?.subject ?? "Your authentication code"
            template = mfa.emailMessage?.message ?? plain
        case .sms:
            subject = ""
            template = mfa.smsMessage ?? plain
        }
    }

    private init(verification pool: UserPoolType, medium: Message.Medium) {
        isMail = medium == .email
        let given = pool.verificationMessageTemplate
        let plain = "Your verification code is {####}. "
        switch medium {
        case .email:
            subject = given?.emailSubject ?? pool.emailVerificationSubject ?? "Your verification code"
            template = given?.emailMessage ?? pool.emailVerificationMessage ?? plain
        case .sms:
            subject = ""
            template = given?.smsMessage ?? pool.smsVerificationMessage ?? plain
        }
    }
}
