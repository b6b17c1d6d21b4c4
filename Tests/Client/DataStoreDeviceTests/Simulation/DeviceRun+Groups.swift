// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseTesting

extension DeviceRun {
    /// The group whose members see the notes of all owners.
    static let group = "Admin"

    /// Lets a user join or leave the group.
    ///
    /// The present tokens of the user stay as they are.
    func changeGroup(of user: String) async throws {
        let pool = try await gatehouse.pool.id
        if members.contains(user) {
            try await gatehouse.removeFromGroup(user, Self.group, inPool: pool)
            noteMember(user, isNow: false)
        } else {
            try await gatehouse.addToGroup(user, Self.group, inPool: pool)
            noteMember(user, isNow: true)
        }
    }

    /// Gives the service other rules of the notes.
    func changeRules(to next: NoteRules) async throws {
        // While the service changes, it may decide by either rules.
        watch.setRules(membersRead: true)
        try await gatehouse.serve(schema: DeviceSchemas.notes(next.text), conflicts: landscape.conflicts)
        noteRules(next)
    }

    /// Lets the time pass after which the devices read all records, with tokens of the present groups.
    func endMemberships() async throws {
        if sabotage == .keptUnseenRecords {
            try await changeRules(to: .members)
            // All devices have the records of all owners, before no user is a member.
            for user in DeviceLandscape.users where !members.contains(user) { try await changeGroup(of: user) }
            try await passTime(Self.untilNextBaseSync)
            for player in players { try await exchange(player) }
            for user in DeviceLandscape.users { try await changeGroup(of: user) }
        }
        let isChanged = !formerMembers.isEmpty || !members.isEmpty || hasOtherRules
        try await passTime(isChanged ? Self.untilNextBaseSync : 600)
    }

    /// More than the interval after which a sync reads all records, in seconds.
    private static let untilNextBaseSync: TimeInterval = 25 * 3_600
}
