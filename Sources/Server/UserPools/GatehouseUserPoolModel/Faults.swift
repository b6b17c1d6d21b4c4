// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
package import GatehouseWire

/// The faults that several operations throw, with the service's messages.
extension ServiceFault {
    package static func noSuchUserPool(_ id: String) -> ServiceFault {
        ServiceFault(.resourceNotFound, "User pool \(id) does not exist.")
    }

    package static func noSuchClient(_ id: String) -> ServiceFault {
        ServiceFault(.resourceNotFound, "User pool client \(id) does not exist.")
    }

    /// The fault for an unknown or deleted user.
    package static let noSuchUser = ServiceFault(.userNotFound, "User does not exist.")
    package static let wrongCredentials = ServiceFault(.notAuthorized, "Incorrect username or password.")
    package static let disabledUser = ServiceFault(.notAuthorized, "User is disabled.")
    package static let unconfirmedUser = ServiceFault(.userNotConfirmed, "User is not confirmed.")
    package static let resetRequired = ServiceFault(.passwordResetRequired, "Password reset required for the user")
    package static let expiredTemporaryPassword = ServiceFault(
        .notAuthorized, "Temporary password has expired and must be reset by an administrator.")
    /// The fault for a sign-in during the lock after too many failed attempts.
    package static let lockedOut = ServiceFault(.notAuthorized, "Password attempts exceeded")
    package static let invalidSession = ServiceFault(.notAuthorized, "Invalid session for the user.")
    /// The fault for a session string that was used before.
    package static let spentSession = ServiceFault(
        .notAuthorized, "Invalid session for the user, session can only be used once.")
    package static let expiredSession = ServiceFault(
        .notAuthorized, "Invalid session for the user, session is expired.")
    package static let wrongCode = ServiceFault(
        .codeMismatch, "Invalid verification code provided, please try again.")
    package static let expiredCode = ServiceFault(.expiredCode, "Invalid code provided, please request a code again.")
    /// The fault for too many requests of a kind in an hour, and for too many wrong attempts at a code.
    package static let attemptLimit = ServiceFault(
        .limitExceeded, "Attempt limit exceeded, please try after some time.")
    package static let invalidAccessToken = ServiceFault(.notAuthorized, "Invalid Access Token")
    package static let noSuchDevice = ServiceFault(.resourceNotFound, "Device does not exist.")
    package static let invalidRefreshToken = ServiceFault(.notAuthorized, "Invalid Refresh Token")

    package static func missingParameter(_ name: String) -> ServiceFault {
        ServiceFault(.invalidParameter, "Missing required parameter \(name)")
    }

    package static func invalidParameter(_ message: String) -> ServiceFault {
        ServiceFault(.invalidParameter, message)
    }
}
