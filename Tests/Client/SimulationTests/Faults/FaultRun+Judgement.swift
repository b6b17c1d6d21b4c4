// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

extension FaultRun {
    /// Compares the answers that apps got with the possible ones, and records the users who may be signed in now.
    func judge(_ reports: [Report]) throws {
        for report in reports where report.took > Self.longestCall {
            throw Violation(.deadline, "\(report.call) took \(report.took)")
        }
        let change = reports.first { $0.call.isChange }
        let isAlone = reports.count == 1
        for report in reports {
            guard let answer = report.answer else { continue }
            var holders = apps[report.app].holders
            if let change, !isAlone { holders.insert(change.call.holder) }
            journal.note("  app \(report.app): \(describe(answer))")
            let isSignIn = if case .signIn = change?.call { change?.app == report.app } else { false }
            try judge(answer, of: report, holders: holders, isAlone: isAlone, besideSignIn: isSignIn)
        }
        if let change { note(change) }
        for index in apps.indices where apps[index].process.life.isOver {
            try observeShelf()
            try reboot(index)
        }
    }

    private func judge(
        _ answer: AppAnswer, of report: Report, holders: Holders, isAlone: Bool, besideSignIn: Bool
    ) throws {
        switch answer {
        case .session(let view): try judge(view, report.app, holders, isAlone: isAlone)
        case .user(let user): try judge(user, report.app, holders, besideSignIn: besideSignIn)
        case .signIn(let result): try judge(result, report.call, report.app, holders, isAlone: isAlone)
        case .signOut(let view):
            if view == .failed, weather.conditions.store == 0 {
                throw Violation(.failedInCalm, "A sign-out failed although the store is well")
            }
        case .done(let trouble):
            if trouble == .foreign { throw Violation(.failedInCalm, "\(report.call) threw an error of another API") }
        }
    }

    private func judge(
        _ user: Result<String, Trouble>, _ app: Int, _ holders: Holders, besideSignIn: Bool
    ) throws {
        switch user {
        case .success(let name): try require(name, among: holders, "getCurrentUser says")
        case .failure(.signedOut): try require(nil, among: holders, "getCurrentUser says")
        case .failure(.invalidState) where besideSignIn: break
        case .failure(.unknown) where weather.conditions.store > 0: break
        case .failure(let trouble): throw Violation(.failedInCalm, "getCurrentUser failed with \(trouble)")
        }
    }

    private func judge(
        _ result: Result<Bool, Trouble>, _ call: AppCall, _ app: Int, _ holders: Holders, isAlone: Bool
    ) throws {
        guard case .signIn(let user, let hasRightPassword, let srp) = call else { return }
        if case .success(true) = result, !hasRightPassword {
            throw Violation(.letIn, "\(user) signed in with a wrong password")
        }
        let isDisabled = server.ledger.update { $0.disabledUsers.contains(user) }
        let isEasy =
            isAlone && weather.conditions == .calm && hasRightPassword && holders == [nil] && !isDisabled
            && wrongPasswords[user] == nil && !(srp && apps[app].device.clockError.seconds != 0)
        if isEasy, case .failure(let trouble) = result {
            throw Violation(.failedInCalm, "A sign-in failed with \(trouble)")
        }
    }

    private func note(_ change: Report) {
        let holder = change.call.holder
        switch change.answer {
        // The account may be gone, even if the call failed. The store may keep its session until the app's next renewal.
        case .done where weather.conditions.store > 0:
            for user in server.ledger.update({ $0.deletedUsers }) { apps[change.app].leftBehind.insert(user) }
            admit(holder)
        case .signIn(.success(true)), .signOut(.complete), .signOut(.partial), .done(nil):
            shelved = [holder]
            for index in apps.indices {
                apps[index].holders.insert(holder)
                apps[index].leftBehind = []
            }
            apps[change.app].holders = [holder]
        case .signIn(.failure) where weather.conditions.store > 0:
            apps[change.app].leftBehind.insert(holder)
            admit(holder)
        case .signIn, .signOut, .done, .session, .user:
            // The account may be gone, and the session with it, although the call failed.
            if weather.conditions.store > 0 || change.call == .deleteUser { admit(holder) }
        case nil: admit(holder)
        }
    }

    /// Notes that a change may have taken place.
    func admit(_ holder: String?) {
        shelved.insert(holder)
        for index in apps.indices { apps[index].holders.insert(holder) }
    }

    private func require(_ holder: String?, among holders: Holders, _ what: String) throws {
        if holders.contains(holder) { return }
        let expected = holders.map { $0 ?? "no user" }.sorted().joined(separator: " or ")
        throw Violation(.sessionEnded, "\(what) \(holder ?? "no user") where it must be \(expected)")
    }
}

// MARK: - Sessions

extension FaultRun {
    private func judge(_ view: SessionView, _ app: Int, _ holders: Holders, isAlone: Bool) throws {
        if case .success(let identity) = view.identity { try judge(identity) }
        switch view.tokens {
        case .success(let tokens): try judge(tokens, app, holders)
        case .failure(.signedOut), .failure(.configuration):
            try require(nil, among: holders, "The session belongs to")
        case .failure(.sessionExpired):
            if apps[app].process.traffic.refusals == 0 {
                throw Violation(.sessionEnded, "A session expired, and the user pool never said so")
            }
        case .failure(let trouble):
            if holders == [nil] { break }
            let mayBeLocked = weather.conditions.store > 0 && trouble == .unknown
            if !holders.contains(nil), !view.isSignedIn, !mayBeLocked {
                throw Violation(.sessionEnded, "A user is signed in and shown as not signed in: \(trouble)")
            }
            if isAlone { try judgeCalm(trouble, app) }
        }
    }

    /// Without faults only the server's refusal, or a wrong clock, keeps tokens away.
    private func judgeCalm(_ trouble: Trouble, _ app: Int) throws {
        guard weather.conditions == .calm, apps[app].device.clockError.seconds == 0 else { return }
        if trouble == .notAuthorized, apps[app].process.traffic.refusesLogins { return }
        throw Violation(.failedInCalm, "The session's tokens are missing: \(trouble)")
    }

    private func judge(_ tokens: SessionView.Tokens, _ app: Int, _ holders: Holders) throws {
        guard let given = server.ledger.tokens(tokens.access), given.idToken == tokens.id,
            given.refreshToken == tokens.refresh, let user = server.ledger.user(ofRefreshToken: tokens.refresh)
        else { throw Violation(.halfSession, "An app was given tokens that the server never gave together") }
        try require(user, among: holders, "The session belongs to")
        let flaw = server.ledger.flaw(ofAccessToken: tokens.access, at: server.now)
        if flaw == "expired", apps[app].device.clockError.seconds == 0 {
            throw Violation(.failedInCalm, "An app was given an access token that is expired")
        }
    }

    private func judge(_ identity: SessionView.Identity) throws {
        let given = server.ledger.credentials(identity.accessKeyID)
        let isWhole =
            given?.secretKey == identity.secretKey && given?.sessionToken == identity.sessionToken
            && given?.identityID == identity.id
        if !isWhole {
            throw Violation(.halfSession, "An app was given credentials that the server never gave together")
        }
    }

    /// The text of an answer in the journal.
    private func describe(_ answer: AppAnswer) -> String {
        switch answer {
        case .session(let view):
            let tokens = word(view.tokens.map { "tokens \(server.ledger.tokens($0.access)?.number ?? 0)" })
            return "session, signed in: \(view.isSignedIn), \(tokens), \(word(view.identity.map { _ in "identity" }))"
        case .user(let user): return word(user)
        case .signIn(let result): return word(result.map { $0 ? "signed in" : "another step" })
        case .signOut(let view): return view.rawValue
        case .done(let trouble): return trouble?.rawValue ?? "done"
        }
    }

    private func word(_ result: Result<String, Trouble>) -> String {
        switch result {
        case .success(let text): text
        case .failure(let trouble): trouble.rawValue
        }
    }
}
