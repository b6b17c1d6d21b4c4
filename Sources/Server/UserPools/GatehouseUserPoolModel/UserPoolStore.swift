// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
package import GatehouseCore

/// Where user pools keep what they know.
///
/// One transaction is one synchronous closure: nothing awaits inside.
package protocol UserPoolStore: Sendable {
    /// Runs `body` on one consistent state of the store.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any UserPoolReading) throws -> Value
    ) async throws -> Value

    /// Runs `body` in a transaction. When the call returns, what `body` wrote is on disk; when `body` throws, nothing
    /// that it wrote remains.
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any UserPoolWriting) throws -> Value
    ) async throws -> Value
}

/// What can be read inside a transaction.
///
/// Every method finds its rows by key.
package protocol UserPoolReading: ImportJobReading, DeviceReading, PasskeyReading, PoolSettingsReading, TermsReading,
    ProvisionedLimitReading
{
    func userPool(_ id: String) throws -> UserPoolRecord?

    /// Pools in the order of their ids, beginning behind `after`.
    func userPools(after id: String?, limit: Int) throws -> [UserPoolRecord]

    /// Whether a region has this many pools or more; `count` is 1 or more.
    func hasUserPools(_ count: Int, inRegion region: String) throws -> Bool

    /// Client ids are unique across pools.
    func appClient(_ id: String) throws -> AppClientRecord?

    /// Clients of a pool in the order of their ids, beginning behind `after`.
    func appClients(ofPool poolID: String, after id: String?, limit: Int) throws -> [AppClientRecord]

    /// Whether a pool has this many clients or more; `count` is 1 or more.
    func hasAppClients(_ count: Int, inPool poolID: String) throws -> Bool

    /// The pool's keys, the newest first.
    func signingKeys(ofPool poolID: String) throws -> [SigningKeyRecord]

    func user(_ sub: String, inPool poolID: String) throws -> UserRecord?

    /// The user whom `name` stands for: a stored user name, a `sub`, or an active alias.
    func user(named name: SignInName, inPool poolID: String) throws -> UserRecord?

    /// Users beginning behind the one with the sub `after`; only those whom `filter` admits. The order is that of the
    /// subs; with a prefix filter, that of the values and then the subs.
    func users(inPool poolID: String, after sub: String?, limit: Int, filter: UserFilter?) throws -> [UserRecord]

    /// The number of users of a pool, kept as a counter and never found by scanning.
    func numberOfUsers(inPool poolID: String) throws -> Int

    func group(_ name: String, inPool poolID: String) throws -> GroupRecord?

    /// Groups of a pool in the order of their names, beginning behind `after`.
    func groups(inPool poolID: String, after name: String?, limit: Int) throws -> [GroupRecord]

    /// Whether a pool has this many groups or more; `count` is 1 or more.
    func hasGroups(_ count: Int, inPool poolID: String) throws -> Bool

    /// Groups that a user is in, in the order of their names, beginning behind `after`.
    func groups(ofUser sub: String, inPool poolID: String, after name: String?, limit: Int) throws -> [GroupRecord]

    /// Members of a group in the order of their subs, beginning behind `after`.
    func users(inGroup name: String, ofPool poolID: String, after sub: String?, limit: Int) throws -> [UserRecord]

    func code(_ purpose: CodePurpose, ofUser sub: String, inPool poolID: String) throws -> CodeRecord?

    func tokenFamily(_ id: String, inPool poolID: String) throws -> TokenFamilyRecord?

    /// The family of a sign-in, for tokens that carry no `origin_jti`.
    func tokenFamily(ofEvent eventID: String, inPool poolID: String) throws -> TokenFamilyRecord?

    /// Whether the user has signed in; families that ended long ago are forgotten.
    func hasTokenFamilies(ofUser sub: String, inPool poolID: String) throws -> Bool

    func refreshToken(_ hash: [UInt8]) throws -> RefreshTokenRecord?

    /// Whether something that may happen once was done, as far as that is remembered.
    func isSpent(_ ticket: SpentTicket) throws -> Bool

    func failedAttempts(on subject: [UInt8], inPool poolID: String) throws -> FailedAttemptsRecord?

    /// Passwords that the user had before the present one, the newest first.
    func formerPasswords(
        ofUser sub: String, inPool poolID: String, limit: Int
    ) throws -> [UserRecord.SealedPassword]

    /// The user's sessions that have not ended at `date`, the last used first.
    func userSessions(ofUser sub: String, inPool poolID: String, at date: Date) throws -> [UserSessionRecord]

    /// Events of a user, the newest first, beginning before the one at `position`.
    func authEvents(
        ofUser sub: String, inPool poolID: String, before position: Int?, limit: Int
    ) throws -> [AuthEventRecord]

    func authEvent(_ id: String, ofUser sub: String, inPool poolID: String) throws -> AuthEventRecord?
}

/// What can be changed inside a transaction.
package protocol UserPoolWriting: UserPoolReading, ImportJobWriting, DeviceWriting, PasskeyWriting, PoolSettingsWriting,
    TermsWriting, ProvisionedLimitWriting
{
    /// - Throws: `UserPoolStoreError.taken` when the id is in use; so do the other insertions.
    func insert(_ pool: UserPoolRecord) throws
    func update(_ pool: UserPoolRecord) throws
    /// Removes the pool with everything in it.
    func deleteUserPool(_ id: String) throws

    func insert(_ client: AppClientRecord) throws
    func update(_ client: AppClientRecord) throws
    /// Removes the client with its settings, terms and token families.
    func deleteAppClient(_ id: String) throws

    func insert(_ key: SigningKeyRecord) throws
    func update(_ key: SigningKeyRecord) throws
    /// Removes the pool's keys that were retired before `date`.
    func deleteSigningKeys(ofPool poolID: String, retiredBefore date: Date) throws

    /// Writes a user with the names that stand for the user.
    /// - Throws: `UserPoolStoreError.taken` with the first name that stands for somebody already.
    func insert(_ user: UserRecord, names: [SignInName]) throws
    /// Writes the user's row; the names stay as they are.
    func update(_ user: UserRecord) throws
    /// Replaces the names that stand for the user.
    /// - Throws: `UserPoolStoreError.taken` with the first name that stands for somebody else.
    func replaceNames(ofUser sub: String, inPool poolID: String, with names: [SignInName]) throws
    /// Removes the user with names, memberships, codes, former passwords, devices, passkeys, token families,
    /// sessions and events.
    func deleteUser(_ sub: String, inPool poolID: String) throws

    func insert(_ group: GroupRecord) throws
    func update(_ group: GroupRecord) throws
    /// Removes the group and its memberships; the users stay.
    func deleteGroup(_ name: String, inPool poolID: String) throws
    /// Puts a user into a group; a member stays one.
    func addUser(_ sub: String, toGroup name: String, inPool poolID: String) throws
    func removeUser(_ sub: String, fromGroup name: String, inPool poolID: String) throws

    /// Writes a code over the one that has the same purpose.
    func put(_ code: CodeRecord) throws
    func deleteCode(_ purpose: CodePurpose, ofUser sub: String, inPool poolID: String) throws

    func insert(_ family: TokenFamilyRecord) throws
    /// Revokes a family and ends its session.
    func revokeTokenFamily(_ id: String, inPool poolID: String, at date: Date) throws
    /// Revokes every family of the user, or all but one, and ends their sessions.
    func revokeTokenFamilies(
        ofUser sub: String, inPool poolID: String, at date: Date, except familyID: String?) throws

    func insert(_ token: RefreshTokenRecord) throws
    func update(_ token: RefreshTokenRecord) throws

    /// Marks something that may happen once as done.
    /// - Returns: `false` when it was done before.
    func spend(_ ticket: SpentTicket) throws -> Bool

    /// Writes the count over the one that is there.
    func put(_ attempts: FailedAttemptsRecord) throws
    func deleteFailedAttempts(on subject: [UInt8], inPool poolID: String) throws

    /// Adds a password to those that the user had before, and forgets all but the newest `limit`.
    func keep(
        _ password: UserRecord.SealedPassword, ofUser sub: String, inPool poolID: String, atMost limit: Int
    ) throws

    func insert(_ session: UserSessionRecord) throws
    /// Remembers that the tokens of a family were renewed; nothing happens where the family is no session.
    func noteUse(ofFamily familyID: String, inPool poolID: String, from origin: CallOrigin, at date: Date) throws

    /// Adds an event as the user's newest.
    func insert(_ event: AuthEventRecord) throws
    func update(_ event: AuthEventRecord) throws

    /// Keeps a message for the courier that made it ready, whose queue is in the same database.
    func insert(_ message: QueuedMessage) throws

    /// Removes what ended before `date`: spent tickets a minute after their end, since what they forbid may have begun
    /// just before it; codes, sessions, refresh tokens, token families once no access
    /// token of theirs can live, failed attempts whose last failure lies a day or more before it, events that lie 90 days
    /// or more before it, and files of import jobs that were not started in time, which become expired; at most `limit`
    /// rows of each kind.
    /// - Returns: how many rows went.
    func purgeExpired(before date: Date, limit: Int) throws -> Int
}

/// Refusals of the store that the domain answers.
package enum UserPoolStoreError: Error, Equatable {
    /// The key or name belongs to somebody already.
    case taken(String)
}

extension UserPoolWriting {
    /// Revokes every family of the user and ends their sessions.
    package func revokeTokenFamilies(ofUser sub: String, inPool poolID: String, at date: Date) throws {
        try revokeTokenFamilies(ofUser: sub, inPool: poolID, at: date, except: nil)
    }
}
