// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
package import GatehouseUserPoolModel
package import GatehouseWire

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
