// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSDataStorePlugin
import Amplify
import GatehouseTesting
import GeneratedModels

/// A device with its user and the observer of its notes.
final class DevicePlayer {
    let index: Int
    let device: TestDevice
    let observer = NoteObserver()
    /// The user who is signed in.
    private(set) var user: String
    /// Users who have been signed in before.
    private(set) var formerUsers: Set<String> = []

    init(index: Int, user: String, device: TestDevice) {
        self.index = index
        self.user = user
        self.device = device
    }

    /// Notes the sign-in of a user.
    func begin(_ user: String) {
        formerUsers.insert(self.user)
        formerUsers.remove(user)
        self.user = user
    }
}

extension DeviceRun {
    /// Signs the user of a device out, and another one or the same in.
    func changeUser(_ player: DevicePlayer) async throws {
        // What a call has saved is known before a sign-out may remove it.
        try await endCalls()
        let isOnline = player.device.isOnline
        // So that the sign-out revokes no token: devices of the same user share them.
        player.device.goOffline()
        if policy == .clear {
            for entry in try await player.device.dataStore.outbox { forgive(entry.modelId) }
        }
        await player.device.signOut()
        note(player, "has signed out")
        try await requireOwnRecords(of: nil, on: player)
        if isOnline { player.device.goOnline() }
        let users = DeviceLandscape.users
        try await signIn(users[dice.below(users.count)], on: player)
    }

    /// Lets a user be signed in on a device whose app starts again.
    func signIn(_ user: String, on player: DevicePlayer) async throws {
        player.observer.end()
        await player.device.kill()
        try landscape.signIn(user, on: player.device, of: gatehouse)
        try player.device.launch()
        player.begin(user)
        note(player, "has signed in")
        try await requireOwnRecords(of: user, on: player)
        observe(player)
    }

    /// Checks that a device shows no records of other users, unless the app wants to keep them.
    ///
    /// - Parameters:
    ///   - user: the signed-in user; nil without one.
    ///   - player: the device.
    /// - Throws: `BrokenLaw`.
    private func requireOwnRecords(of user: String?, on player: DevicePlayer) async throws {
        guard policy != .keep else { return }
        // A member may have records of others, until the next sync of all records.
        if let user, members.union(formerMembers).contains(user) { return }
        let texts = try await player.device.dataStore.query(OwnerAndAdminRecord.self).map { $0.content ?? "" }
        guard let foreign = texts.first(where: { text in user.map { !text.hasPrefix("\($0):") } ?? true }) else {
            return
        }
        throw BrokenLaw(
            law: .ownRecordsOnly, text: "device \(player.index) shows \(foreign) with the user \(user ?? "signed out")")
    }

    /// Lets a device send the changes of its user, and read what there is.
    ///
    /// Changes of other users may wait beside them.
    func exchange(_ player: DevicePlayer) async throws {
        let device = player.device
        let othersMayWait = policy == .keep || sabotage == .ignoredPolicy
        let own = "\"\(player.user):"
        try await finish("the exchange of device \(player.index)") {
            guard othersMayWait else { return try await device.syncAgain() }
            let dataStore = device.dataStore
            try await dataStore.stop()
            let mark = device.eventCount
            try await dataStore.start()
            _ = try await device.event(HubPayload.EventName.DataStore.ready, from: mark)
            try await device.waitForOutbox { waiting in !waiting.contains { $0.json.contains(own) } }
        }
    }

    /// Lets the former users of a device send what they have left there.
    func exchangeOfFormerUsers(_ player: DevicePlayer) async throws {
        guard policy != .clear else { return }
        let last = player.user
        for user in player.formerUsers.sorted() {
            try await signIn(user, on: player)
            try await exchange(player)
        }
        if player.user != last { try await signIn(last, on: player) }
    }
}
