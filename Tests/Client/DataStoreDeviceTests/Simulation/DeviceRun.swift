// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSDataStorePlugin
import Amplify
import Foundation
import GatehouseClient
import GatehouseTesting
import GeneratedModels

/// One run: a server with two or three devices of two users, through calls and faults that are drawn from a seed.
///
/// Calls and faults repeat from the seed. The order in which the machine runs the tasks of the devices does not.
final class DeviceRun {
    let dice: DeviceDice
    let landscape: DeviceLandscape
    let gatehouse: TestGatehouse
    let players: [DevicePlayer]
    let watch: NetworkWatch
    let sabotage: DeviceSabotage?
    /// The policy of all apps for the records of a user after the sign-out.
    let policy: DataStoreSignOutPolicy
    private(set) var saved = SavedNotes()
    /// The members of the group.
    private(set) var members: Set<String> = []
    /// The users who have left the group.
    private(set) var formerMembers: Set<String> = []
    /// The rules of the service beside the one for owners.
    private(set) var rules = NoteRules.members
    /// Whether the rules were changed.
    private(set) var hasOtherRules = false
    /// The calls that run beside the steps.
    private var calls: [BegunCall] = []
    private let journal = RunJournal()

    /// Plays a run.
    /// - Throws: `FailedDeviceRun`.
    static func play(seed: UInt64, steps: Int = 20, sabotage: DeviceSabotage? = nil) async throws {
        let dice = DeviceDice(seed: seed)
        let run: DeviceRun
        do {
            run = try await DeviceRun(dice, sabotage)
        } catch {
            throw FailedDeviceRun(seed: seed, cause: error, journal: [])
        }
        do {
            for _ in 0..<steps { try await run.step() }
            try await run.settle()
            try await run.judge()
        } catch {
            let failure = FailedDeviceRun(seed: seed, cause: error, journal: run.journal.lines)
            await run.end(isStuck: (error as? BrokenLaw)?.law == .ended)
            throw failure
        }
        await run.end()
    }

    private init(_ dice: DeviceDice, _ sabotage: DeviceSabotage?) async throws {
        // A repeated change has an effect where the service merges.
        let isMerging = dice.chance(50) || sabotage == .forgottenAttempt
        let landscape = try await (isMerging ? DeviceLandscape.merging : DeviceLandscape.refusing).value
        let gatehouse = try landscape.gatehouse.copy(seed: UInt64(dice.below(1_000_000)))
        let watch = NetworkWatch(journal)
        var players: [DevicePlayer] = []
        let users = dice.chance(50) ? ["ada", "ada", "eve"] : ["ada", "ada"]
        let chosen = dice.pick(DataStoreSignOutPolicy.allCases) ?? .keep
        let policy = sabotage == .ignoredPolicy || sabotage == .keptUnseenRecords ? .separate : chosen
        let settings = DataStoreConfiguration.custom(
            signOutPolicy: sabotage == .ignoredPolicy ? .keep : policy,
            keepsUnseenRecords: sabotage == .keptUnseenRecords)
        for (index, user) in users.enumerated() {
            let device = try await landscape.device("device \(index)", of: user, on: gatehouse, settings: settings)
            device.setWitness { watch.see($0, of: index, among: DeviceLandscape.users) }
            players.append(DevicePlayer(index: index, user: user, device: device))
        }
        (self.dice, self.gatehouse, self.watch, self.players) = (dice, gatehouse, watch, players)
        (self.landscape, self.sabotage, self.policy) = (landscape, sabotage, policy)
        journal.add("the apps have the policy \(policy)")
        for player in players { observe(player) }
        plantFaults()
    }

    /// Gives the clients the fault of a run that is broken on purpose, and the troubles in which it shows.
    private func plantFaults() {
        let fault: PlantedFault
        let trouble: NetworkTrouble
        switch sabotage {
        case .forgottenAttempt:
            fault = .forgottenAttempt
            trouble = .answerLost
        case .trustedSilence:
            fault = .trustedSilence
            trouble = .requestLost
        case nil, .changedStore, .lostRecord, .countedTwice, .deafObserver, .foreignRecord, .ignoredPolicy,
            .keptUnseenRecords, .endlessCall:
            return
        }
        for player in players {
            player.device.plant(fault)
            let dice = dice.branch()
            player.device.setTroubles { request in
                request.isGraphQL("mutation") && dice.chance(40) ? trouble : nil
            }
        }
    }

    /// Ends all devices.
    ///
    /// - Parameter isStuck: whether a call has not ended. The end of its device may wait for it, so that the run, which tells
    ///   its journal then, does not wait for that end.
    private func end(isStuck: Bool = false) async {
        for call in calls { call.cancel() }
        for player in players {
            player.observer.end()
            let device = player.device
            let ending = Task { await device.kill() }
            if !isStuck { await ending.value }
        }
    }

    /// Moves the clock, and notes it: a request that is under way can have an old token then.
    func move(by seconds: TimeInterval) {
        journal.add("\(seconds) seconds pass")
        gatehouse.clock.advance(by: seconds)
    }

    /// Adds a line about a player.
    func note(_ player: DevicePlayer, _ text: String) {
        journal.add("device \(player.index) of \(player.user): \(text)")
    }

    /// Expects no more of a record: one of its changes was removed before it was sent.
    func forgive(_ key: String) { saved.forgive(key) }

    /// Notes that the service has other rules.
    func noteRules(_ rules: NoteRules) {
        journal.add("the rules are: \(rules)")
        hasOtherRules = true
        self.rules = rules
        watch.setRules(membersRead: rules.membersRead)
    }

    /// A new note of a device's user.
    func newSave(_ player: DevicePlayer) -> BegunCall.Save {
        let key = saved.newKey()
        return BegunCall.Save(
            key: key, text: saved.newText(of: player.user), owner: player.user, device: player.index)
    }

    /// Notes what a call has saved.
    func accept(_ save: BegunCall.Save) {
        saved.accept(save.text, of: save.key, owner: save.owner, writer: save.device)
    }

    /// Notes a call that has begun.
    func add(_ call: BegunCall) { calls.append(call) }

    /// The calls that have begun since the last question.
    func takeCalls() -> [BegunCall] {
        defer { calls = [] }
        return calls
    }

    /// Notes that a user has joined the group or has left it.
    func noteMember(_ user: String, isNow: Bool) {
        journal.add("\(user) \(isNow ? "joins" : "leaves") the group")
        if isNow {
            members.insert(user)
        } else {
            members.remove(user)
            formerMembers.insert(user)
        }
    }

    /// Observes the notes of a device.
    func observe(_ player: DevicePlayer) {
        player.observer.begin(player.device, isDeaf: sabotage == .deafObserver)
    }
}

// MARK: - Steps

extension DeviceRun {
    private func step() async throws {
        let player = players[dice.below(players.count)]
        switch dice.below(100) {
        case ..<24: try await create(player)
        case ..<43: try await change(player)
        case ..<49: try await remove(player)
        case ..<53: beginCall(player)
        case ..<61: setOnline(player)
        case ..<64: try await relaunch(player)
        case ..<67: try await crash(player)
        case ..<71: try await crashBetweenWrites(player)
        case ..<78: setWeather(player)
        case ..<80: setClock(player)
        case ..<82: cut(player)
        case ..<86: try await advance()
        case ..<89: try await changeUser(player)
        case ..<91: try await changeGroup(of: dice.chance(50) ? "ada" : "eve")
        case ..<93: try await changeRules(to: dice.pick(NoteRules.allCases.filter { $0 != rules }) ?? .members)
        default: await rest()
        }
    }

    private func create(_ player: DevicePlayer) async throws {
        let (key, text) = (saved.newKey(), saved.newText(of: player.user))
        note(player, "saves \(text) as \(key)")
        _ = try await player.device.dataStore.save(OwnerAndAdminRecord(id: key, content: text))
        saved.accept(text, of: key, owner: player.user, writer: dice.chance(50) ? player.index : nil)
    }

    private func change(_ player: DevicePlayer) async throws {
        let keys = saved.keys(changedBy: player.index, of: player.user)
        let notes = try await player.device.dataStore.query(OwnerAndAdminRecord.self).filter { keys.contains($0.id) }
        guard var record = dice.pick(notes.sorted { $0.id < $1.id }) else { return }
        let text = saved.newText(of: player.user)
        note(player, "changes \(record.id) to \(text)")
        record.content = text
        _ = try await player.device.dataStore.save(record)
        saved.accept(
            text, of: record.id, owner: player.user, writer: saved.notes[record.id]?.writer)
    }

    private func remove(_ player: DevicePlayer) async throws {
        let keys = saved.keys(removedBy: player.index, of: player.user)
        let notes = try await player.device.dataStore.query(OwnerAndAdminRecord.self).filter { keys.contains($0.id) }
        guard let record = dice.pick(notes.sorted { $0.id < $1.id }) else { return }
        note(player, "removes \(record.id)")
        try await player.device.dataStore.delete(record)
        saved.acceptRemoval(of: record.id)
    }

    private func setOnline(_ player: DevicePlayer) {
        let isOnline = player.device.isOnline
        note(player, isOnline ? "goes offline" : "goes online")
        if isOnline { player.device.goOffline() } else { player.device.goOnline() }
    }

    private func relaunch(_ player: DevicePlayer) async throws {
        note(player, "dies, and starts again")
        player.observer.end()
        try await player.device.relaunch()
        observe(player)
    }

    /// Ends the process while a note is saved; what the call says decides whether the note must be there afterwards.
    private func crash(_ player: DevicePlayer) async throws {
        let (key, text) = (saved.newKey(), saved.newText(of: player.user))
        note(player, "saves \(text) as \(key), and dies")
        let dataStore = player.device.dataStore
        let saving = Task { _ = try await dataStore.save(OwnerAndAdminRecord(id: key, content: text)) }
        for _ in 0..<dice.below(60) { await Task.yield() }
        player.observer.end()
        await player.device.kill()
        if case .success = await saving.result {
            note(player, "has \(key) for certain")
            saved.accept(text, of: key, owner: player.user, writer: player.index)
        }
        try player.device.launch()
        observe(player)
    }

    /// Ends the process between two writes of a save and of the exchange.
    private func crashBetweenWrites(_ player: DevicePlayer) async throws {
        let (key, text) = (saved.newKey(), saved.newText(of: player.user))
        let count = dice.below(8)
        note(player, "saves \(text) as \(key), and dies after \(count) writes")
        player.device.failWrites(after: count)
        do {
            _ = try await player.device.dataStore.save(OwnerAndAdminRecord(id: key, content: text))
            note(player, "has \(key) for certain")
            saved.accept(text, of: key, owner: player.user, writer: player.index)
        } catch {
            // The process has died before.
        }
        await rest()
        try await relaunch(player)
    }

    private func setClock(_ player: DevicePlayer) {
        let seconds = dice.pick([0, -86_400, -60, 60, 86_400] as [TimeInterval]) ?? 0
        note(player, "has a clock that is \(seconds) seconds ahead")
        player.device.setClock(ahead: seconds)
    }

    private func cut(_ player: DevicePlayer) {
        note(player, "loses its connections")
        player.device.cutSockets()
    }

    private func advance() async throws {
        try await passTime(dice.pick([10, 60, 600, 4_000, 90_000] as [TimeInterval]) ?? 10)
    }

    /// Lets the devices work.
    private func rest() async {
        journal.add("all rest")
        for _ in 0..<(50 + dice.below(500)) { await Task.yield() }
    }

    private func setWeather(_ player: DevicePlayer) {
        let percent = dice.pick([0, 0, 10, 40]) ?? 0
        note(player, "has troubles with \(percent) of 100 requests")
        player.device.setTroubles(Self.weather(of: player.index, percent, dice.branch(), journal))
    }

    /// The troubles of a device, each with a line of the journal.
    ///
    /// - Parameters:
    ///   - device: the number of the device.
    ///   - percent: the share of the requests that have trouble.
    ///   - dice: the chance.
    ///   - journal: the journal.
    /// - Returns: the troubles.
    static func weather(
        of device: Int, _ percent: Int, _ dice: DeviceDice, _ journal: RunJournal
    ) -> NetworkTroubles {
        { request in
            guard request.isGraphQL("mutation") || request.isGraphQL("query"), dice.chance(percent),
                let trouble = dice.pick(troubles)
            else { return nil }
            let words = SeenRequest(request)?.words ?? "another request"
            journal.add("the network of device \(device) has \(trouble) for: \(words)")
            return trouble
        }
    }

    /// What can happen to a request.
    static let troubles: [NetworkTrouble] = [
        .requestLost, .answerLost, .answerLost, .noAnswer, .doubled, .late(turns: 40),
        .answered(TransportResponse(status: 500)), .answered(TransportResponse(status: 503)),
        .answered(TransportResponse(status: 429, headers: [("Retry-After", "1")])),
        // Answers that are not the service's.
        .answerCut, .answered(TransportResponse(status: 200, body: Data("<html></html>".utf8))),
        .answered(TransportResponse(status: 200, body: Data("{}".utf8))),
    ]
}
