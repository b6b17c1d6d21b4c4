// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseCore
package import GatehouseWire

/// The faults that several operations throw, with the service's messages.
extension ServiceFault {
    /// Returns the fault for the id of a pool that does not exist.
    package static func noSuchUserPool(_ id: String) -> ServiceFault {
        ServiceFault(.resourceNotFound, "User pool \(id) does not exist.")
    }

    /// Returns the fault for the id of an app client that does not exist.
    package static func noSuchClient(_ id: String) -> ServiceFault {
        ServiceFault(.resourceNotFound, "User pool client \(id) does not exist.")
    }

    /// Returns the fault for the name of an identity provider that does not exist.
    package static func noSuchIdentityProvider(_ name: String) -> ServiceFault {
        ServiceFault(.resourceNotFound, "Identity provider \(name) does not exist.")
    }

    /// The fault for an unknown or deleted user.
    package static let noSuchUser = ServiceFault(.userNotFound, "User does not exist.")
    /// The fault for a wrong password, and for an unknown user of a client that hides them.
    package static let wrongCredentials = ServiceFault(.notAuthorized, "Incorrect username or password.")
    /// The fault for a call for a user that an administrator has disabled.
    package static let disabledUser = ServiceFault(.notAuthorized, "User is disabled.")
    /// The fault for a sign-in before the sign-up is confirmed.
    package static let unconfirmedUser = ServiceFault(.userNotConfirmed, "User is not confirmed.")
    /// The fault for a sign-in before the password is reset.
    package static let resetRequired = ServiceFault(.passwordResetRequired, "Password reset required for the user")
    /// The fault for a temporary password that is older than the pool allows.
    package static let expiredTemporaryPassword = ServiceFault(
        .notAuthorized, "Temporary password has expired and must be reset by an administrator.")
    /// The fault for a sign-in during the lock after too many failed attempts.
    package static let lockedOut = ServiceFault(.notAuthorized, "Password attempts exceeded")
    /// The fault for a session string that does not belong to the request.
    package static let invalidSession = ServiceFault(.notAuthorized, "Invalid session for the user.")
    /// The fault for a session string that was used before.
    package static let spentSession = ServiceFault(
        .notAuthorized, "Invalid session for the user, session can only be used once.")
    /// The fault for a session string after its lifetime.
    package static let expiredSession = ServiceFault(
        .notAuthorized, "Invalid session for the user, session is expired.")
    /// The fault for a wrong code.
    package static let wrongCode = ServiceFault(
        .codeMismatch, "Invalid verification code provided, please try again.")
    /// The fault for a code that has expired or is no longer stored.
    package static let expiredCode = ServiceFault(.expiredCode, "Invalid code provided, please request a code again.")
    /// The fault for too many requests of a kind in an hour, and for too many wrong attempts at a code.
    package static let attemptLimit = ServiceFault(
        .limitExceeded, "Attempt limit exceeded, please try after some time.")
    /// The fault for an access token that cannot be verified.
    package static let invalidAccessToken = ServiceFault(.notAuthorized, "Invalid Access Token")
    /// The fault for a device key that the user does not have.
    package static let noSuchDevice = ServiceFault(.resourceNotFound, "Device does not exist.")
    /// The fault for a refresh token that cannot be used.
    package static let invalidRefreshToken = ServiceFault(.notAuthorized, "Invalid Refresh Token")

    /// Returns the fault for a required parameter that is absent, by its name.
    package static func missingParameter(_ name: String) -> ServiceFault {
        ServiceFault(.invalidParameter, "Missing required parameter \(name)")
    }

    /// Returns the fault for an operation of user pools that is not implemented.
    package static func notBuilt(_ operation: String) -> ServiceFault {
        .notBuilt(operation, of: .cognitoIdentityProvider)
    }
}
