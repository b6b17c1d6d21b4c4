// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import Foundation
import GatehouseClient
import GatehouseTesting
import GatehouseWire
import Synchronization

/// Sees what the devices of a run send, and what the service answers.
final class NetworkWatch: Sendable {
    /// A version that the service has made of a record.
    private struct Made: Hashable {
        let key: String
        let version: Int64
    }

    private struct State {
        /// The texts of the changes that were answered with a version; an empty one for a removal.
        var answered: [Made: Set<String>] = [:]
        /// Exchanges with a record of another owner.
        var leaks: [String] = []
        /// Whether members of the group may read the records of all owners.
        var membersRead = true
        /// The number of changes of the rules.
        var revision = 0
    }

    /// The rules at the begin of an exchange.
    private struct Rules {
        let membersRead: Bool
        let revision: Int
    }

    private let state = Mutex(State())
    private let journal: RunJournal

    /// Makes a watch.
    ///
    /// - Parameter journal: gets a line for each request for a single record, and for each answer.
    init(_ journal: RunJournal) {
        self.journal = journal
    }

    /// Notes that the service has other rules.
    func setRules(membersRead: Bool) {
        state.withLock { state in
            state.membersRead = membersRead
            state.revision += 1
        }
    }

    /// Sees a request of a device, and then its answer; the user is the one of the request's token.
    func see(
        _ request: TransportRequest, of device: Int, among users: [String]
    ) -> @Sendable (TransportResponse) -> Void {
        guard request.url.path().hasSuffix("/graphql"),
            let token = request.headers.first(where: { $0.name.lowercased() == "authorization" })?.value,
            case .success(let claims) = AWSAuthService().getTokenClaims(tokenString: token),
            let user = claims["username"] as? String
        else { return { _ in } }
        let isMember = (claims["cognito:groups"] as? [String])?.contains(DeviceRun.group) == true
        let check = see(request, of: user, isMember: isMember, among: users)
        guard let seen = SeenRequest(request) else { return check }
        journal.add("device \(device) of \(user) sends: \(seen.words)")
        return { [journal] response in
            journal.add("the service answers to \(seen.words) of device \(device): \(seen.words(of: response))")
            check(response)
        }
    }

    /// Sees an exchange of a user, who may read the records of all owners as a member of the group if the rules say so.
    func see(
        _ request: TransportRequest, of user: String, isMember: Bool = false, among users: [String]
    ) -> @Sendable (TransportResponse) -> Void {
        let rules = state.withLock { Rules(membersRead: $0.membersRead, revision: $0.revision) }
        return { [self] response in
            let answer = String(decoding: response.body, as: UTF8.self)
            let body = String(decoding: request.body, as: UTF8.self)
            let others = users.filter { $0 != user }
            let sent = others.filter { body.contains("\"\($0):") }
            state.withLock { state in
                // The service may have decided before or after a change of the rules.
                let mayRead = isMember && (rules.membersRead || rules.revision != state.revision)
                let answered = mayRead ? [] : others.filter { answer.contains("\"\($0):") }
                if !answered.isEmpty { state.leaks.append("an answer for \(user) has records of \(answered)") }
                if !sent.isEmpty { state.leaks.append("a request of \(user) has records of \(sent)") }
                guard let seen = SeenRequest(request), seen.isMutation, let version = seen.answered(response) else {
                    return
                }
                state.answered[Made(key: seen.key, version: version), default: []].insert(seen.text ?? "")
            }
        }
    }

    /// Counts a change once more, although nothing has happened.
    func countAgain() {
        state.withLock { state in
            let made = state.answered.filter { $0.value.count == 1 && $0.value != [""] }.keys
            guard let first = made.min(by: { ($0.key, $0.version) < ($1.key, $1.version) }) else { return }
            state.answered[Made(key: first.key, version: -1)] = state.answered[first]
        }
    }

    /// A change of which the service has made several versions; nil without one.
    ///
    /// Each version is made by one change. A change that arrives again can have a version of a later change in its answer.
    var repeated: String? {
        state.withLock { state in
            var versions: [String: [Made]] = [:]
            for (made, texts) in state.answered {
                guard texts.count == 1, let text = texts.first, !text.isEmpty else { continue }
                versions[text, default: []].append(made)
            }
            return versions.filter { $0.value.count > 1 }.keys.min().map { text in
                "\(text) was applied as the versions \((versions[text] ?? []).map(\.version).sorted())"
            }
        }
    }

    /// The first exchange with a record of another owner.
    var leak: String? { state.withLock(\.leaks.first) }
}
