// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseWire

/// The text of an operation's fault on a page.
///
/// An unknown user has the text of a wrong password, also where the client lets the API tell them apart. The errors of
/// triggers are shown as they are, and faults of the server without their details.
struct FaultText {
    private let fault: ServiceFault

    init(_ fault: ServiceFault) {
        self.fault = fault
    }

    func text(in texts: PageTexts) -> String {
        let errors = texts.errors
        return switch fault.code.rawValue {
        case "NotAuthorizedException": refusal(in: errors)
        case "UserNotFoundException": errors.incorrect
        case "UserNotConfirmedException": errors.notConfirmed
        case "PasswordResetRequiredException": errors.resetRequired
        case "CodeMismatchException", "EnableSoftwareTokenMFAException": errors.wrongCode
        case "ExpiredCodeException": begins("Your software token") ? errors.usedCode : errors.expiredCode
        case "UsernameExistsException", "AliasExistsException": errors.userExists
        case "InvalidPasswordException": brokenRule(in: texts)
        case "PasswordHistoryPolicyViolationException": errors.passwordUsedBefore
        case "LimitExceededException", "TooManyRequestsException", "TooManyFailedAttemptsException",
            "ThrottlingException":
            errors.tooManyAttempts
        case "CodeDeliveryFailureException": errors.notDelivered
        case "InvalidParameterException": flaw(in: errors)
        case "InternalErrorException", "ServiceUnavailableException": errors.failed
        case let code where code.hasPrefix("WebAuthn"): texts.passkey.failed
        default: fault.message
        }
    }

    private func refusal(in errors: PageTexts.Errors) -> String {
        switch fault.message {
        case "Incorrect username or password.": errors.incorrect
        case "Password attempts exceeded": errors.tooManyAttempts
        case "User is disabled.": errors.disabled
        case "Contact administrator to reset password.", "User password cannot be reset in the current state.":
            errors.askAdministrator
        case "SignUp is not permitted for this user pool": errors.signUpClosed
        case _ where begins("Temporary password has expired"): errors.temporaryExpired
        case _ where begins("Invalid session"): errors.sessionExpired
        default: fault.message
        }
    }

    /// The rule of the pool that a new password breaks.
    private func brokenRule(in texts: PageTexts) -> String {
        if ends("Password not long enough") { return texts.errors.passwordTooShort }
        let rules = [
            "uppercase": texts.password.uppercase, "lowercase": texts.password.lowercase,
            "numeric": texts.password.number, "symbol": texts.password.symbol,
        ]
        let broken = rules.first { ends("Password must have \($0.key) characters") }
        return broken.map { "\(texts.password.rules) \($0.value)" } ?? texts.errors.passwordRules
    }

    private func flaw(in errors: PageTexts.Errors) -> String {
        switch fault.message {
        case "Invalid email address format.", "Username should be an email.": errors.invalidEmail
        case "Invalid phone number format.", "Username should be a phone number.": errors.invalidPhoneNumber
        case _ where begins("Cannot reset password for the user"): errors.noResetAddress
        case _ where ModelViolation.member(in: fault) != nil: errors.invalidEntry
        default: fault.message
        }
    }

    private func begins(_ text: String) -> Bool { fault.message.hasPrefix(text) }

    private func ends(_ text: String) -> Bool { fault.message.hasSuffix(text) }
}
