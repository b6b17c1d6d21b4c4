// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseClient
import GatehouseCrypto
import GatehouseWire
import Synchronization

/// The tokens that the server issued and revoked, by its answers alone: the truth that clients are checked against.
final class Ledger: Sendable {
    /// A sign-in with all its tokens.
    struct Family: Sendable {
        let user: String
        /// The time from which its refresh tokens are invalid.
        let endsAt: Date
        var isRevoked = false
    }

    struct RefreshToken: Sendable {
        let family: Int
        var rotatedAt: Date?
    }

    /// Tokens that were issued together.
    struct Tokens: Sendable, Equatable {
        /// The number that identifies the tokens in journals.
        let number: Int
        let family: Int
        let idToken: String
        let accessToken: String
        /// The refresh token of these tokens: issued with them, or used to get them.
        let refreshToken: String
        let expiresAt: Date
    }

    struct Credentials: Sendable, Equatable {
        let identityID: String
        let accessKeyID: String
        let secretKey: String
        let sessionToken: String
    }

    struct State: Sendable {
        var families: [Family] = []
        var refreshTokens: [String: RefreshToken] = [:]
        var tokens: [String: Tokens] = [:]
        var credentials: [String: Credentials] = [:]
        var disabledUsers: Set<String> = []
        /// Deleted users.
        var deletedUsers: Set<String> = []
        var complaints: [String] = []
        /// The challenges that were answered.
        var challenges: Set<String> = []

        fileprivate func flaw(of tokens: Tokens?, at now: Date) -> String? {
            guard let tokens else { return "unknown" }
            let family = families[tokens.family]
            if family.isRevoked { return "revoked" }
            if disabledUsers.contains(family.user) { return "disabled" }
            return tokens.expiresAt <= now ? "expired" : nil
        }
    }

    private let state = Mutex(State())
    let gracePeriod: Int?

    /// - Parameter gracePeriod: how long a refresh token works after it was replaced, in seconds; nil where none is.
    init(gracePeriod: Int?) {
        self.gracePeriod = gracePeriod
    }

    /// The server's violations of its own answers since the last call.
    func takeComplaints() -> [String] {
        state.withLock { state in
            defer { state.complaints = [] }
            return state.complaints
        }
    }

    func update<Value: Sendable>(_ change: (inout State) -> Value) -> Value {
        state.withLock { change(&$0) }
    }

    /// The tokens that were issued with an access token.
    func tokens(_ accessToken: String) -> Tokens? { state.withLock { $0.tokens[accessToken] } }

    func credentials(_ accessKeyID: String) -> Credentials? { state.withLock { $0.credentials[accessKeyID] } }

    /// The user of the sign-in that issued a refresh token, or one that it replaced.
    func user(ofRefreshToken token: String) -> String? {
        state.withLock { state in state.refreshTokens[token].map { state.families[$0.family].user } }
    }

    /// The reason why a refresh token is invalid; nil if it is valid.
    func flaw(ofRefreshToken token: String, at now: Date) -> String? {
        state.withLock { state in
            guard let token = state.refreshTokens[token] else { return "unknown" }
            let family = state.families[token.family]
            if family.isRevoked { return "revoked" }
            if state.disabledUsers.contains(family.user) { return "disabled" }
            if family.endsAt <= now { return "expired" }
            guard let rotatedAt = token.rotatedAt, let gracePeriod else { return nil }
            let isOver = gracePeriod == 0 || now.timeIntervalSince(rotatedAt) > Double(gracePeriod)
            return isOver ? "replaced" : nil
        }
    }

    /// The reason why an access token is invalid; nil if it is valid.
    func flaw(ofAccessToken token: String, at now: Date) -> String? {
        state.withLock { $0.flaw(of: $0.tokens[token], at: now) }
    }

    /// The reason why an ID token is invalid; nil if it is valid.
    func flaw(ofIDToken token: String, at now: Date) -> String? {
        state.withLock { state in state.flaw(of: state.tokens.values.first { $0.idToken == token }, at: now) }
    }

    /// Ends all sign-ins of a user.
    func endFamilies(of user: String) {
        state.withLock { state in
            for index in state.families.indices where state.families[index].user == user {
                state.families[index].isRevoked = true
            }
        }
    }
}

/// One request that reached the server, and the server's answer.
struct Exchange {
    let operation: String
    let request: WireValue
    let status: Int
    let answer: WireValue
    /// The code of a fault.
    let code: String?
    /// The server's time.
    let date: Date

    init(_ operation: String, _ request: TransportRequest, _ response: TransportResponse, at date: Date) {
        self.operation = operation
        self.date = date
        status = response.status
        self.request = (try? WireValue(json: request.body)) ?? .null
        answer = (try? WireValue(json: response.body)) ?? .null
        code = status == 200 ? nil : answer["__type"]?.stringValue?.split(separator: "#").last.map(String.init)
    }

    /// Whether the user pool refuses a refresh token for good.
    var isDefinitiveRefusal: Bool {
        operation == "GetTokensFromRefreshToken" && status == 400
            && ["NotAuthorizedException", "RefreshTokenReuseException", "UserNotFoundException"].contains(code)
    }

    /// The ID token with which credentials are requested; nil for a guest.
    var login: String? {
        guard operation == "GetCredentialsForIdentity" else { return nil }
        return request["Logins"]?.objectValue?.values.first?.stringValue
    }

    /// The ID token for which the identity pool refuses credentials.
    var refusedLogin: String? { code == "NotAuthorizedException" ? login : nil }
}

extension Ledger {
    /// Records the changes of an exchange, and reports an answer that contradicts the records.
    func note(_ exchange: Exchange) {
        if exchange.status >= 500 { complain("\(exchange.operation) failed with \(exchange.status)") }
        if let token = exchange.request["AccessToken"]?.stringValue { check(exchange, accessToken: token) }
        if let login = exchange.login { check(exchange, login: login) }
        if let name = exchange.request["ChallengeName"]?.stringValue { update { _ = $0.challenges.insert(name) } }
        switch exchange.operation {
        case "InitiateAuth", "RespondToAuthChallenge": noteSignIn(exchange)
        case "GetTokensFromRefreshToken": noteRefresh(exchange)
        case "GetCredentialsForIdentity": noteCredentials(exchange)
        case "RevokeToken": noteRevocation(exchange)
        case "GlobalSignOut", "DeleteUser": noteEnd(exchange)
        default: break
        }
    }

    private func complain(_ text: String) { update { $0.complaints.append(text) } }

    private func check(_ exchange: Exchange, accessToken: String) {
        let flaw = flaw(ofAccessToken: accessToken, at: exchange.date)
        if exchange.status == 200, let flaw { complain("\(exchange.operation) took an access token that is \(flaw)") }
        let isRefused = ["NotAuthorizedException", "UserNotFoundException"].contains(exchange.code)
        if isRefused, flaw == nil { complain("\(exchange.operation) refused an access token that is good") }
    }

    private func check(_ exchange: Exchange, login: String) {
        let flaw = flaw(ofIDToken: login, at: exchange.date)
        if exchange.status == 200, let flaw { complain("\(exchange.operation) took an ID token that is \(flaw)") }
        let isRefused = exchange.refusedLogin != nil
        if isRefused, flaw == nil { complain("\(exchange.operation) refused an ID token that is good") }
    }

    private func noteSignIn(_ exchange: Exchange) {
        guard exchange.status == 200, let result = exchange.answer["AuthenticationResult"], !result.isNull else {
            return
        }
        guard let refresh = result["RefreshToken"]?.stringValue,
            let user = Self.claims(result)?["username"]?.stringValue
        else { return complain("A sign-in gave no refresh token or no name") }
        let isDisabled = update { state in
            let endsAt = exchange.date.addingTimeInterval(30 * 86_400)
            state.families.append(Family(user: user, endsAt: endsAt))
            state.refreshTokens[refresh] = RefreshToken(family: state.families.count - 1)
            return state.disabledUsers.contains(user)
        }
        if isDisabled { complain("A disabled user signed in") }
        keep(result, refreshToken: refresh)
    }

    private func noteRefresh(_ exchange: Exchange) {
        guard let shown = exchange.request["RefreshToken"]?.stringValue else { return }
        let flaw = flaw(ofRefreshToken: shown, at: exchange.date)
        guard exchange.status == 200, let result = exchange.answer["AuthenticationResult"] else {
            if flaw == nil { complain("A good refresh token was refused with \(exchange.code ?? "nothing")") }
            // A token that was replaced before revokes its family.
            if exchange.code == "RefreshTokenReuseException" { revokeFamily(of: shown) }
            return
        }
        if let flaw { complain("A refresh token was taken that is \(flaw)") }
        let given = result["RefreshToken"]?.stringValue
        if let given {
            update { state in
                guard let former = state.refreshTokens[shown] else { return }
                state.refreshTokens[shown]?.rotatedAt = former.rotatedAt ?? exchange.date
                state.refreshTokens[given] = RefreshToken(family: former.family)
            }
        }
        if (given != nil) != (gracePeriod != nil) { complain("A refresh token was replaced that is not to be, or not") }
        keep(result, refreshToken: given ?? shown)
    }

    private func keep(_ result: WireValue, refreshToken: String) {
        guard let id = result["IdToken"]?.stringValue, let access = result["AccessToken"]?.stringValue,
            let expiry = Self.claims(result)?["exp"]?.doubleValue
        else { return complain("Tokens are missing in an answer") }
        update { state in
            guard let family = state.refreshTokens[refreshToken]?.family else { return }
            state.tokens[access] = Tokens(
                number: state.tokens.count + 1,
                family: family,
                idToken: id,
                accessToken: access,
                refreshToken: refreshToken,
                expiresAt: Date(timeIntervalSince1970: expiry)
            )
        }
    }

    private func noteCredentials(_ exchange: Exchange) {
        guard exchange.status == 200, let identity = exchange.answer["IdentityId"]?.stringValue,
            let given = exchange.answer["Credentials"], let key = given["AccessKeyId"]?.stringValue,
            let secret = given["SecretKey"]?.stringValue, let token = given["SessionToken"]?.stringValue
        else { return }
        update { state in
            state.credentials[key] = Credentials(
                identityID: identity, accessKeyID: key, secretKey: secret, sessionToken: token
            )
        }
    }

    private func noteRevocation(_ exchange: Exchange) {
        guard exchange.status == 200, let token = exchange.request["Token"]?.stringValue else { return }
        revokeFamily(of: token)
    }

    private func revokeFamily(of refreshToken: String) {
        update { state in
            if let family = state.refreshTokens[refreshToken]?.family { state.families[family].isRevoked = true }
        }
    }

    private func noteEnd(_ exchange: Exchange) {
        guard exchange.status == 200, let token = exchange.request["AccessToken"]?.stringValue else { return }
        let user = update { state in state.tokens[token].map { state.families[$0.family].user } }
        guard let user else { return }
        endFamilies(of: user)
        if exchange.operation == "DeleteUser" { update { _ = $0.deletedUsers.insert(user) } }
    }

    private static func claims(_ result: WireValue) -> WireValue? {
        let parts = result["AccessToken"]?.stringValue?.split(separator: ".") ?? []
        guard parts.count == 3, let payload = Base64URL.decode(parts[1]) else { return nil }
        return try? WireValue(json: Data(payload))
    }
}
