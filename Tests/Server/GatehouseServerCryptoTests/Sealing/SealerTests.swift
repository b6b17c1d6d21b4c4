// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto
import GatehouseServerCrypto
import Testing

@Suite struct SealerTests {
    private let ring: KeyRing
    private let sealer: Sealer
    private let text = Array("a verifier".utf8)

    init() throws {
        ring = try KeyRing.generate(id: "k1", entropy: .seeded(1))
        sealer = Sealer(ring: ring, entropy: .seeded(2))
    }

    @Test(arguments: [0, 1, 16, 1_000])
    func `a sealed value is opened`(count: Int) throws {
        let plaintext = Entropy.seeded(3).bytes(count)
        let sealed = sealer.seal(plaintext, purpose: .sessionString, context: [1, 2])
        #expect(try sealer.open(sealed, purpose: .sessionString, context: [1, 2]) == plaintext)
        #expect(sealed.count == count + 3 + 2 + 12 + 16)
    }

    @Test func `two seals of one text differ`() {
        #expect(sealer.seal(text, purpose: .pageToken) != sealer.seal(text, purpose: .pageToken))
    }

    @Test func `every altered byte is noticed`() {
        let sealed = sealer.seal(text, purpose: .pageToken, context: [9])
        for index in sealed.indices {
            var altered = sealed
            altered[index] ^= 0x40
            #expect(throws: SealingError.self) { try sealer.open(altered, purpose: .pageToken, context: [9]) }
        }
    }

    @Test func `every cut is noticed`() {
        let sealed = sealer.seal(text, purpose: .pageToken)
        for count in sealed.indices {
            #expect(throws: SealingError.self) { try sealer.open(Array(sealed.prefix(count)), purpose: .pageToken) }
        }
        #expect(throws: SealingError.notAuthentic) { try sealer.open(sealed + [0], purpose: .pageToken) }
    }

    @Test func `another purpose or context does not open`() {
        let sealed = sealer.seal(text, purpose: .pageToken, context: [1])
        #expect(throws: SealingError.notAuthentic) { try sealer.open(sealed, purpose: .sessionToken, context: [1]) }
        #expect(throws: SealingError.notAuthentic) { try sealer.open(sealed, purpose: .pageToken, context: [2]) }
        #expect(throws: SealingError.notAuthentic) { try sealer.open(sealed, purpose: .pageToken) }
    }

    @Test func `an unknown key, or another of the same name, does not open`() throws {
        let sealed = sealer.seal(text, purpose: .pageToken)
        let stranger = Sealer(ring: try KeyRing.generate(id: "k2"), entropy: .system)
        #expect(throws: SealingError.unknownKey) { try stranger.open(sealed, purpose: .pageToken) }
        let namesake = Sealer(ring: try KeyRing.generate(id: "k1"), entropy: .system)
        #expect(throws: SealingError.notAuthentic) { try namesake.open(sealed, purpose: .pageToken) }
    }

    @Test func `garbage is malformed and does not trap`() {
        for garbage in [
            [], [1], [1, 255], [2], [2, 1], [2, 2, 0], [2, 1, 255], [3, 1, 0], [UInt8](repeating: 1, count: 30),
            [1, 0],
        ] {
            #expect(throws: SealingError.self) { try sealer.open(garbage, purpose: .pageToken) }
        }
    }

    @Test func `a sealed text's form is returned where requested, and an unknown form is refused`() throws {
        #expect(try sealer.openForm(sealer.seal(text, purpose: .pageToken), purpose: .pageToken) == (1, text))
        let later = sealer.seal(text, form: 2, purpose: .pageToken)
        #expect(try sealer.openForm(later, purpose: .pageToken) == (2, text))
        #expect(throws: SealingError.unknownForm) { try sealer.open(later, purpose: .pageToken) }
        var altered = later
        altered[1] = 1
        #expect(throws: SealingError.notAuthentic) { try sealer.open(altered, purpose: .pageToken) }
    }

    @Test func `after a rotation old seals open, new ones use the new key, hashes stay`() throws {
        let rotated = Sealer(ring: try ring.rotated(id: "k2", entropy: .seeded(4)), entropy: .seeded(5))
        let old = sealer.seal(text, purpose: .pageToken)
        #expect(try rotated.open(old, purpose: .pageToken) == text)
        let new = rotated.seal(text, purpose: .pageToken)
        #expect(throws: SealingError.unknownKey) { try sealer.open(new, purpose: .pageToken) }
        #expect(rotated.mac(text, purpose: .code) == sealer.mac(text, purpose: .code))
    }

    @Test func `a process begins to seal under another key of its key ring, also where others use its sealer`() throws {
        let both = try ring.rotated(id: "k2", entropy: .seeded(4))
        let sealer = Sealer(ring: try KeyRing(keys: both.keys, current: "k1"), entropy: .seeded(5))
        let other = sealer.with(.random(.seeded(6)))
        #expect(sealer.currentKeyID == "k1" && Sealer.keyID(of: other.seal(text, purpose: .pageToken)) == "k1")
        let old = sealer.seal(text, purpose: .pageToken)
        #expect(sealer.seal(under: "k2"))
        #expect(Sealer.keyID(of: other.seal(text, purpose: .pageToken)) == "k2")
        #expect(try other.open(old, purpose: .pageToken) == text)
        #expect(try sealer.resealed(old, purpose: .pageToken).flatMap(Sealer.keyID) == "k2")
        #expect(!sealer.seal(under: "k3") && sealer.currentKeyID == "k2")
        // The numbers of seals belong to the key.
        #expect(sealer.sealing.keyID == "k2" && sealer.sealing.counts[.pageToken] == 2)
    }

    @Test func `a value is sealed again once, in its form, and opens with the new key alone`() throws {
        let rotated = Sealer(ring: try ring.rotated(id: "k2", entropy: .seeded(4)), entropy: .seeded(5))
        let new = Sealer(
            ring: try KeyRing(keys: [SealingKey(id: "k2", bytes: Entropy.seeded(4).bytes(32))], current: "k2"),
            entropy: .system)
        let old = sealer.seal(text, form: 2, purpose: .pageToken, context: [1])
        let again = try #require(try rotated.resealed(old, purpose: .pageToken, context: [1]))
        #expect(try new.openForm(again, purpose: .pageToken, context: [1]) == (2, text))
        #expect(try rotated.resealed(again, purpose: .pageToken, context: [1]) == nil)
        #expect(Sealer.keyID(of: old) == "k1" && Sealer.keyID(of: again) == "k2")
        #expect(throws: SealingError.notAuthentic) { try rotated.resealed(old, purpose: .pageToken) }
        #expect(throws: SealingError.unknownKey) { try new.resealed(old, purpose: .pageToken, context: [1]) }
    }

    @Test func `the key of garbage is unknown`() {
        for garbage in [[], [1], [2, 1, 255], [3, 1, 0], [2, 1, 1, 65]] as [[UInt8]] {
            #expect(Sealer.keyID(of: garbage) == nil)
        }
    }

    @Test func `keyed hashes differ by purpose, message and key`() throws {
        let other = Sealer(ring: try KeyRing.generate(id: "k1"), entropy: .system)
        let hash = sealer.mac(text, purpose: .code)
        #expect(hash.count == 32)
        #expect(hash != sealer.mac(text, purpose: .refreshToken))
        #expect(hash != sealer.mac(text + [0], purpose: .code))
        #expect(hash != other.mac(text, purpose: .code))
    }

    @Test(arguments: [0, 1, 32, 55, 56, 63, 64, 65, 128, 1_000])
    func `a keyed hash is HMAC-SHA256 of the message under the index key, each time`(count: Int) {
        let index = IndexKeys.random(.seeded(5))
        let sealer = sealer.with(index)
        let message = Entropy.seeded(6).bytes(count)
        for purpose in HashPurpose.allCases + HashPurpose.allCases.reversed() {
            #expect(sealer.mac(message, purpose: purpose) == hmacSHA256(key: index.bytes(for: purpose), message))
        }
    }

    @Test func `a sealer may be shared by tasks`() async throws {
        let opened = try await withThrowingTaskGroup(of: Bool.self) { [sealer, text] group in
            for index in 0..<64 {
                group.addTask {
                    let purpose = SealPurpose.allCases[index % 7]
                    return try sealer.open(sealer.seal(text, purpose: purpose), purpose: purpose) == text
                }
            }
            return try await group.reduce(true) { $0 && $1 }
        }
        #expect(opened)
    }

    @Test(arguments: SealPurpose.allCases)
    func `a new epoch refuses what clients hold and nothing else`(purpose: SealPurpose) throws {
        let first = sealer.seal(text, purpose: purpose, context: [1])
        sealer.epoch.begin(Entropy.seeded(5).bytes(SealEpoch.byteCount))
        let second = sealer.seal(text, purpose: purpose, context: [1])
        #expect(try sealer.open(second, purpose: purpose, context: [1]) == text)
        guard purpose.isHeldByClients else {
            #expect(try sealer.open(first, purpose: purpose, context: [1]) == text)
            return
        }
        #expect(throws: SealingError.notAuthentic) { try sealer.open(first, purpose: purpose, context: [1]) }
        sealer.epoch.begin(Entropy.seeded(6).bytes(SealEpoch.byteCount))
        #expect(throws: SealingError.notAuthentic) { try sealer.open(second, purpose: purpose, context: [1]) }
    }

    @Test func `an id is bound to its epoch, and any id belongs to the first one`() {
        let id = "0193d1f2-aaaa-4bbb-8ccc-0123456789ab"
        let epoch = sealer.epoch
        #expect(epoch.bound(id) == id && epoch.isBound(id))
        epoch.begin(Entropy.seeded(5).bytes(SealEpoch.byteCount))
        let bound = epoch.bound(id)
        #expect(bound != id && bound.utf8.count == id.utf8.count && bound.hasPrefix("0193d1f2-aaaa-4bbb-8ccc-"))
        #expect(epoch.isBound(bound) && !epoch.isBound(id))
        epoch.begin(Entropy.seeded(6).bytes(SealEpoch.byteCount))
        #expect(!epoch.isBound(bound))
    }
}
