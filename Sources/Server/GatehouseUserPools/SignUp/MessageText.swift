// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseCore

/// The words of a message: the pool's templates, or Cognito's own.
struct MessageText {
    let subject: String
    private let template: String

    init(_ kind: Message.Kind, medium: Message.Medium, in pool: UserPoolRecord) {
        switch kind {
        case .adminCreateUser:
            self.init(invitation: pool.description.adminCreateUserConfig?.inviteMessageTemplate, medium: medium)
        default:
            self.init(verification: pool.description, medium: medium)
        }
    }

    /// The text with `{####}` and `{username}` filled in.
    func body(code: String, username: String) -> String {
        template.replacing("{####}", with: code).replacing("{username}", with: username)
    }

    private init(invitation: MessageTemplateType?, medium: Message.Medium) {
        let plain = "Your username is {username} and temporary password is {####}."
        switch medium {
        case .email:
            subject = invitation?.emailSubject ?? "Your temporary password"
            template = invitation?.emailMessage ?? plain
        case .sms:
            subject = ""
            template = invitation?.smsMessage ?? plain
        }
    }

    private init(verification pool: UserPoolType, medium: Message.Medium) {
        let given = pool.verificationMessageTemplate
        switch medium {
        case .email:
            subject = given?.emailSubject ?? pool.emailVerificationSubject ?? "Your verification code"
            template = given?.emailMessage ?? pool.emailVerificationMessage ?? "Your confirmation code is {####}"
        case .sms:
            subject = ""
            template = given?.smsMessage ?? pool.smsVerificationMessage ?? "Your confirmation code is {####}"
        }
    }
}
