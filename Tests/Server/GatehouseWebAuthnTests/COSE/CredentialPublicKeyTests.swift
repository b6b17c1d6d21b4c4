// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto
import GatehouseTesting
import GatehouseWebAuthn
import Testing

@Suite struct CredentialPublicKeyTests {
    private static func key(_ algorithm: TestAuthenticator.Algorithm) throws -> TestPasskeyKey {
        try .generate(algorithm, entropy: .seeded(5))
    }

    /// The key's map with members written over it, or taken out of it.
    private static func map(
        _ algorithm: TestAuthenticator.Algorithm, with changes: [Int: CBORValue?]
    ) throws -> CBORMap {
        let entries = try key(algorithm).publicKey.map.entries.filter { entry in
            !changes.keys.contains { entry.key == CBORValue($0) }
        }
        let added = changes.compactMap { number, value in value.map { CBORMap.Entry(CBORValue(number), $0) } }
        return CBORMap(entries + added)
    }

    @Test(arguments: TestAuthenticator.Algorithm.allCases)
    func `a key is read as it was written, and verifies what it signed and nothing else`(
        _ algorithm: TestAuthenticator.Algorithm
    ) throws {
        let key = try Self.key(algorithm)
        let bytes = CBORWriter.bytes(.map(key.publicKey.map))
        let read = try CredentialPublicKey(bytes)
        #expect(read.algorithm == key.publicKey.algorithm)
        #expect(CBORWriter.bytes(.map(read.map)) == bytes)
        let signature = try key.sign([1, 2, 3])
        #expect(read.accepts(signature: signature, of: [1, 2, 3]))
        #expect(!read.accepts(signature: signature, of: [1, 2, 4]))
        #expect(!read.accepts(signature: [], of: [1, 2, 3]))
        var changed = signature
        changed[changed.count - 1] ^= 1
        #expect(!read.accepts(signature: changed, of: [1, 2, 3]))
    }

    @Test(arguments: TestAuthenticator.Algorithm.allCases, [-4, 2, 4])
    func `a key with a member too many is refused`(_ algorithm: TestAuthenticator.Algorithm, member: Int) throws {
        let map = try Self.map(algorithm, with: [member: .unsigned(1)])
        #expect(throws: WebAuthnError.malformedPublicKey) { try CredentialPublicKey(map) }
    }

    @Test(arguments: TestAuthenticator.Algorithm.allCases, [1, 3, -1, -2])
    func `a key that lacks a member is refused`(_ algorithm: TestAuthenticator.Algorithm, member: Int) throws {
        let map = try Self.map(algorithm, with: [member: nil])
        #expect(throws: WebAuthnError.malformedPublicKey) { try CredentialPublicKey(map) }
    }

    @Test(arguments: [-35, -36, -37, -47, -65_535, 0, 7])
    func `a key of another algorithm is refused`(_ number: Int) throws {
        let map = try Self.map(.es256, with: [3: CBORValue(number)])
        #expect(throws: WebAuthnError.unsupportedAlgorithm) { try CredentialPublicKey(map) }
    }

    @Test(arguments: [
        (TestAuthenticator.Algorithm.es256, [1: CBORValue(1)]), (.es256, [1: CBORValue(3)]),
        (.es256, [-1: CBORValue(2)]), (.es256, [-1: CBORValue(6)]), (.es256, [-2: .bytes([1, 2, 3])]),
        (.es256, [-3: .bytes([UInt8](repeating: 1, count: 32))]), (.es256, [-3: .bool(true)]),
        (.es256, [-2: .bytes([UInt8](repeating: 0, count: 32)), -3: .bytes([UInt8](repeating: 0, count: 32))]),
        (.es256, [-2: .bytes([UInt8](repeating: 0xFF, count: 32))]), (.edDSA, [1: CBORValue(2)]),
        (.edDSA, [-1: CBORValue(1)]), (.edDSA, [-1: CBORValue(7)]), (.edDSA, [-2: .bytes([1])]),
        (.edDSA, [-2: .bytes([2] + [UInt8](repeating: 0, count: 31))]), (.rs256, [1: CBORValue(2)]),
        (.rs256, [-1: .bytes([UInt8](repeating: 0xFF, count: 64))]), (.rs256, [-2: .bytes([])]),
        (.rs256, [-1: .bytes([UInt8](repeating: 0xFF, count: 4_096))]),
    ])
    func `a key of the wrong type or size, or no point of its curve, is refused`(
        _ algorithm: TestAuthenticator.Algorithm, changes: [Int: CBORValue]
    ) throws {
        let map = try Self.map(algorithm, with: changes.mapValues(Optional.some))
        #expect(throws: WebAuthnError.malformedPublicKey) { try CredentialPublicKey(map) }
    }

    @Test func `bytes that are not a map are refused as a key`() {
        for bytes: [UInt8] in [[], [0x01], [0x80], [0xA1]] {
            #expect(throws: WebAuthnError.malformedPublicKey) { try CredentialPublicKey(bytes) }
        }
    }
}
