// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

extension FaultRun {
    private enum Step {
        case call, crowd, wait, clocks, weather, restartServer, restartApp, endSessions, disable, enable
    }

    private static let steps: [(weight: Int, value: Step)] = [
        (34, .call), (24, .crowd), (14, .wait), (6, .clocks), (9, .weather), (3, .restartServer), (4, .restartApp),
        (3, .endSessions), (1, .disable), (2, .enable),
    ]

    /// Draws the next step, takes it, and checks what must hold.
    func step() async throws {
        let user = script.pick(Landscape.users) ?? ""
        switch script.pick(Self.steps) ?? .call {
        case .call: try await make([Assignment(app: script.below(apps.count), call: anyCall())])
        case .crowd: try await make(crowd())
        case .wait: try await wait()
        case .clocks: moveClocks()
        case .weather: changeWeather()
        case .restartServer:
            journal.note("the server restarts")
            try server.restart()
        case .restartApp: try reboot(script.below(apps.count))
        case .endSessions:
            journal.note("an administrator ends the sessions of \(user)")
            try server.endSessions(of: user)
        case .disable:
            journal.note("an administrator disables \(user)")
            try server.disable(user)
        case .enable: try enableAll()
        }
        try inspect()
    }

    /// Makes calls, during which the process may end.
    private func make(_ assignments: [Assignment]) async throws {
        let threatened = script.chance(12) ? script.below(apps.count) : nil
        if let threatened {
            apps[threatened].process.life.limit(to: script.below(4), isAfter: script.chance(50))
        }
        for assignment in assignments { journal.note("app \(assignment.app): \(assignment.call)") }
        let reports = await perform(assignments)
        if let threatened { apps[threatened].process.life.spare() }
        try judge(reports)
        for user in server.ledger.update({ state in
            defer { state.deletedUsers = [] }
            return state.deletedUsers.sorted()
        }) {
            try server.make(user)
        }
    }

    private func anyCall() -> AppCall {
        let user = script.pick(Landscape.users) ?? ""
        // Too few for a lock-out.
        let mayBeWrong = wrongPasswords[user, default: 0] < 3
        let calls: [(weight: Int, value: AppCall)] = [
            (30, .fetchSession(force: false)), (12, .fetchSession(force: true)), (8, .currentUser),
            (30, .signIn(user: user, hasRightPassword: true, srp: false)),
            (2, .signIn(user: user, hasRightPassword: true, srp: true)),
            (mayBeWrong ? 3 : 0, .signIn(user: user, hasRightPassword: false, srp: false)),
            (7, .signOut(global: false)), (3, .signOut(global: true)), (1, .deleteUser),
        ]
        let call = script.pick(calls) ?? .currentUser
        if case .signIn(_, false, _) = call { wrongPasswords[user, default: 0] += 1 }
        return call
    }

    /// Several calls at once, of which one may change the signed-in user.
    private func crowd() -> [Assignment] {
        var hasChange = false
        return (0..<(2 + script.below(4))).map { _ in
            var call = anyCall()
            if call.isChange, hasChange { call = .fetchSession(force: script.chance(40)) }
            hasChange = hasChange || call.isChange
            return Assignment(
                app: script.below(apps.count),
                call: call,
                delay: script.duration(upTo: .seconds(2)),
                patience: script.chance(20) ? script.duration(upTo: .seconds(3)) : nil
            )
        }
    }

    private func wait() async throws {
        let hours: [(weight: Int, value: Double)] = [(30, 0.01), (30, 0.3), (40, 1.1), (20, 24), (2, 24 * 31)]
        let duration = Duration.seconds((script.pick(hours) ?? 1) * 3_600)
        journal.note("\(duration) pass")
        try await stage.sleep(duration)
    }

    private func moveClocks() {
        let app = script.below(apps.count)
        let seconds = script.pick([0, 0, 86_400, -86_400, 3_000, -3_000]) ?? 0
        journal.note("app \(app): the clock is off by \(seconds) s")
        apps[app].device.clockError.seconds = TimeInterval(seconds)
    }

    private func changeWeather() {
        let conditions: [(weight: Int, value: Weather.Conditions)] = [
            (30, .calm), (25, .init(network: 30)), (15, .init(network: 75)), (5, .init(network: 100)),
            (15, .init(network: 30, store: 20)), (10, .init(store: 60)),
        ]
        weather.conditions = script.pick(conditions) ?? .calm
        journal.note("weather: network \(weather.conditions.network), store \(weather.conditions.store)")
    }

    private func enableAll() throws {
        for user in server.ledger.update({ $0.disabledUsers.sorted() }) {
            journal.note("an administrator enables \(user)")
            try server.enable(user)
        }
    }
}

extension FaultRun {
    /// The end of a run: without further faults, every promise must hold.
    func settle() async throws {
        journal.note("calm")
        weather.conditions = .calm
        for app in apps { app.device.clockError.seconds = 0 }
        try enableAll()
        for index in apps.indices {
            try reboot(index)
            try await makeCalmly(index, .fetchSession(force: true))
        }
        try await makeCalmly(0, .signOut(global: false))
        let user = Landscape.users.first { wrongPasswords[$0] == nil }
        if let user { try await makeCalmly(0, .signIn(user: user, hasRightPassword: true, srp: false)) }
        for index in apps.indices { try await makeCalmly(index, .fetchSession(force: false)) }
    }

    private func makeCalmly(_ app: Int, _ call: AppCall) async throws {
        journal.note("app \(app): \(call)")
        try judge(await perform([Assignment(app: app, call: call)]))
        try inspect()
    }
}
