// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseClient
import GatehouseCrypto
import GatehouseServerCrypto
import GatehouseWire

/// Credentials for the token of a user pool, and `GetCallerIdentity` signed with them, over HTTP.
///
/// The limit is the verification of one signature alone: a request over HTTP costs many times that, so the promise is a
/// rate, and the ratio is shown.
struct CredentialCalls {
    private static let rounds = 9
    private static let workers = 16

    private let load: ServerLoad
    private let identityID: String
    private let logins: [String: String]
    private let credentials: SigningCredentials

    /// Signs a user of the first pool in, and gets credentials of the first identity pool.
    static func prepare(beside server: RunningServer) async throws -> CredentialCalls {
        let load = try ServerLoad.onFirstPool(of: server)
        let outputs = try WireValue(
            json: try Data(contentsOf: server.folder.appending(path: "data/amplify_outputs.json")))
        guard let pool = outputs["auth"]?["identity_pool_id"]?.stringValue else {
            throw IncompleteAnswer(from: "amplify_outputs.json")
        }
        try await load.makeUser("bench-credentials")
        guard let token = try await load.signInWithPassword(as: "bench-credentials").idToken else {
            throw IncompleteAnswer(from: "a sign-in")
        }
        let logins = ["cognito-idp.us-east-1.amazonaws.com/\(load.poolID)": token]
        let identity = try await load.service.getId(GetIdInput(identityPoolId: pool, logins: logins)).identityId
        guard let identity else { throw IncompleteAnswer(from: "GetId") }
        let given = try await load.service.getCredentialsForIdentity(
            GetCredentialsForIdentityInput(identityId: identity, logins: logins)
        ).credentials
        guard let id = given?.accessKeyId, let secret = given?.secretKey, let session = given?.sessionToken else {
            throw IncompleteAnswer(from: "GetCredentialsForIdentity")
        }
        return CredentialCalls(
            load: load, identityID: identity, logins: logins,
            credentials: SigningCredentials(accessKeyID: id, secretAccessKey: secret, sessionToken: session))
    }

    /// `GetCredentialsForIdentity` with the user's token.
    func vending() async throws -> Row {
        let key = try RSASigningKey.generate()
        let message = Array(repeating: UInt8(1), count: 800)
        let signature = try SwiftCryptoRSASigner().sign(message, with: key)
        let limit = 1 / Stopwatch.median(of: 1_001) { _ = key.publicKey.accepts(signature: signature, of: message) }
        let request = GetCredentialsForIdentityInput(identityId: identityID, logins: logins)
        return try await row("`GetCredentialsForIdentity` over HTTP", limit: limit, atLeast: 3_000) {
            _ = try await load.service.getCredentialsForIdentity(request)
        }
    }

    /// `GetCallerIdentity`, signed once with the credentials; the server verifies each request.
    func callerIdentity() async throws -> Row {
        let (call, signed) = try signedCall()
        guard let authorization = try SigV4Authorization.parse(signed) else { throw IncompleteAnswer(from: "SigV4") }
        let limit =
            1
            / (try Stopwatch.median(of: 1_001) {
                try authorization.verify(
                    secretAccessKey: credentials.secretAccessKey, request: signed, now: Date(), region: nil,
                    service: "sts")
            })
        return try await row("`GetCallerIdentity` over HTTP", limit: limit, atLeast: 8_000) {
            let answer = try await AsyncHTTPClientTransport().send(call)
            guard answer.status == 200 else {
                throw UnexpectedAnswer(operation: "GetCallerIdentity", status: answer.status)
            }
        }
    }

    private func signedCall() throws -> (TransportRequest, SignableRequest) {
        let body = Data("Action=GetCallerIdentity&Version=2011-06-15".utf8)
        let headers = [(name: "Content-Type", value: "application/x-www-form-urlencoded; charset=utf-8")]
        var signable = SignableRequest(
            method: "POST", path: "/", headers: headers + [(name: "host", value: load.service.endpoint.authority)],
            body: Array(body))
        let added = SigV4.sign(signable, credentials: credentials, region: "us-east-1", service: "sts", date: Date())
        signable.headers += added
        return (TransportRequest(url: load.service.endpoint.url, headers: headers + added, body: body), signable)
    }

    private func row(
        _ name: String, limit: Double, atLeast promise: Double, _ work: @escaping @Sendable () async throws -> Void
    ) async throws -> Row {
        var rates: [Double] = []
        for _ in 0..<Self.rounds {
            rates.append(
                try await load.server.measured.rate(of: 4_000, workers: Self.workers) { _ in try await work() })
        }
        let rate = rates.sorted()[rates.count / 2]
        return Row(
            name: name, result: "\(rate.rounded(0))/s per core", limit: "\(limit.rounded(0))/s (the signature alone)",
            ratio: "\((rate / limit * 100).rounded(0)) %", promise: "≥ \(promise.rounded(0))/s", holds: rate >= promise)
    }
}
