// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseCore
import GatehouseUserPoolModel
import GatehouseWire

/// The text of a message: the pool's template, or Cognito's default.
struct MessageText {
    private(set) var subject: String
    private var template: String
    private let isMail: Bool
    /// The placeholders that the text must contain.
    private let places: [String]
    /// The address of the page that takes the code; `nil` for a message with the code itself.
    private let link: String?

    /// Creates the text of a message; `hasCode` is false only for the invitation of a user without a password.
    ///
    /// With a `link`, the message has a link in place of the code.
    init(
        _ kind: Message.Kind, medium: Message.Medium, in pool: UserPoolRecord, hasCode: Bool = true,
        link: ConfirmationLink? = nil
    ) {
        if let link {
            self.init(verification: pool.description.verificationMessageTemplate, by: link)
            return
        }
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

    /// Returns the text with the trigger's subject and body.
    ///
    /// The body replaces the text only if it has all placeholders that the message needs, and no code where the message
    /// has none.
    func reworded(by custom: CustomMessage?) -> MessageText {
        var text = self
        if isMail, let words = custom?.subject { text.subject = words }
        if let words = isMail ? custom?.email : custom?.sms, fits(words) { text.template = words }
        return text
    }

    /// Whether the text is HTML: an e-mail template with a tag.
    var isHTML: Bool { link != nil || isMail && template.contains(/<[A-Za-z!\/]/) }

    /// Returns the text with the values of `{####}` and `{username}`.
    ///
    /// In HTML they are escaped, because users choose their names and the recipient can be another person.
    func body(code: String, username: String) -> String {
        let escape = isHTML ? HTMLText.escaped : { $0 }
        if let link {
            let text = template.replacing(ConfirmationLink.place) { place in
                "<a href=\"\(HTMLText.escaped(link))\">\(place.1)</a>"
            }
            return text.replacing("{username}", with: escape(username))
        }
        // The name comes last, so that the code does not replace `{####}` in a name.
        return template.replacing("{####}", with: escape(code)).replacing("{username}", with: escape(username))
    }

    /// Returns whether a text has all placeholders that the message needs, and no code where the message has none.
    private func fits(_ words: String) -> Bool {
        if link != nil { return words.contains(ConfirmationLink.place) && !words.contains(CustomMessage.code) }
        return places.allSatisfy(words.contains)
            && words.contains(CustomMessage.code) == places.contains(CustomMessage.code)
    }

    /// Creates the text of an invitation.
    ///
    /// The pool's template applies if it has a placeholder for the password exactly when there is a password, since it
    /// may be written for one kind of users only.
    private init(invitation: MessageTemplateType?, medium: Message.Medium, hasPassword: Bool) {
        isMail = medium == .email
        link = nil
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

    /// Creates the text of a mail with a link.
    private init(verification given: VerificationMessageTemplateType?, by link: ConfirmationLink) {
        isMail = true
        places = []
        self.link = link.address
        subject = given?.emailSubjectByLink ?? "Your verification link"
        template =
            given?.emailMessageByLink
            ?? "Please click the link below to verify your email address. {##Verify Email##} "
    }

    private init(authentication mfa: PoolMFA, medium: Message.Medium) {
        isMail = medium == .email
        link = nil
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
        link = nil
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

/// The link with which the recipient of a mail confirms a new account: the page `/confirmUser` with the code.
struct ConfirmationLink: Sendable {
    /// The placeholder of a link in a template, with the text of the link, such as `{##Verify Email##}`.
    ///
    /// It is computed, because regular expressions are not sendable.
    static var place: Regex<(Substring, Substring)> { /\{##(.+?)##\}/ }

    /// The address of the page.
    let address: String

    /// Creates the link for the code of a new account.
    ///
    /// `nil` for a message of another kind or medium, in a pool that sends codes or has no domain with pages, and for
    /// the request of an administrator, which names no client.
    init?(
        _ kind: Message.Kind, medium: Message.Medium, code: String, on occasion: MessageOccasion, deployment: Deployment
    ) {
        let pool = occasion.pool
        guard medium == .email, kind == .signUp || kind == .resendCode,
            pool.description.verificationMessageTemplate?.defaultEmailOption == .confirmWithLink,
            let clientID = occasion.clientID, let pages = deployment.pagesAddress(of: pool)
        else { return nil }
        let query = FormFields.text([
            ("client_id", clientID), ("user_name", occasion.user.username), ("confirmation_code", code),
        ])
        address = "\(pages)/confirmUser?\(query)"
    }
}
