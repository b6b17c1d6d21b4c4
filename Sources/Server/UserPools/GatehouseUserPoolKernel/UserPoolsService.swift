// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCore

/// The user-pool operations on behalf of one caller, in extensions.
///
/// Most operations are extensions of ``RecordOperations`` or ``AccessTokenOperations``, and reach only what these have.
package struct UserPoolsService: Sendable {
    /// The user pools that the operations work on.
    package let pools: UserPools
    /// The caller and the request.
    package let context: RequestContext
}

/// Operations that only read and write records: they send no message, call no trigger and unseal no secret.
///
/// One type conforms. The protocol is what an operation can reach, so that the compiler keeps these promises.
package protocol RecordOperations: Sendable {
    /// The records of all pools.
    var records: UserPoolRecords { get }
    /// The clock of all operations.
    var clock: WallClock { get }
    /// The operations that end a user's sessions.
    var sessionEnding: SessionEnding { get }
}

/// Operations on records that a user makes with an access token.
package protocol AccessTokenOperations: RecordOperations {
    /// Finds the callers that present access tokens.
    var callers: TokenCallers { get }
}

extension UserPoolsService: AccessTokenOperations {
    package var records: UserPoolRecords { pools.records }
    package var clock: WallClock { pools.clock }
    package var sessionEnding: SessionEnding { pools.sessionEnding }
    package var callers: TokenCallers { pools.callers }
}
