// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseClient
import GatehouseCrypto
import GatehouseWire
import Synchronization

/// The two pools without a network: the user's name identifies the sign-in, and tokens carry it.
///
/// A refresh token that two programs use at the same time gives both the same successor, as within the grace period of a
/// user pool.
final class LocalService: Transport {
    private let records = Mutex<(issued: [String], revoked: [String])>(([], []))

    /// The sign-ins whose tokens were issued and revoked since the last call.
    func takeRecords() -> (issued: [String], revoked: [String]) {
        records.withLock { records in
            defer { records = ([], []) }
            return records
        }
    }

    /// The sign-in of a refresh token.
    static func signIn(of refreshToken: String) -> String {
        String(refreshToken.prefix { $0 != "." })
    }

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        let target = request.headers.first { $0.name == "X-Amz-Target" }?.value ?? ""
        guard let input = try? WireValue(json: request.body),
            let answer = answer(String(target.split(separator: ".").last ?? ""), input)
        else { throw TransportError(.badRequest) }
        return TransportResponse(status: 200, body: answer.json())
    }

    private func answer(_ operation: String, _ input: WireValue) -> WireValue? {
        switch operation {
        case "InitiateAuth":
            guard let name = input["AuthParameters"]?["USERNAME"]?.stringValue else { return nil }
            records.withLock { $0.issued.append(name) }
            return ["AuthenticationResult": Self.tokens(name, generation: 1)]
        case "GetTokensFromRefreshToken":
            let parts = input["RefreshToken"]?.stringValue?.split(separator: ".") ?? []
            guard parts.count == 2, let generation = Int(parts[1]) else { return nil }
            return ["AuthenticationResult": Self.tokens(String(parts[0]), generation: generation + 1)]
        case "RevokeToken":
            guard let token = input["Token"]?.stringValue else { return nil }
            records.withLock { $0.revoked.append(Self.signIn(of: token)) }
            return [:]
        case "GetId":
            return ["IdentityId": .string(input["Logins"]?["issuer"]?.stringValue ?? "identity")]
        case "GetCredentialsForIdentity":
            return ["IdentityId": input["IdentityId"] ?? .null, "Credentials": Self.credentials]
        default: return nil
        }
    }

    private static var end: Double { Date().timeIntervalSince1970 + 3_600 }

    private static func tokens(_ name: String, generation: Int) -> WireValue {
        let claims: WireValue = ["exp": .double(end), "sub": .string(name), "username": .string(name)]
        let parts = [#"{"alg":"none"}"#, String(decoding: claims.json(), as: UTF8.self), "signature"]
        let token = WireValue.string(parts.map { Base64URL.encode(Array($0.utf8)) }.joined(separator: "."))
        return ["AccessToken": token, "IdToken": token, "RefreshToken": .string("\(name).\(generation)")]
    }

    private static var credentials: WireValue {
        [
            "AccessKeyId": "ASIA", "SecretKey": "secret-key", "SessionToken": "session-token",
            "Expiration": .double(end),
        ]
    }
}
