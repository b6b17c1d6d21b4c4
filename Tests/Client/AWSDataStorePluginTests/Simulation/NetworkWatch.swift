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
    }

    private let state = Mutex(State())

    /// Sees an exchange of a device; the user is the one of the request's token.
    func see(_ request: TransportRequest, _ response: TransportResponse, among users: [String]) {
        guard request.url.path().hasSuffix("/graphql"),
            let token = request.headers.first(where: { $0.name.lowercased() == "authorization" })?.value,
            case .success(let claims) = AWSAuthService().getTokenClaims(tokenString: token),
            let user = claims["username"] as? String
        else { return }
        let isMember = (claims["cognito:groups"] as? [String])?.contains(DeviceRun.group) == true
        see(request, response, of: user, isMember: isMember, among: users)
    }

    /// Sees an exchange of a user, who may read the records of all owners as a member of the group.
    func see(
        _ request: TransportRequest, _ response: TransportResponse, of user: String, isMember: Bool = false,
        among users: [String]
    ) {
        let answer = String(decoding: response.body, as: UTF8.self)
        let body = String(decoding: request.body, as: UTF8.self)
        let others = users.filter { $0 != user }
        let answered = isMember ? [] : others.filter { answer.contains("\"\($0):") }
        let sent = others.filter { body.contains("\"\($0):") }
        state.withLock { state in
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
