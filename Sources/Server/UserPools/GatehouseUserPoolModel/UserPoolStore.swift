// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
package import GatehouseCore

/// The store of user pools.
package protocol UserPoolStore: TransactionalStore
where Reading == any UserPoolReading, Writing == any UserPoolWriting {}

/// Reads user pools inside a transaction.
///
/// Every method finds its rows by an index.
package protocol UserPoolReading: ImportJobReading, DeviceReading, PasskeyReading, PoolSettingsReading, TermsReading,
    ProvisionedLimitReading, IdentityProviderReading, FederatedIdentityReading, ResourceServerReading,
    UserPoolDomainReading, PageStyleReading, HostedSignInReading
{
    /// Tells the store which records the caller reads next, so that it can get them together from another machine.
    ///
    /// What the other methods return is the same without this call, and a store on this machine does not make the records.
    /// Where the time could show whether a user exists, a caller expects as much for a stand-in.
    func expect(_ records: @autoclosure () -> [ExpectedRecord])

    /// Returns the pool of a client as it was when both were read last; `nil` if the store does not remember them.
    ///
    /// It may have been changed since, or deleted. It serves to name the records that a caller expects before it has read the
    /// pool.
    func rememberedPool(ofClient id: String) -> UserPoolRecord?

    /// Returns a pool by its id; `nil` if it does not exist.
    func userPool(_ id: String) throws -> UserPoolRecord?

    /// Returns pools in the order of their ids, beginning after `after`.
    func userPools(after id: String?, limit: Int) throws -> [UserPoolRecord]

    /// Returns whether a region has at least `count` pools; `count` is 1 or more.
    func hasUserPools(_ count: Int, inRegion region: String) throws -> Bool

    /// Returns the client with an id, which is unique across pools.
    func appClient(_ id: String) throws -> AppClientRecord?

    /// Returns clients of a pool in the order of their ids, beginning after `after`.
    func appClients(ofPool poolID: String, after id: String?, limit: Int) throws -> [AppClientRecord]

    /// Returns whether a pool has at least `count` clients; `count` is 1 or more.
    func hasAppClients(_ count: Int, inPool poolID: String) throws -> Bool

    /// Returns the pool's signing keys, the newest first.
    func signingKeys(ofPool poolID: String) throws -> [SigningKeyRecord]

    /// Returns a user by the `sub`; `nil` if the pool has no such user.
    func user(_ sub: String, inPool poolID: String) throws -> UserRecord?

    /// Returns the user with a name: a stored user name, a `sub` or an active alias.
    func user(named name: SignInName, inPool poolID: String) throws -> UserRecord?

    /// Returns the user with a name, or reads another user in the same time.
    func user(_ sought: SoughtUser) throws -> FoundUser

    /// Returns the user with the next `sub`, or the first one if there is none; `nil` if the pool has no users.
    ///
    /// It stands in for a user who does not exist.
    func user(near sub: String, inPool poolID: String) throws -> UserRecord?

    /// Returns the users that match `filter`, beginning after the user with the `sub` in `after`.
    ///
    /// The users are in the order of the subs; with a prefix filter, in the order of the values and then of the subs.
    func users(inPool poolID: String, after sub: String?, limit: Int, filter: UserFilter?) throws -> [UserRecord]

    /// Returns the number of users of a pool, from a counter instead of a scan.
    func numberOfUsers(inPool poolID: String) throws -> Int

    /// Returns pools whose counter of users has changes that are not summed, in the order of the ids, beginning after
    /// `after`.
    func poolsWithChangedUserCounts(after poolID: String?, limit: Int) throws -> [String]

    /// Returns a group by its name; `nil` if the pool has no such group.
    func group(_ name: String, inPool poolID: String) throws -> GroupRecord?

    /// Returns groups of a pool in the order of their names, beginning after `after`.
    func groups(inPool poolID: String, after name: String?, limit: Int) throws -> [GroupRecord]

    /// Returns whether a pool has at least `count` groups; `count` is 1 or more.
    func hasGroups(_ count: Int, inPool poolID: String) throws -> Bool

    /// Returns groups of a user in the order of their names, beginning after `after`.
    func groups(ofUser sub: String, inPool poolID: String, after name: String?, limit: Int) throws -> [GroupRecord]

    /// Returns the first groups of the user that ``user(near:inPool:)`` returns.
    func groups(ofUserNear sub: String, inPool poolID: String, limit: Int) throws -> [GroupRecord]

    /// Returns members of a group in the order of their subs, beginning after `after`.
    func users(inGroup name: String, ofPool poolID: String, after sub: String?, limit: Int) throws -> [UserRecord]

    /// Returns the user's code for a purpose, even if it has expired.
    func code(_ purpose: CodePurpose, ofUser sub: String, inPool poolID: String) throws -> CodeRecord?

    /// Returns the token family with an id, even if it was revoked.
    func tokenFamily(_ id: String, inPool poolID: String) throws -> TokenFamilyRecord?

    /// Returns the token family of a sign-in, for tokens without the claim `origin_jti`.
    func tokenFamily(ofEvent eventID: String, inPool poolID: String) throws -> TokenFamilyRecord?

    /// Returns whether the store has token families of the user; expired ones are deleted after some time.
    func hasTokenFamilies(ofUser sub: String, inPool poolID: String) throws -> Bool

    /// Returns the refresh token with a keyed hash, even if it has expired.
    func refreshToken(_ hash: [UInt8]) throws -> RefreshTokenRecord?

    /// Returns whether a family has refresh tokens, replaced or expired ones among them.
    func hasRefreshTokens(ofFamily familyID: String, inPool poolID: String) throws -> Bool

    /// Returns the hashes of a family's tokens that name the family and were replaced before `date`.
    func replacedTokens(
        ofFamily familyID: String, inPool poolID: String, before date: Date, limit: Int
    ) throws -> [[UInt8]]

    /// Returns whether a single-use id was spent; the answer is reliable only until the id is purged.
    func isSpent(_ id: SingleUseID) throws -> Bool

    /// Returns the latest time by which spent ids were removed; `nil` before the first one is removed.
    func latestPurgeOfSingleUseIDs() throws -> Date?

    /// Returns the failed attempts for a subject: a keyed hash of a user, an unknown user name, or a limited action.
    func failedAttempts(on subject: [UInt8], inPool poolID: String) throws -> FailedAttemptsRecord?

    /// Returns the user's former passwords, the newest first.
    func formerPasswords(
        ofUser sub: String, inPool poolID: String, limit: Int
    ) throws -> [UserRecord.SealedPassword]

    /// Returns the user's sessions that have not expired at `date`, the last used first.
    func userSessions(ofUser sub: String, inPool poolID: String, at date: Date) throws -> [UserSessionRecord]

    /// Returns events of a user, the newest first, beginning before `position`.
    func authEvents(
        ofUser sub: String, inPool poolID: String, before position: Int?, limit: Int
    ) throws -> [AuthEventRecord]

    /// Returns an event by its id; `nil` if the user has no such event.
    func authEvent(_ id: String, ofUser sub: String, inPool poolID: String) throws -> AuthEventRecord?
}

/// Reads and writes user pools inside a transaction.
package protocol UserPoolWriting: UserPoolReading, ImportJobWriting, DeviceWriting, PasskeyWriting, PoolSettingsWriting,
    TermsWriting, ProvisionedLimitWriting, IdentityProviderWriting, FederatedIdentityWriting, ResourceServerWriting,
    UserPoolDomainWriting, PageStyleWriting, HostedSignInWriting
{
    /// Adds a pool.
    ///
    /// - Throws: `StoreConflict.taken` if the id is in use, as do the other insertions.
    func insert(_ pool: UserPoolRecord) throws
    /// Replaces the stored settings of a pool.
    func update(_ pool: UserPoolRecord) throws
    /// Removes a pool with all its contents.
    func deleteUserPool(_ id: String) throws

    /// Adds an app client.
    func insert(_ client: AppClientRecord) throws
    /// Replaces the stored settings and secrets of a client.
    func update(_ client: AppClientRecord) throws
    /// Removes a client with its settings, terms, styles, authorization codes and token families.
    func deleteAppClient(_ id: String) throws

    /// Adds a signing key.
    func insert(_ key: SigningKeyRecord) throws
    /// Replaces a key's stored values, to retire it.
    func update(_ key: SigningKeyRecord) throws
    /// Removes the pool's signing keys that were retired before `date`.
    func deleteSigningKeys(ofPool poolID: String, retiredBefore date: Date) throws

    /// Adds a user with the names under which the user can sign in.
    ///
    /// - Throws: `StoreConflict.taken` with the first name that another user has; nothing is written then.
    func insert(_ user: UserRecord, names: [SignInName]) throws
    /// Updates a user without the names.
    func update(_ user: UserRecord) throws
    /// Replaces the names under which the user can sign in.
    ///
    /// - Throws: `StoreConflict.taken` with the first name that another user has.
    func replaceNames(ofUser sub: String, inPool poolID: String, with names: [SignInName]) throws
    /// Removes a user with names, memberships, codes, former passwords, devices, passkeys, identities at providers,
    /// token families, sessions, browser sessions, authorization codes and events.
    func deleteUser(_ sub: String, inPool poolID: String) throws

    /// Adds a group without members.
    func insert(_ group: GroupRecord) throws
    /// Replaces the description, role and precedence of a group.
    func update(_ group: GroupRecord) throws
    /// Removes a group and its memberships, but not its users.
    func deleteGroup(_ name: String, inPool poolID: String) throws
    /// Adds a user to a group; does nothing for a member.
    func addUser(_ sub: String, toGroup name: String, inPool poolID: String) throws
    /// Removes a user from a group; does nothing for a user who is not a member.
    func removeUser(_ sub: String, fromGroup name: String, inPool poolID: String) throws

    /// Adds a code, which replaces the user's code with the same purpose.
    func put(_ code: CodeRecord) throws
    /// Removes the user's code with this purpose, if there is one.
    func deleteCode(_ purpose: CodePurpose, ofUser sub: String, inPool poolID: String) throws

    /// Adds a family of tokens, at the end of a sign-in.
    func insert(_ family: TokenFamilyRecord) throws
    /// Revokes a family and ends its session.
    func revokeTokenFamily(_ id: String, inPool poolID: String, at date: Date) throws
    /// Revokes every family of the user, or all but one, ends their sessions, and removes authorization codes that would
    /// begin another one.
    func revokeTokenFamilies(
        ofUser sub: String, inPool poolID: String, at date: Date, except familyID: String?) throws

    /// Adds a refresh token to its family.
    func insert(_ token: RefreshTokenRecord) throws
    /// Replaces a token's stored values, to record its rotation.
    func update(_ token: RefreshTokenRecord) throws
    /// Removes the refresh tokens with these hashes, if they exist.
    func deleteRefreshTokens(_ hashes: [[UInt8]]) throws

    /// Spends a single-use id.
    ///
    /// - Returns: `false` if it was spent before.
    func spend(_ id: SingleUseID) throws -> Bool

    /// Sets the number of failed attempts for a user name.
    func put(_ attempts: FailedAttemptsRecord) throws
    /// Sets the number of failed attempts for a subject that has none, without a search for it.
    ///
    /// - Returns: `false` if the subject has a number, which stays as it is.
    func putFirst(_ attempts: FailedAttemptsRecord) throws -> Bool
    /// Removes the record of failed attempts, after a successful one.
    func deleteFailedAttempts(on subject: [UInt8], inPool poolID: String) throws

    /// Adds a former password, and deletes all but the newest `limit`.
    func keep(
        _ password: UserRecord.SealedPassword, ofUser sub: String, inPool poolID: String, atMost limit: Int
    ) throws

    /// Adds the session of a new token family.
    func insert(_ session: UserSessionRecord) throws
    /// Records a renewal of a family's tokens in its session; does nothing if the family has no session.
    func noteUse(ofFamily familyID: String, inPool poolID: String, from origin: CallOrigin, at date: Date) throws

    /// Adds an event as the user's newest.
    func insert(_ event: AuthEventRecord) throws
    /// Replaces an event's stored values, such as its feedback.
    func update(_ event: AuthEventRecord) throws

    /// Adds a message to the courier's queue, which is in the same database.
    func insert(_ message: QueuedMessage) throws

    /// Adds changes of a pool's counter of users to its sum, at most `limit`, and removes them.
    ///
    /// The number of users stays the same. Any number of processes may do this at the same time.
    ///
    /// - Returns: The number of changes that were summed.
    func sumUserCounts(ofPool poolID: String, limit: Int) throws -> Int

    /// Removes expired rows, at most `limit` of each kind.
    ///
    /// These rows are deleted:
    /// - spent ids that expired more than a minute before `idDate`, a time of the forward clock, since a request with
    ///   such an id may have begun just before its expiry; the store keeps this time in the same transaction;
    /// - authorization codes that expired more than a minute before `idDate`, and browser sessions that expired before
    ///   their last code could;
    /// - codes, sessions and refresh tokens that expired before `date`;
    /// - token families whose last access token has expired;
    /// - failed attempts a day or more after the last one, and events after 90 days;
    /// - files of import jobs that were not started in time; their jobs get the status `Expired`.
    ///
    /// - Returns: The number of rows that were deleted or changed.
    func purgeExpired(before date: Date, singleUseIDs idDate: Date, limit: Int) throws -> Int
}

extension UserPoolWriting {
    /// Revokes all token families of the user and ends their sessions.
    package func revokeTokenFamilies(ofUser sub: String, inPool poolID: String, at date: Date) throws {
        try revokeTokenFamilies(ofUser: sub, inPool: poolID, at: date, except: nil)
    }
}
