// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseWire

/// The faults that several operations throw, in the service's words.
extension ServiceFault {
    static func noSuchUserPool(_ id: String) -> ServiceFault {
        ServiceFault(.resourceNotFound, "User pool \(id) does not exist.")
    }

    static func noSuchClient(_ id: String) -> ServiceFault {
        ServiceFault(.resourceNotFound, "User pool client \(id) does not exist.")
    }

    static let noSuchUser = ServiceFault(.userNotFound, "User does not exist.")
    static let wrongCredentials = ServiceFault(.notAuthorized, "Incorrect username or password.")
    static let disabledUser = ServiceFault(.notAuthorized, "User is disabled.")
    static let unconfirmedUser = ServiceFault(.userNotConfirmed, "User is not confirmed.")
    static let resetRequired = ServiceFault(.passwordResetRequired, "Password reset required for the user")
    static let expiredTemporaryPassword = ServiceFault(
        .notAuthorized, "Temporary password has expired and must be reset by an administrator.")
    static let lockedOut = ServiceFault(.notAuthorized, "Password attempts exceeded")
    static let invalidSession = ServiceFault(.notAuthorized, "Invalid session for the user.")
    static let spentSession = ServiceFault(
        .notAuthorized, "Invalid session for the user, session can only be used once.")
    static let expiredSession = ServiceFault(.notAuthorized, "Invalid session for the user, session is expired.")
    static let wrongCode = ServiceFault(
        .codeMismatch, "Invalid verification code provided, please try again.")
    static let expiredCode = ServiceFault(.expiredCode, "Invalid code provided, please request a code again.")
    static let attemptLimit = ServiceFault(.limitExceeded, "Attempt limit exceeded, please try after some time.")
    static let invalidAccessToken = ServiceFault(.notAuthorized, "Invalid Access Token")
    static let noSuchDevice = ServiceFault(.resourceNotFound, "Device does not exist.")
    static let invalidRefreshToken = ServiceFault(.notAuthorized, "Invalid Refresh Token")

    static func missingParameter(_ name: String) -> ServiceFault {
        ServiceFault(.invalidParameter, "Missing required parameter \(name)")
    }

    static func invalidParameter(_ message: String) -> ServiceFault {
        ServiceFault(.invalidParameter, message)
    }
}
