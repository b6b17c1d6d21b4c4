// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
import GatehouseCore
import GatehouseServerCrypto
package import GatehouseUserPoolModel
package import GatehouseWire

/// A limit for one action of a user, or for messages to one destination, in requests per hour.
package struct Allowance: Sendable {
    let poolID: String
    let subject: [UInt8]
    let callsAnHour: Int
}

extension AttemptCounters {
    /// Returns the allowance for an action of a user.
    package func allowance(_ action: LimitedAction, of user: UserRecord) -> Allowance {
        allowance(action, of: user.sub, inPool: user.poolID)
    }

    /// Returns the allowance for messages to one address or phone number, whichever user causes them.
    ///
    /// It prevents an attacker from flooding a recipient with messages from many new users.
    package func allowance(ofMessagesTo destination: DeliveryDestination, inPool poolID: String) -> Allowance {
        allowance(.unaskedMessage, of: destination.value.lowercased(), inPool: poolID)
    }

    private func allowance(_ action: LimitedAction, of subject: String, inPool poolID: String) -> Allowance {
        Allowance(
            poolID: poolID,
            subject: sealer.mac(Array("\(poolID)|\(subject)|\(action.rawValue)".utf8), purpose: .allowance),
            callsAnHour: action.callsAnHour)
    }
}

extension UserPoolWriting {
    /// Counts one request against an allowance that is mostly unused, as that of a new user's address.
    ///
    /// So it looks for earlier requests only if there were some. With a search, sign-ups at the same time would make each
    /// other run again on PostgreSQL.
    ///
    /// - Throws: `LimitExceededException` if none is left; nothing is written then.
    package func useFirst(_ allowance: Allowance, at now: Date) throws {
        let first = FailedAttemptsRecord(
            poolID: allowance.poolID, subject: allowance.subject, count: 1, lastFailureAt: now)
        if try !putFirst(first) { try use(allowance, at: now) }
    }

    /// Counts one request against an allowance, in the transaction that it limits.
    ///
    /// - Throws: `LimitExceededException` if none is left; nothing is written then.
    package func use(_ allowance: Allowance, at now: Date) throws {
        guard try useIfLeft(allowance, at: now) else { throw ServiceFault.attemptLimit }
    }

    /// Counts one request against an allowance if one is left, and returns whether it was.
    ///
    /// The counts use the records of failed attempts, whose date here is the beginning of the hour.
    package func useIfLeft(_ allowance: Allowance, at now: Date) throws -> Bool {
        let record = try failedAttempts(on: allowance.subject, inPool: allowance.poolID)
        // After the clock was set back, an hour that began at a later time is over.
        let hour = record.flatMap { record in
            let start = record.lastFailureAt
            return !start.isInFuture(at: now) && now.timeIntervalSince(start) < 3_600 ? record : nil
        }
        let used = hour?.count ?? 0
        guard used < allowance.callsAnHour else { return false }
        try put(
            FailedAttemptsRecord(
                poolID: allowance.poolID, subject: allowance.subject, count: used + 1,
                lastFailureAt: hour?.lastFailureAt ?? now))
        return true
    }
}

/// An action with a limit per hour (user pool quotas, operations on one user).
package enum LimitedAction: String, Sendable, CaseIterable {
    /// `ForgotPassword` and `ConfirmForgotPassword` together.
    case recovery
    case changePassword = "change-password"
    case attributeCode = "attribute-code"
    case attributeGuess = "attribute-guess"
    case signUpCode = "sign-up-code"
    case signUpGuess = "sign-up-guess"
    /// Codes of sign-ins, before or after a password.
    case signInCode = "sign-in-code"
    /// Messages to one address or phone number that its owner may not have requested.
    case unaskedMessage = "unasked-message"

    /// The maximum number of requests in an hour, successful or not.
    var callsAnHour: Int {
        switch self {
        case .recovery, .signInCode: 20
        case .changePassword, .attributeCode, .signUpCode: 5
        case .attributeGuess, .signUpGuess: 15
        case .unaskedMessage: 50
        }
    }
}

/// Counts the requests about each account against the rate limits of accounts.
package struct RequestLimits: Sendable {
    let rates: AccountRates
    /// The kind of access of the current operation; `nil` outside requests, which are not counted.
    let access: OperationAccess?

    /// Counts the current request against the rate limit of its account, before any expensive work.
    ///
    /// Requests for unknown user names count as well, so that the limit does not reveal whether a user exists.
    ///
    /// - Throws: `TooManyRequestsException` if the account has had too many requests recently.
    package func countRequest(about user: UserRecord?, named name: String, inPool poolID: String) throws(ServiceFault) {
        guard let access else { return }
        guard rates.admits(access, account: AccountKey(poolID: poolID, name: user?.sub ?? name)) else {
            throw .rateExceeded
        }
    }
}

/// The key under which requests for an account are counted.
private struct AccountKey: Hashable {
    let poolID: String
    /// The user's `sub`, or the name in the request for an unknown user.
    let name: String
}
