// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CSRPArithmetic
import CognitoShapes
import Foundation
import GatehouseCrypto
import GatehouseLibCrypto
import GatehouseWire
import NIOCore
import Synchronization

/// SRP sign-ins of two requests each.
///
/// The public keys are prepared, and few: the server's work does not depend on them. The proof depends on the server's
/// answer, so it is computed meanwhile.
struct SRPCalls: LoadedCall {
    private static let keys = 32

    private let poolID: String
    private let clientID: String
    private let port: Int
    private let clients: [SRPClient]
    private let requests: [ByteBuffer]

    init(poolID: String, clientID: String, port: Int) {
        (self.poolID, self.clientID, self.port) = (poolID, clientID, port)
        let arithmetic = SplitPowers()
        // Short private keys, so that the exponent of a proof is not longer than 512 bits.
        let clients = (0..<Self.keys).map { _ in
            SRPClient(privateKey: Entropy.system.bytes(16), arithmetic: arithmetic)
        }
        self.clients = clients
        requests = (0..<Self.keys).map { number in
            let start = InitiateAuthRequest(
                authFlow: .userSrpAuth,
                authParameters: [
                    "USERNAME": "bench-\(number % ServerLoad.users)", "SRP_A": clients[number].publicKeyHex,
                ],
                clientId: clientID)
            return PostRequest.bytes(InitiateAuthOperation.self, start, port: port)
        }
    }

    var hasSecondRequest: Bool { true }

    func request(_ number: Int) -> ByteBuffer { requests[number % requests.count] }

    func request(_ number: Int, after body: ByteBuffer) throws -> ByteBuffer {
        let answer = try WireValue(json: Data(body.readableBytesView))
        let values = answer["ChallengeParameters"]?.objectValue ?? [:]
        let texts = values.compactMap { name, value in value.stringValue.map { (name.text, $0) } }
        let parameters = ChallengeParameters(Dictionary(uniqueKeysWithValues: texts), from: "InitiateAuth")
        let identity = SRPIdentity.user(poolID: poolID, userIDForSRP: try parameters["USER_ID_FOR_SRP"])
        var responses = try parameters.claim(
            of: clients[number % clients.count], as: identity, password: ServerLoad.password)
        responses["USERNAME"] = try parameters["USERNAME"]
        let request = RespondToAuthChallengeRequest(
            clientId: clientID, challengeName: .passwordVerifier, session: answer["Session"]?.stringValue,
            challengeResponses: responses)
        return PostRequest.bytes(RespondToAuthChallengeOperation.self, request, port: port)
    }
}

/// The server's arithmetic for a client's longer exponents, so that the load is not slower than the server.
private struct SplitPowers: SRPArithmetic {
    private static let half = 32
    /// The square root of the number that separates the halves of an exponent: 2 ^ 128.
    private static let root: [UInt8] = [1] + [UInt8](repeating: 0, count: 16)

    private let fast = ServerArithmetic.fastest
    private let powersOfTwo = PreparedPowers()

    /// `base ^ exponent`, for a long exponent as the product of a power for its upper and one for its lower half.
    func power(_ base: [UInt8], _ exponent: [UInt8]) -> [UInt8] {
        let digits = exponent.drop { $0 == 0 }
        let upper = digits.dropLast(Self.half)
        guard !upper.isEmpty, upper.count <= Self.half else { return fast.power(base, Array(digits)) }
        let shifted = fast.power(fast.power(base, Self.root), Self.root)
        return Self.product(
            fast.power(shifted, Array(upper)), fast.power(base, Array(digits.suffix(Self.half))))
    }

    /// A user's private exponent is always the same.
    func powerOfTwo(_ exponent: [UInt8]) -> [UInt8] {
        powersOfTwo.value(of: exponent) { fast.powerOfTwo(exponent) }
    }

    private static func product(_ a: [UInt8], _ b: [UInt8]) -> [UInt8] {
        var result = [UInt8](repeating: 0, count: Int(GATEHOUSE_SRP_BYTES))
        unsafe gatehouse_srp_multiply(a, b, &result)
        return result
    }
}

/// Powers that were computed before.
private final class PreparedPowers: Sendable {
    private let values = Mutex<[[UInt8]: [UInt8]]>([:])

    func value(of exponent: [UInt8], _ compute: () -> [UInt8]) -> [UInt8] {
        if let value = values.withLock({ $0[exponent] }) { return value }
        let value = compute()
        values.withLock { $0[exponent] = value }
        return value
    }
}
