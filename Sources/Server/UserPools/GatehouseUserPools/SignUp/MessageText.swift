// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseCore
import GatehouseUserPoolModel

/// The words of a message: the pool's templates, or Cognito's own.
struct MessageText {
    private(set) var subject: String
    private var template: String
    private let isMail: Bool
    /// What the words have a place for.
    private let places: [String]

    /// Finds the words; a message carries a code or password, but for an invitation of somebody who needs none.
    init(_ kind: Message.Kind, medium: Message.Medium, in pool: UserPoolRecord, hasCode: Bool = true) {
        switch kind {
        case .adminCreateUser:
            self.init(
                invitation: pool.description.adminCreateUserConfig?.inviteMessageTemplate, medium: medium,
                hasPassword: hasCode)
        case .authentication:
            self.init(authentication: pool.mfa, medium: medium)
        case .signUp, .resendCode, .forgotPassword, .verifyAttribute, .updateAttribute:
            self.init(verification: pool.description, medium: medium)
        }
    }

    /// The same message in a function's words, as far as it has any and they have a place for what is sent, and none for a
    /// code or password where there is none.
    func reworded(by custom: CustomMessage?) -> MessageText {
        var text = self
        if isMail, let words = custom?.subject { text.subject = words }
        if let words = isMail ? custom?.email : custom?.sms, fits(words) { text.template = words }
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

    /// Whether words have a place for everything that is sent, and none that would stay blank.
    private func fits(_ words: String) -> Bool {
        places.allSatisfy(words.contains)
            && words.contains(CustomMessage.code) == places.contains(CustomMessage.code)
    }

    /// The pool's words are used if they have a place for the password where there is one, and none where there is none:
    /// they may be written for the users of one kind alone.
    private init(invitation: MessageTemplateType?, medium: Message.Medium, hasPassword: Bool) {
        isMail = medium == .email
        places = hasPassword ? [CustomMessage.code, CustomMessage.username] : [CustomMessage.username]
        let own = medium == .email ? invitation?.emailMessage : invitation?.smsMessage
        if let own, own.contains(CustomMessage.code) == hasPassword {
            template = own
        } else {
            template =
                hasPassword
                ? "Your username is {username} and temporary password is {####}. " : "Your username is {username}. "
        }
        let plainSubject = hasPassword ? "Your temporary password" : "Your username"
        subject = isMail ? invitation?.emailSubject ?? plainSubject : ""
    }

    private init(authentication mfa: PoolMFA, medium: Message.Medium) {
        isMail = medium == .email
        places = [CustomMessage.code]
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
        places = [CustomMessage.code]
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
