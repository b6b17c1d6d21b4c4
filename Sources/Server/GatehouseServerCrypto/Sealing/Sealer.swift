// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Crypto
import Foundation
package import GatehouseCrypto
import Synchronization

/// Encrypts and authenticates data outside the process, stored or sent: AES-256-GCM under a key for each purpose.
///
/// Format: version (1 byte, 2), form of the plaintext (1 byte), length of the key id (1 byte), key id, nonce (12),
/// ciphertext, tag (16). Version 1, which earlier releases wrote, has no byte for the form. The part before the nonce
/// and the context are authenticated; the purpose chooses the key. Nonces are random: a key serves 2^32 seals.
///
/// The form numbers the layouts that a plaintext of one purpose has had. It is 0 in version 1, and 1 until a purpose
/// changes its layout; a reader that knows more than one layout asks for the form with
/// ``openForm(_:purpose:context:)``.
///
/// Most values of a request have the sealer, and hold a reference to it and not a copy.
package final class Sealer: Sendable {
    private static let firstVersion: UInt8 = 1
    private static let version: UInt8 = 2
    private static let nonceBytes = 12
    private static let tagBytes = 16

    private let ring: KeyRing
    private let index: IndexKeys
    private let entropy: Entropy
    private let subkeys: SubkeyCache
    /// The key that seals, for this sealer and those with other index keys.
    private let choice: SealingChoice
    /// The epoch to which this sealer and those with other index keys bind the data that clients hold.
    package let epoch: SealEpoch

    /// Creates the sealer of an installation whose database keeps these index keys.
    package init(ring: KeyRing, index: IndexKeys, entropy: Entropy) {
        self.ring = ring
        self.index = index
        self.entropy = entropy
        subkeys = SubkeyCache()
        choice = SealingChoice(ring.current)
        epoch = SealEpoch()
    }

    private init(_ sealer: Sealer, with index: IndexKeys) {
        self.index = index
        (ring, entropy, subkeys) = (sealer.ring, sealer.entropy, sealer.subkeys)
        (choice, epoch) = (sealer.choice, sealer.epoch)
    }

    /// Creates a sealer without an installation, for bytes that are opened without its database.
    ///
    /// Its keyed hashes equal the hashes of earlier releases, which had no index keys.
    package convenience init(ring: KeyRing, entropy: Entropy) {
        self.init(ring: ring, index: .derived(from: ring.oldest), entropy: entropy)
    }

    /// The same sealer with the index keys of an installation.
    package func with(_ index: IndexKeys) -> Sealer { Sealer(self, with: index) }

    /// The id of the key that seals.
    package var currentKeyID: String { choice.present.key.id }

    /// The id of the key that seals, and the numbers of its seals.
    package var sealing: (keyID: String, counts: SealCounts) {
        let present = choice.present
        return (present.key.id, present.counts)
    }

    /// Seals under another key of the key ring from now on, also where others use this sealer.
    ///
    /// - Returns: whether the key ring has the key; if not, nothing changes.
    package func seal(under id: String) -> Bool {
        guard let key = ring.keys.first(where: { $0.id == id }) else { return false }
        choice.choose(key)
        return true
    }

    /// Seals under the current key.
    ///
    /// The call that opens it must name the same purpose and context.
    package func seal(
        _ plaintext: [UInt8], form: UInt8 = 1, purpose: SealPurpose, context: [UInt8] = []
    ) -> [UInt8] {
        let present = choice.present
        present.counts.count(purpose)
        let id = Array(present.key.id.utf8)
        let header = [Self.version, form, UInt8(id.count)] + id
        do {
            let box = try AES.GCM.seal(
                plaintext,
                using: subkeys.key(of: present.key, purpose: purpose.rawValue),
                nonce: AES.GCM.Nonce(data: entropy.bytes(Self.nonceBytes)),
                authenticating: header + bound(context, for: purpose)
            )
            // Nonce, ciphertext and tag, which are together for a nonce of this length.
            guard let sealed = box.combined else { preconditionFailure("a nonce of 12 bytes precedes the ciphertext") }
            return header + sealed
        } catch {
            preconditionFailure("sealing fails only for a wrong nonce or key length: \(error)")
        }
    }

    /// Opens what ``seal(_:form:purpose:context:)`` made in form 1 or an earlier release made, under the key that it
    /// names.
    ///
    /// Throws `malformed`, `unknownForm`, `unknownKey` or `notAuthentic`.
    package func open(_ sealed: [UInt8], purpose: SealPurpose, context: [UInt8] = []) throws(SealingError) -> [UInt8] {
        let (form, plaintext) = try openForm(sealed, purpose: purpose, context: context)
        guard form <= 1 else { throw .unknownForm }
        return plaintext
    }

    /// Opens sealed bytes of any form, for a reader that knows several.
    ///
    /// Throws `malformed`, `unknownKey` or `notAuthentic`.
    package func openForm(
        _ sealed: [UInt8], purpose: SealPurpose, context: [UInt8] = []
    ) throws(SealingError) -> (form: UInt8, plaintext: [UInt8]) {
        guard let header = Self.header(of: sealed) else { throw .malformed }
        let (id, headerEnd) = (sealed[header.keyID], header.keyID.upperBound)
        guard let key = ring.keys.first(where: { $0.id.utf8.elementsEqual(id) }) else { throw .unknownKey }
        do {
            let box = try AES.GCM.SealedBox(combined: sealed[headerEnd...])
            let subkey = subkeys.key(of: key, purpose: purpose.rawValue)
            let plaintext = try AES.GCM.open(
                box, using: subkey, authenticating: sealed[..<headerEnd] + bound(context, for: purpose))
            return (header.version == Self.firstVersion ? 0 : sealed[1], Array(plaintext))
        } catch {
            throw .notAuthentic
        }
    }

    /// The same plaintext in the same form, sealed under the current key; `nil` if these bytes are.
    ///
    /// Bytes in the format of version 1 get today's format.
    ///
    /// Throws as ``openForm(_:purpose:context:)``.
    package func resealed(
        _ sealed: [UInt8], purpose: SealPurpose, context: [UInt8] = []
    ) throws(SealingError) -> [UInt8]? {
        if Self.keyID(of: sealed) == currentKeyID { return nil }
        let (form, plaintext) = try openForm(sealed, purpose: purpose, context: context)
        return seal(plaintext, form: form, purpose: purpose, context: context)
    }

    /// The context of a value, and the epoch if clients hold it.
    private func bound(_ context: [UInt8], for purpose: SealPurpose) -> [UInt8] {
        purpose.isHeldByClients ? epoch.value + context : context
    }

    /// The id of the key that sealed these bytes; `nil` if they are not of this format.
    package static func keyID(of sealed: [UInt8]) -> String? {
        header(of: sealed).flatMap { header in String(validating: sealed[header.keyID], as: UTF8.self) }
    }

    /// The positions of the key id in sealed bytes; `nil` if they are not of this format, or too short.
    private static func header(of sealed: [UInt8]) -> (version: UInt8, keyID: Range<Int>)? {
        guard let version = sealed.first, [firstVersion, Self.version].contains(version) else { return nil }
        let start = version == firstVersion ? 2 : 3
        guard sealed.count >= start else { return nil }
        let end = start + Int(sealed[start - 1])
        guard sealed.count >= end + nonceBytes + tagBytes else { return nil }
        return (version, start..<end)
    }

    /// A keyed hash, 32 bytes, under which codes and refresh tokens are stored and found.
    ///
    /// It is made with an index key, and so does not depend on the master keys.
    package func mac(_ message: [UInt8], purpose: HashPurpose) -> [UInt8] {
        index.mac(message, purpose: purpose)
    }
}

/// The numbers of seals that a process has made under a master key, by purpose.
package final class SealCounts: Sendable {
    private final class Number: Sendable {
        let value = Atomic<Int>(0)
    }

    private let numbers: [SealPurpose: Number]

    init() {
        numbers = Dictionary(uniqueKeysWithValues: SealPurpose.allCases.map { purpose in (purpose, Number()) })
    }

    /// The number of seals for a purpose so far.
    package subscript(purpose: SealPurpose) -> Int {
        numbers[purpose]?.value.load(ordering: .relaxed) ?? 0
    }

    func count(_ purpose: SealPurpose) {
        numbers[purpose]?.value.wrappingAdd(1, ordering: .relaxed)
    }
}

/// The reason why sealed bytes cannot be opened or a key ring cannot be read.
///
/// Says nothing of keys or contents.
package enum SealingError: Error, Equatable, Sendable {
    /// Not sealed by this format, or cut short.
    case malformed
    /// Sealed in a form of the plaintext that this release does not know: a later release wrote it.
    case unknownForm
    /// Sealed under a key that the key ring does not hold.
    case unknownKey
    /// Altered, or sealed for another purpose, another context or under another key of the same name.
    case notAuthentic
    /// A line of the key ring's text is not `id:base64`; the line's number, from 1.
    case malformedKeyLine(Int, KeyLineFlaw)
    /// A key is not 32 bytes long, or its id is not 1 to 32 letters, digits, `-` and `_`.
    case malformedKey
    /// Two keys of a key ring have the same id.
    case duplicateKey
    /// A key ring without keys, or without the key that it names as the current one.
    case noCurrentKey
}

/// What is wrong with a line of a key ring's text.
package enum KeyLineFlaw: Equatable, Sendable {
    /// The line is a key without an id.
    case withoutID
    /// The id is not 1 to 32 letters, digits, `-` and `_`.
    case id
    /// The key is not 32 bytes in Base64.
    case key
}
