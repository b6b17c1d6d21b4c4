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
    private struct State {
        /// The number of times that the service has applied a change, by the text of the change.
        var applied: [String: Int] = [:]
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

    /// Notes that the service has other rules.
    func setRules(membersRead: Bool) {
        state.withLock { state in
            state.membersRead = membersRead
            state.revision += 1
        }
    }

    /// Sees a request of a device, and then its answer; the user is the one of the request's token.
    func see(_ request: TransportRequest, among users: [String]) -> @Sendable (TransportResponse) -> Void {
        guard request.url.path().hasSuffix("/graphql"),
            let token = request.headers.first(where: { $0.name.lowercased() == "authorization" })?.value,
            case .success(let claims) = AWSAuthService().getTokenClaims(tokenString: token),
            let user = claims["username"] as? String
        else { return { _ in } }
        let isMember = (claims["cognito:groups"] as? [String])?.contains(DeviceRun.group) == true
        return see(request, of: user, isMember: isMember, among: users)
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
                guard request.isGraphQL("mutation"), response.status == 200,
                    let answer = try? WireValue(json: response.body), answer["errors"] == nil,
                    let body = try? WireValue(json: request.body),
                    let text = body["variables"]?["input"]?["content"]?.stringValue
                else { return }
                state.applied[text, default: 0] += 1
            }
        }
    }

    /// Counts a change once more, although nothing has happened.
    func countAgain() {
        state.withLock { state in
            guard let text = state.applied.keys.min() else { return }
            state.applied[text, default: 0] += 1
        }
    }

    /// A change that was applied more than once; nil without one.
    var repeated: String? {
        state.withLock { state in
            state.applied.filter { $0.value > 1 }.keys.min().map { "\($0) was applied \(state.applied[$0] ?? 0) times" }
        }
    }

    /// The first exchange with a record of another owner.
    var leak: String? { state.withLock(\.leaks.first) }
}
