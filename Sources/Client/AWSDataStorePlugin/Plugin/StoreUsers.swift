// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Foundation
import GatehouseCrypto
import GatehouseSession

/// The identity that distinguishes the users of a device.
struct StoreUser: Sendable, Hashable {
    /// Whether the identity is the one of a user pool; otherwise, an OpenID Connect provider has it.
    let isOfUserPool: Bool
    /// A text that no other identity has, and that does not show the identity.
    let digest: String

    /// The identity of a caller: the one of the user pool if there is one.
    init?(_ caller: Caller) {
        guard let identity = caller.userPool ?? caller.openID else { return nil }
        isOfUserPool = caller.userPool != nil
        let name = (isOfUserPool ? "userPool:" : "openID:") + identity
        digest = Hex.encode(Array(sha256(Array(name.utf8)).prefix(16)))
    }

    /// Reads an identity from the text of a note.
    init?(note: String) {
        let parts = note.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].count == 32, parts[1].allSatisfy(\.isHexDigit) else { return nil }
        isOfUserPool = parts[0] == "userPool"
        digest = String(parts[1])
    }

    /// The text of a note.
    var note: String { "\(isOfUserPool ? "userPool" : "openID") \(digest)" }
}

/// The users of a device and their stores, as the sign-out policy wants it.
struct StoreUsers: Sendable {
    /// The store to be opened.
    struct Choice: Sendable, Equatable {
        /// The user whose store it is; nil without one.
        let user: StoreUser?
        /// The store.
        let place: StorePlace
        /// Whether the store has records of another user, which have to be removed first.
        let mustBeCleared: Bool
    }

    let policy: DataStoreSignOutPolicy
    private let place: StorePlace

    /// The greatest size of a note in bytes.
    private static let longestNote = 256

    init(_ policy: DataStoreSignOutPolicy, _ place: StorePlace) {
        self.policy = policy
        self.place = place
    }

    /// Whether the records of a user are kept from the next one.
    var areApart: Bool { policy != .keep }

    /// The user whose records may be read now.
    ///
    /// A provider of OpenID Connect that supplies no token does not say whether its user has signed out or whether the
    /// network is missing. The last user stays until another one has a token. The same holds for a user pool whose session
    /// cannot be read. Only a sign-out from the user pool is certain.
    ///
    /// - Parameters:
    ///   - caller: the identities that requests can show.
    ///   - isSignedOut: whether the user has certainly signed out from the user pool, or there is none.
    ///   - last: the user of the store.
    /// - Returns: the user; nil without one.
    static func user(_ caller: Caller, isSignedOut: Bool, last: StoreUser?) -> StoreUser? {
        let present = StoreUser(caller)
        guard let last else { return present }
        if let present, present.isOfUserPool || !last.isOfUserPool { return present }
        // The user pool's user is last, and the caller has no identity there.
        return last.isOfUserPool && isSignedOut ? present : last
    }

    /// Chooses the store of a user.
    ///
    /// - Throws: `.invalidDatabase` if the note about the last user cannot be read.
    func choice(_ caller: Caller, isSignedOut: Bool) throws(DataStoreError) -> Choice {
        guard areApart else { return Choice(user: nil, place: place, mustBeCleared: false) }
        let last = try lastUser()
        let user = Self.user(caller, isSignedOut: isSignedOut, last: last)
        switch policy {
        case .keep, .clear:
            return Choice(user: user, place: place, mustBeCleared: last != nil && last != user)
        case .separate:
            return Choice(user: user, place: place(of: user), mustBeCleared: false)
        }
    }

    /// Notes the user of the store that is in use from now on.
    ///
    /// - Throws: `.invalidDatabase` if the note cannot be written.
    func note(_ user: StoreUser?) throws(DataStoreError) {
        guard areApart else { return }
        do throws(FileFailure) {
            guard let user else { return try File.remove(notePath) }
            try File.makeDirectory(place.folder)
            try File.write(Data(user.note.utf8), to: notePath)
            try File.synchronize(directory: place.folder)
        } catch {
            throw .invalidDatabase(path: notePath, error)
        }
    }

    private func lastUser() throws(DataStoreError) -> StoreUser? {
        do throws(FileFailure) {
            guard let content = try File.read(notePath, limit: Self.longestNote) else { return nil }
            return StoreUser(note: String(decoding: content, as: UTF8.self))
        } catch {
            throw .invalidDatabase(path: notePath, error)
        }
    }

    private var notePath: String { place.path + ".user" }

    private func place(of user: StoreUser?) -> StorePlace {
        guard let user else { return place }
        return StorePlace(folder: place.folder, name: "\(user.digest)-\(place.name)")
    }
}
