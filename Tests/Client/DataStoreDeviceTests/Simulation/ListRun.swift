// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSDataStorePlugin
import Amplify
import Foundation
import GatehouseTesting
import GeneratedModels

/// One run with records that refer to others: two devices of a user with lists of todos.
///
/// Each list has one device that changes it. So the accepted calls say exactly what there is at the end.
final class ListRun {
    private struct Player: Sendable {
        let index: Int
        let device: TestDevice
    }

    /// A list: the device that changes it, and the titles of its todos by their keys.
    private struct Content {
        let writer: Int
        var titles: [String: String] = [:]
    }

    private let dice: DeviceDice
    private let landscape: DeviceLandscape
    private let gatehouse: TestGatehouse
    private let players: [Player]
    private var lists: [String: Content] = [:]
    private var lastNumber = 0
    /// Whether the user is a member of the group.
    private var isMember = false
    private let journal = RunJournal()

    /// Plays a run.
    ///
    /// - Parameters:
    ///   - seed: the source of the calls and faults.
    ///   - losesTodo: whether the service loses a todo at the end.
    /// - Throws: `FailedDeviceRun`.
    static func play(seed: UInt64, losesTodo: Bool = false) async throws {
        let run: ListRun
        do {
            run = try await ListRun(DeviceDice(seed: seed))
        } catch {
            throw FailedDeviceRun(seed: seed, cause: error, journal: [])
        }
        do {
            for _ in 0..<16 { try await run.step() }
            try await run.settle()
            if losesTodo { try await run.loseTodo() }
            try await run.judge()
        } catch {
            await run.end()
            throw FailedDeviceRun(seed: seed, cause: error, journal: run.journal.lines)
        }
        await run.end()
    }

    private init(_ dice: DeviceDice) async throws {
        let landscape = try await DeviceLandscape.lists.value
        let gatehouse = try landscape.gatehouse.copy(seed: UInt64(dice.below(1_000_000)))
        var players: [Player] = []
        for index in 0...1 {
            let device = try await landscape.device("device \(index)", of: "ada", on: gatehouse, settings: .default)
            players.append(Player(index: index, device: device))
        }
        (self.dice, self.landscape, self.gatehouse, self.players) = (dice, landscape, gatehouse, players)
    }

    private func end() async {
        for player in players { await player.device.kill() }
    }

    private func note(_ player: Player, _ text: String) { journal.add("device \(player.index): \(text)") }

    private func number() -> Int {
        lastNumber += 1
        return lastNumber
    }
}

// MARK: - Steps

extension ListRun {
    private func step() async throws {
        let player = players[dice.below(players.count)]
        switch dice.below(100) {
        case ..<50: try await change(player)
        case ..<53: try await changeRules()
        case ..<55: try await changeGroup()
        case ..<67: try await changeAndDie(player)
        case ..<75: setOnline(player)
        case ..<83: setWeather(player)
        case ..<86:
            note(player, "loses its connections")
            player.device.cutSockets()
        case ..<90:
            journal.add("time passes")
            gatehouse.clock.advance(by: dice.chance(50) ? 60 : 4_000)
        default: await rest()
        }
    }

    private func setOnline(_ player: Player) {
        let isOnline = player.device.isOnline
        note(player, isOnline ? "goes offline" : "goes online")
        if isOnline { player.device.goOffline() } else { player.device.goOnline() }
    }

    /// Gives the service other rules, under which the owner's rights are the same.
    private func changeRules() async throws {
        let rules = dice.pick(NoteRules.allCases) ?? .members
        journal.add("the rules are: \(rules)")
        try await gatehouse.serve(schema: DeviceSchemas.lists(rules.text), conflicts: landscape.conflicts)
    }

    /// Lets the user join the group, or leave it.
    private func changeGroup() async throws {
        let pool = try await gatehouse.pool.id
        journal.add(isMember ? "the user leaves the group" : "the user joins the group")
        if isMember {
            try await gatehouse.removeFromGroup("ada", DeviceRun.group, inPool: pool)
        } else {
            try await gatehouse.addToGroup("ada", DeviceRun.group, inPool: pool)
        }
        isMember.toggle()
    }

    private func setWeather(_ player: Player) {
        let percent = dice.pick([0, 10, 40]) ?? 0
        note(player, "has troubles with \(percent) of 100 requests")
        player.device.setTroubles(DeviceRun.weather(of: player.index, percent, dice.branch(), journal))
    }

    private func rest() async {
        journal.add("all rest")
        for _ in 0..<(50 + dice.below(500)) { await Task.yield() }
    }

    /// Makes a change whose process dies after one of the next writes of the store.
    private func changeAndDie(_ player: Player) async throws {
        let count = dice.below(10)
        note(player, "dies after \(count) writes")
        player.device.failWrites(after: count)
        do {
            try await change(player)
        } catch let error as BrokenLaw {
            throw error
        } catch {
            note(player, "is dead")
        }
        await rest()
        try await player.device.relaunch()
    }

    /// Makes a change, and notes it if the call has accepted it.
    private func change(_ player: Player) async throws {
        let dataStore = player.device.dataStore
        let own = lists.keys.filter { lists[$0]?.writer == player.index }.sorted()
        guard let list = dice.pick(own), !dice.chance(20) else {
            let key = "list-\(number())"
            note(player, "adds \(key)")
            _ = try await dataStore.save(OwnedList(id: key, name: key))
            lists[key] = Content(writer: player.index)
            return
        }
        guard let todo = dice.pick((lists[list]?.titles ?? [:]).keys.sorted()), dice.chance(50) else {
            let key = "todo-\(number())"
            note(player, "adds \(key) to \(list)")
            _ = try await dataStore.save(OwnedTodo(id: key, title: key, list: OwnedList(id: list, name: list)))
            lists[list]?.titles[key] = key
            return
        }
        switch dice.below(10) {
        case ..<2:
            note(player, "removes \(list)")
            guard let record = try await dataStore.query(OwnedList.self).first(where: { $0.id == list }) else {
                throw Self.lost(list, on: player)
            }
            try await dataStore.delete(record)
            lists[list] = nil
        case ..<5:
            note(player, "removes \(todo)")
            try await dataStore.delete(try await storedTodo(todo, player))
            lists[list]?.titles[todo] = nil
        default:
            let title = "\(todo), \(number())"
            note(player, "calls \(title)")
            var record = try await storedTodo(todo, player)
            record.title = title
            _ = try await dataStore.save(record)
            lists[list]?.titles[todo] = title
        }
    }

    private func storedTodo(_ key: String, _ player: Player) async throws -> OwnedTodo {
        let all = try await player.device.dataStore.query(OwnedTodo.self)
        guard let record = all.first(where: { $0.id == key }) else { throw Self.lost(key, on: player) }
        return record
    }

    private static func lost(_ key: String, on player: Player) -> BrokenLaw {
        BrokenLaw(law: .nothingLost, text: "device \(player.index) has no \(key), which it has saved")
    }
}

// MARK: - The end

extension ListRun {
    private func settle() async throws {
        for player in players {
            player.device.setTroubles(nil)
            player.device.goOnline()
        }
        gatehouse.clock.advance(by: 600)
        for round in 1...2 {
            for player in players {
                note(player, "settles, round \(round)")
                try await player.device.syncAgain()
            }
        }
    }

    /// Removes a todo as another device of the user does.
    private func loseTodo() async throws {
        let device = players[0].device
        guard let todo = try await device.dataStore.query(OwnedTodo.self).first else { return }
        try await device.dataStore.delete(todo)
        for player in players { try await player.device.syncAgain() }
    }

    private func judge() async throws {
        var titles: [String: String] = [:]
        for list in lists.values { titles.merge(list.titles) { first, _ in first } }
        for player in players {
            let device = player.device
            let servedLists = Set(try await device.served(OwnedList.self).map(\.id))
            let served = try await device.served(OwnedTodo.self)
            guard servedLists == Set(lists.keys), Self.titles(served) == titles else {
                throw BrokenLaw(
                    law: .nothingLost,
                    text: "the service has \(servedLists.sorted()) and \(Self.titles(served)) in place of \(lists)")
            }
            let storedLists = Set(try await device.dataStore.query(OwnedList.self).map(\.id))
            let stored = try await device.dataStore.query(OwnedTodo.self)
            guard storedLists == servedLists, Self.titles(stored) == titles else {
                throw BrokenLaw(
                    law: .sameAsService,
                    text: "device \(player.index) has \(storedLists.sorted()) and \(Self.titles(stored))")
            }
            for todo in stored {
                let list = try await todo.list?.id ?? "no list"
                guard lists[list]?.titles[todo.id] != nil else {
                    throw BrokenLaw(
                        law: .sameAsService, text: "on device \(player.index), \(todo.id) belongs to \(list)")
                }
            }
        }
    }

    private static func titles(_ todos: [OwnedTodo]) -> [String: String] {
        Dictionary(todos.map { ($0.id, $0.title) }) { first, _ in first }
    }
}
