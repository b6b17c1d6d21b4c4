// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSDataStorePlugin
import Amplify
import Foundation
import GatehouseClient
import GatehouseTesting
import GeneratedModels

extension DeviceRun {
    /// Ends all faults, and lets all devices send and read what there is.
    func settle() async throws {
        for player in players {
            player.device.setTroubles(nil)
            player.device.setClock(ahead: 0)
            player.device.goOnline()
        }
        try await endMemberships()
        // In the first round, each device sends; in the second, each one reads what the others have sent.
        for round in 1...2 {
            for player in players {
                note(player, "settles, round \(round)")
                if round == 1 { try await exchangeOfFormerUsers(player) }
                try await exchange(player)
            }
        }
    }

    /// Checks what holds after quiet.
    /// - Throws: `BrokenLaw`.
    func judge() async throws {
        try await plant()
        for player in players {
            let answered = try await player.device.served(OwnerAndAdminRecord.self).byKey
            let shown = try await player.device.dataStore.query(OwnerAndAdminRecord.self).byKey
            // With one of the policies, the records of former users stay.
            let (served, stored) = (compared(answered, on: player), compared(shown, on: player))
            if let loss = saved.loss(of: player.user, in: served) { throw BrokenLaw(law: .nothingLost, text: loss) }
            guard stored == served else {
                throw BrokenLaw(
                    law: .sameAsService,
                    text: "device \(player.index) has \(Self.difference(stored, served)) in place of the service's")
            }
            guard await player.observer.arrives(at: shown) else {
                throw BrokenLaw(law: .observed, text: "the observer of device \(player.index) has another value")
            }
        }
        if let repeated = watch.repeated { throw BrokenLaw(law: .nothingTwice, text: repeated) }
        if let leak = watch.leak { throw BrokenLaw(law: .ownRecordsOnly, text: leak) }
    }

    /// The records by which a device is compared with the service.
    private func compared(_ notes: [String: String], on player: DevicePlayer) -> [String: String] {
        policy == .keep ? notes.filter { $0.value.hasPrefix("\(player.user):") } : notes
    }

    /// The records in which two stores differ.
    private static func difference(_ one: [String: String], _ other: [String: String]) -> [String] {
        Set(one.keys).union(other.keys).sorted().filter { one[$0] != other[$0] }
            .map { "\($0): \(one[$0] ?? "nothing"), \(other[$0] ?? "nothing")" }
    }

    /// Does the damage of a run that is broken on purpose.
    private func plant() async throws {
        let device = players[0].device
        switch sabotage {
        case nil, .deafObserver, .ignoredPolicy, .keptUnseenRecords, .forgottenAttempt, .trustedSilence, .endlessCall:
            break
        case .changedStore:
            try await device.dataStore.stop()
            device.goOffline()
            let text = "\(players[0].user):planted"
            _ = try await device.dataStore.save(OwnerAndAdminRecord(id: "planted", content: text))
            device.goOnline()
        case .lostRecord:
            // Another device of the user removes what this run has saved.
            for record in try await device.dataStore.query(OwnerAndAdminRecord.self)
            where record.content?.hasPrefix("\(players[0].user):") == true {
                try await device.dataStore.delete(record)
            }
            for player in players { try await exchange(player) }
        case .countedTwice: watch.countAgain()
        case .foreignRecord:
            let request = TransportRequest(url: URL(filePath: "/graphql"))
            let see = watch.see(request, of: "ada", among: DeviceLandscape.users)
            see(TransportResponse(status: 200, body: Data(#"{"content":"eve:planted"}"#.utf8)))
        }
    }
}
