// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseServer
import GatehouseTesting
import GatehouseUserPoolModel
import GatehouseWire

extension ServerRun {
    /// Makes calls at the same time, waits for all of them, and learns from their answers.
    ///
    /// With `isExact`, a move about a sign-in names it by its number.
    func make(_ moves: [ServerMove], isExact: Bool = false) async throws {
        let calls = moves.compactMap { move in call(for: move, isExact: isExact).map { (move, $0.user, $0.call) } }
        let running = calls.map { move, user, call in start(call, of: user, after: .milliseconds(move.delay)) }
        var events: [ServerEvent] = []
        for event in running { events.append(await event.take()) }
        for index in events.indices {
            keep(&events[index])
            journal.note("  \(events[index].user): \(events[index])")
        }
        for index in events.indices {
            guard case .forgetDevice(_, let device) = events[index].call else { continue }
            events[index].signInsOfDevice = Set(signIns.indices.filter { signIns[$0].device?.number == device.number })
        }
        try complaints.raise()
        try judgeLetters(in: events)
        count(events)
        try model.learn(events)
    }

    private func start(_ call: ServerCall, of user: String, after delay: Duration) -> Handover<ServerEvent> {
        let result = Handover<ServerEvent>()
        let (stage, life) = (stage, server.life)
        let caller = ServerCaller(
            landscape: landscape, gatehouse: gatehouse,
            service: GatewayCaller(
                installation: server.installation, load: server.load, life: life, stage: stage, complaints: complaints,
                journal: journal, bug: bug),
            stage: stage, office: office)
        let began = order.next()
        let isTimely = isTimely(call)
        if case .refresh(let holding) = call {
            sentTokens.append(
                SentToken(signIn: holding.signIn, number: holding.tokenNumber, date: gatehouse.clock.now))
        }
        let order = order
        life.atEnd {
            result.offer(
                ServerEvent(
                    user: user, call: call, answer: .lost, began: began, ended: order.next(), isTimely: isTimely))
        }
        Task {
            try await stage.sleep(delay)
            if life.isOver { return }
            let began = order.next()
            let answer = await caller.make(call, for: user)
            result.offer(
                ServerEvent(
                    user: user, call: call, answer: answer, began: began, ended: order.next(), isTimely: isTimely))
        }
        return result
    }

    /// Keeps what a caller got, and completes the event with its numbers.
    private func keep(_ event: inout ServerEvent) {
        let now = gatehouse.clock.now
        if case .refresh(let holding) = event.call { event.isWithinGrace = isWithinGrace(holding, at: now) }
        keepFactor(&event)
        if case .importing(let job) = event.answer { startedImports.insert(job) }
        guard case .tokens(let tokens, let request) = event.answer else { return }
        if let request { spent.append((event.user, request)) }
        switch event.call {
        case .refresh(let holding):
            signIns[holding.signIn].accessToken = tokens.access
            signIns[holding.signIn].accessTokenAt = now
            guard let refresh = tokens.refresh else { return }
            event.newToken = signIns[holding.signIn].refreshTokens.count
            signIns[holding.signIn].refreshTokens.append(refresh)
        case .signIn(_, _, let client), .signInByCode(let client), .signInWithPasskey(_, let client):
            keep(tokens, of: &event, client, newDevice(tokens, of: event.user))
        case .signInWithDevice(let device, _, let client): keep(tokens, of: &event, client, device)
        default: break
        }
    }

    /// Keeps the tokens of a new sign-in.
    private func keep(
        _ tokens: ServerAnswer.Tokens, of event: inout ServerEvent, _ client: ServerLandscape.Client,
        _ device: SimulatedDevice?
    ) {
        event.newSignIn = signIns.count
        event.newToken = 0
        let now = gatehouse.clock.now
        signIns.append(
            SignIn(
                user: event.user, client: client, startedAt: now, accessToken: tokens.access, accessTokenAt: now,
                refreshTokens: [tokens.refresh ?? ""], device: device))
    }

    /// Whether a replaced token may still work: one that was sent another time, not longer ago than the grace period.
    private func isWithinGrace(_ holding: ServerCall.Holding, at now: Date) -> Bool {
        guard let grace = holding.client.gracePeriod, grace > 0 else { return false }
        let recent = sentTokens.filter { token in
            token.signIn == holding.signIn && token.number == holding.tokenNumber
                && now.timeIntervalSince(token.date) <= Double(grace) + 1
        }
        return recent.count > 1
    }

    /// Whether the tokens of a call are valid by every clock that the server has had.
    private func isTimely(_ call: ServerCall) -> Bool {
        switch call {
        case .refresh(let holding):
            let signIn = signIns[holding.signIn]
            return gatehouse.clock.now >= signIn.startedAt && latest < signIn.startedAt.addingTimeInterval(29 * 86_400)
        case .getUser(let holding), .signOut(let holding), .changePassword(let holding, _, _),
            .rememberDevice(let holding, _), .forgetDevice(let holding, _), .deletePasskey(let holding, _):
            let date = signIns[holding.signIn].accessTokenAt
            return gatehouse.clock.now >= date && latest < date.addingTimeInterval(3_500)
        default: return true
        }
    }

    // MARK: - What a code and a failure mean

    /// A code for a new password works once.
    private func judgeLetters(in events: [ServerEvent]) throws {
        for event in events where event.answer.isSuccess {
            guard case .confirmForgotPassword(let letter, _) = event.call else { continue }
            guard usedLetters.insert(letter.id).inserted else {
                throw BrokenPromise(.nothingWorksTwice, "\(event.user): the code \(letter.code) worked twice")
            }
        }
    }

    /// Counts the failures that callers got as answers, until something may have cleared the counter.
    private func count(_ events: [ServerEvent]) {
        let now = gatehouse.clock.now
        for (user, events) in Dictionary(grouping: events, by: \.user) {
            let wrong = events.filter { event in
                if case .signIn(_, Self.wrongPassword, _) = event.call { true } else { false }
            }
            if wrong.count < events.filter(\.mayClearFailures).count {
                failures[user] = nil
                continue
            }
            let counted = wrong.filter { event in
                if case .refused(let fault) = event.answer { fault == .wrongCredentials } else { false }
            }
            guard !counted.isEmpty, model.states(of: user).allSatisfy({ $0.status != .absent }) else { continue }
            let former = failures[user].map { latest.timeIntervalSince($0.at) < 890 ? $0.count : 0 } ?? 0
            failures[user] = (count: former + counted.count, at: now)
        }
    }
}

extension ServerEvent {
    /// Whether the call may have removed the failures of a user.
    fileprivate var mayClearFailures: Bool {
        switch call {
        case .signIn, .signInByCode, .signInWithDevice, .signInWithPasskey, .again, .confirmForgotPassword,
            .adminDelete, .signUp:
            true
        default: false
        }
    }
}
