// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseSession

extension FaultRun {
    /// Checks what must hold between steps.
    func inspect() throws {
        if let complaint = server.ledger.takeComplaints().first { throw Violation(.serverBrokeItsWord, complaint) }
        for app in apps where app.process.traffic.mostRefreshes > 1 {
            throw Violation(.twoRefreshes, "\(app.process.traffic.mostRefreshes) refreshes were under way at once")
        }
        try observeShelf()
    }

    /// Reads the state that a new process would find.
    func observeShelf() throws {
        let record: SessionRecord?
        do {
            record = try shelf.session()
        } catch {
            throw Violation(.halfSession, "What the store holds is no session: \(error)")
        }
        if let user = record?.user { try check(user) }
        if let identity = record?.identity { try check(identity) }
        let holder = record?.user?.typedUsername
        if holder == nil, isRemovalDue { admit(nil) }
        // A single app overwrites an item that a store kept although it reported a failure.
        let allowed = apps.count == 1 ? shelved.union(apps[0].holders) : shelved
        guard allowed.contains(holder) else {
            let expected = allowed.map { $0 ?? "no user" }.sorted().joined(separator: " or ")
            throw Violation(.sessionEnded, "The store holds \(holder ?? "no user") where it must hold \(expected)")
        }
        shelved = [holder]
        let tokens = record?.user.flatMap { server.ledger.tokens($0.tokens.accessToken)?.number }
        journal.note("  the store holds \(holder ?? "no user") \(tokens.map(String.init) ?? "")")
    }

    /// Whether an app may still remove what the store holds.
    var isRemovalDue: Bool { apps.contains { !$0.leftBehind.isDisjoint(with: shelved) } }

    private func check(_ user: SignedInUser) throws {
        guard let given = server.ledger.tokens(user.tokens.accessToken), given.idToken == user.tokens.idToken,
            given.refreshToken == user.tokens.refreshToken,
            server.ledger.user(ofRefreshToken: given.refreshToken) == user.typedUsername
        else { throw Violation(.halfSession, "The store holds tokens that the server never gave together") }
    }

    private func check(_ identity: GrantedIdentity) throws {
        guard let credentials = identity.credentials else { return }
        let given = server.ledger.credentials(credentials.accessKeyID)
        let isWhole =
            given?.secretKey == credentials.secretAccessKey && given?.sessionToken == credentials.sessionToken
            && given?.identityID == identity.identityID
        if !isWhole { throw Violation(.halfSession, "The store holds credentials that the server never gave together") }
    }
}
