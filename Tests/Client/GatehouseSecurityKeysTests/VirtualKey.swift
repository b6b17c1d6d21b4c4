// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Crypto
import Dispatch
import GatehouseCrypto
import GatehouseWebAuthn
import Synchronization

/// A security key in software: it answers CTAP2 where a key on USB would, behind libfido2.
///
/// See the Client to Authenticator Protocol 2.0, sections 5 (commands) and 5.5 (PIN).
final class VirtualKey: Sendable {
    /// The data that the key keeps of a passkey.
    struct Passkey {
        let id: [UInt8]
        let relyingPartyID: String
        let userHandle: [UInt8]
        let key: P256SigningKey
        var signCount: UInt32 = 0
    }

    /// Everything that changes.
    struct State {
        var pin: String?
        /// Whether the key verifies its user by itself.
        var verifiesByItself = false
        var attemptsLeft = 8
        var wrongInARow = 0
        var passkeys: [Passkey] = []
        /// Whether the key is touched; otherwise it waits for a touch.
        var isTouched = true
        /// The status that it returns to the next ceremony instead.
        var refusal: UInt8?
        /// The status that it answers to a cancellation.
        var farewell = Status.cancelled
        /// Whether it reads commands without an answer.
        var isStuck = false
        /// The timeout of each message in milliseconds; a negative one means no timeout.
        var patience: [Int32] = []
        fileprivate var answer: [UInt8] = []
        /// The command that waits for a touch.
        fileprivate var held: [UInt8]?
    }

    /// The algorithm number of an agreement key in COSE: ECDH-ES with HKDF-256.
    private static let agreementAlgorithm = -25

    let state: Mutex<State>
    private let agreement = P256.KeyAgreement.PrivateKey()
    private let pinToken = Entropy.system.bytes(32)
    private let answered = DispatchSemaphore(value: 0)
    /// Called when the key begins to wait for a touch.
    private let waits: @Sendable () -> Void

    init(pin: String? = nil, waits: @escaping @Sendable () -> Void = {}) {
        state = Mutex(State(pin: pin))
        self.waits = waits
    }

    /// Touches the key.
    func touch() {
        release { message, state in respond(to: message, &state) }
    }

    /// Answers the command that waits for a touch, if there is one.
    private func release(_ answer: ([UInt8], inout State) -> [UInt8]) {
        let isReleased = state.withLock { state in
            guard let held = state.held else { return false }
            state.held = nil
            state.answer = answer(held, &state)
            return true
        }
        if isReleased { answered.signal() }
    }
}

// MARK: - The wire

extension VirtualKey {
    /// The commands of the transport that the library uses.
    private enum Command: UInt8 {
        case open = 0x06
        case cbor = 0x10
        case cancel = 0x11
    }

    /// Takes a message.
    func receive(_ command: UInt8, _ message: [UInt8]) {
        switch Command(rawValue: command) {
        case .open:
            // The nonce, a channel, version 2 of the protocol, the version of the device, and the CBOR capability.
            state.withLock { $0.answer = message + [0, 0, 0, 1, 2, 1, 0, 0, 0x04] }
            answered.signal()
        case .cbor:
            let isHeld = state.withLock { state in
                let isCeremony = message.first == 0x01 || message.first == 0x02
                guard isCeremony, !state.isTouched else {
                    state.answer = respond(to: message, &state)
                    return false
                }
                state.held = message
                return true
            }
            if isHeld { waits() } else { answered.signal() }
        case .cancel: release { _, state in [state.farewell] }
        case nil: break
        }
    }

    /// Hands over the answer once there is one.
    ///
    /// - Parameter patience: how long that may take, in milliseconds.
    /// - Returns: the answer; nil, at once, where a key that is stuck would have taken longer.
    func send(within patience: Int32) -> [UInt8]? {
        let isStuck = state.withLock { state in
            state.patience.append(patience)
            return state.isStuck
        }
        if isStuck { return nil }
        answered.wait()
        return state.withLock { $0.answer }
    }
}

// MARK: - CTAP2

extension VirtualKey {
    private enum Status {
        static let ok: UInt8 = 0x00
        static let unknownCommand: UInt8 = 0x01
        static let malformed: UInt8 = 0x12
        static let excluded: UInt8 = 0x19
        static let cancelled: UInt8 = 0x2D
        static let noPasskey: UInt8 = 0x2E
        static let wrongPIN: UInt8 = 0x31
        static let pinBlocked: UInt8 = 0x32
        static let wrongProof: UInt8 = 0x33
        static let pinLocked: UInt8 = 0x34
        static let pinNeeded: UInt8 = 0x36
    }

    private func respond(to message: [UInt8], _ state: inout State) -> [UInt8] {
        guard let command = message.first else { return [Status.malformed] }
        guard command != 0x04 else { return answer(information(state)) }
        guard let request = (try? CBORReader.value(Array(message.dropFirst())))?.mapValue else {
            return [Status.malformed]
        }
        switch command {
        case 0x01, 0x02:
            if let refusal = state.refusal {
                state.refusal = nil
                return [refusal]
            }
            return command == 0x01 ? make(request, &state) : prove(request, &state)
        case 0x06: return pin(request, &state)
        default: return [Status.unknownCommand]
        }
    }

    private func answer(_ members: [Int: CBORValue]) -> [UInt8] {
        [Status.ok] + CBORWriter.bytes(.map(Self.map(members)))
    }

    private static func map(_ members: [Int: CBORValue]) -> CBORMap {
        CBORMap(members.map { CBORMap.Entry(CBORValue($0.key), $0.value) })
    }

    private static func map(_ members: [String: CBORValue]) -> CBORMap {
        CBORMap(members.map { CBORMap.Entry(.text($0.key), $0.value) })
    }

    private func information(_ state: State) -> [Int: CBORValue] {
        var options: [String: CBORValue] = ["rk": .bool(true), "up": .bool(true), "clientPin": .bool(state.pin != nil)]
        if state.verifiesByItself { options["uv"] = .bool(true) }
        return [
            1: .array([.text("FIDO_2_0")]), 3: .bytes([UInt8](repeating: 7, count: 16)), 4: .map(Self.map(options)),
            5: CBORValue(1_200), 6: .array([CBORValue(1)]),
        ]
    }

    private func make(_ request: CBORMap, _ state: inout State) -> [UInt8] {
        guard let hash = request[1]?.bytesValue, let domain = request[2]?.mapValue?["id"]?.textValue,
            let handle = request[3]?.mapValue?["id"]?.bytesValue
        else { return [Status.malformed] }
        let known = Set(state.passkeys.map(\.id))
        guard known.isDisjoint(with: Self.ids(request[5])) else { return [Status.excluded] }
        let flags: UInt8
        switch verification(request, hash: hash, options: 7, proof: 8, state) {
        case .success(let value): flags = value
        case .failure(let refusal): return [refusal.status]
        }
        let passkey = Passkey(
            id: Entropy.system.bytes(32), relyingPartyID: domain, userHandle: handle, key: .generate())
        state.passkeys.append(passkey)
        let key = CBORWriter.bytes(.map(CredentialPublicKey.es256(passkey.key.publicKey).map))
        let data =
            Self.data(passkey, flags: flags | 0x40) + [UInt8](repeating: 7, count: 16) + [0, 32] + passkey.id + key
        guard let signature = try? passkey.key.sign(data + hash) else { return [Status.malformed] }
        return answer([
            1: .text("packed"), 2: .bytes(data),
            3: .map(Self.map(["alg": CBORValue(-7), "sig": .bytes(signature)])),
        ])
    }

    private func prove(_ request: CBORMap, _ state: inout State) -> [UInt8] {
        guard let domain = request[1]?.textValue, let hash = request[2]?.bytesValue else { return [Status.malformed] }
        let allowed = Self.ids(request[3])
        let index = state.passkeys.lastIndex { passkey in
            passkey.relyingPartyID == domain && (allowed.isEmpty || allowed.contains(passkey.id))
        }
        guard let index else { return [Status.noPasskey] }
        let flags: UInt8
        switch verification(request, hash: hash, options: 5, proof: 6, state) {
        case .success(let value): flags = value
        case .failure(let refusal): return [refusal.status]
        }
        state.passkeys[index].signCount += 1
        let passkey = state.passkeys[index]
        let data = Self.data(passkey, flags: flags)
        guard let signature = try? passkey.key.sign(data + hash) else { return [Status.malformed] }
        return answer([
            1: .map(Self.map(["id": .bytes(passkey.id), "type": .text("public-key")])), 2: .bytes(data),
            3: .bytes(signature), 4: .map(Self.map(["id": .bytes(passkey.userHandle)])),
        ])
    }

    private struct Refusal: Error {
        let status: UInt8
    }

    /// The flags for user presence and user verification.
    private func verification(
        _ request: CBORMap, hash: [UInt8], options: Int, proof: Int, _ state: State
    ) -> Result<UInt8, Refusal> {
        if let proof = request[proof]?.bytesValue {
            let isRight = proof == Array(hmacSHA256(key: pinToken, hash).prefix(16))
            return isRight ? .success(0x05) : .failure(Refusal(status: Status.wrongProof))
        }
        let asks = request[options]?.mapValue?["uv"] == .bool(true)
        if asks, state.verifiesByItself { return .success(0x05) }
        return state.pin == nil ? .success(0x01) : .failure(Refusal(status: Status.pinNeeded))
    }

    private static func data(_ passkey: Passkey, flags: UInt8) -> [UInt8] {
        let count = (0..<4).reversed().map { UInt8(truncatingIfNeeded: passkey.signCount >> (8 * UInt32($0))) }
        return sha256(Array(passkey.relyingPartyID.utf8)) + [flags] + count
    }

    private static func ids(_ list: CBORValue?) -> Set<[UInt8]> {
        Set((list?.arrayValue ?? []).compactMap { $0.mapValue?["id"]?.bytesValue })
    }

    // MARK: The PIN

    private func pin(_ request: CBORMap, _ state: inout State) -> [UInt8] {
        switch request[2]?.intValue {
        case 1: return answer([3: CBORValue(state.attemptsLeft)])
        case 2:
            let point = Array(agreement.publicKey.rawRepresentation)
            let key: [Int: CBORValue] = [
                1: CBORValue(2), 3: CBORValue(Self.agreementAlgorithm), -1: CBORValue(1),
                -2: .bytes(Array(point.prefix(32))), -3: .bytes(Array(point.suffix(32))),
            ]
            return answer([1: .map(Self.map(key))])
        case 5:
            guard state.attemptsLeft > 0 else { return [Status.pinBlocked] }
            guard state.wrongInARow < 3 else { return [Status.pinLocked] }
            guard let cipher = try? PINCipher(agreement, request[3]?.mapValue),
                let given = try? cipher.decrypt(request[6]?.bytesValue ?? []), let pin = state.pin
            else { return [Status.malformed] }
            guard given == Array(sha256(Array(pin.utf8)).prefix(16)) else {
                state.attemptsLeft -= 1
                state.wrongInARow += 1
                if state.attemptsLeft == 0 { return [Status.pinBlocked] }
                return [state.wrongInARow < 3 ? Status.wrongPIN : Status.pinLocked]
            }
            (state.attemptsLeft, state.wrongInARow) = (8, 0)
            guard let token = try? cipher.encrypt(pinToken) else { return [Status.malformed] }
            return answer([2: .bytes(token)])
        default: return [Status.unknownCommand]
        }
    }
}
