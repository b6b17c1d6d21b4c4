// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

/// The values that both sides compute from a shared secret: the scrambler, the key and the signature.
package enum SRPProof {
    /// `u = SHA256(PAD(A) || PAD(B))`; throws `zeroScrambler` if it is zero.
    package static func scrambler(client: [UInt8], server: [UInt8]) throws(SRPError) -> [UInt8] {
        let scrambler = sha256(SRPInteger.padded(client) + SRPInteger.padded(server))
        guard scrambler.contains(where: { $0 != 0 }) else { throw .zeroScrambler }
        return scrambler
    }

    /// The 16-byte key that HKDF draws from the shared secret S and u.
    package static func key(sharedSecret: [UInt8], scrambler: [UInt8]) -> [UInt8] {
        hkdfSHA256(
            keyMaterial: SRPInteger.padded(sharedSecret),
            salt: SRPInteger.padded(scrambler),
            info: Array("Caldera Derived Key".utf8),
            count: 16
        )
    }

    /// HMAC-SHA256 over identity, secret block and timestamp.
    package static func signature(
        key: [UInt8], identity: SRPIdentity, secretBlock: [UInt8], timestamp: String
    ) -> [UInt8] {
        hmacSHA256(key: key, identity.bytes + secretBlock + Array(timestamp.utf8))
    }
}

/// A public value, A or B, as a peer sent it: checked, and not a multiple of N.
package struct SRPPublicKey: Sendable, Equatable {
    /// The most digits that are read.
    static let maximumDigits = 1_024

    /// The integer's shortest big-endian bytes.
    ///
    /// It may exceed N, and is hashed as it was sent.
    package let bytes: [UInt8]

    /// Reads digits in either case, leading zeros allowed.
    ///
    /// Throws `malformedPublicKey` for anything but 1 to ``maximumDigits`` digits and `zeroPublicKey` for a multiple
    /// of N.
    package init(hex: String) throws(SRPError) {
        guard hex.utf8.count <= Self.maximumDigits, let bytes = Hex.decodeInteger(hex) else {
            throw .malformedPublicKey
        }
        try self.init(bytes: bytes)
    }

    /// Takes a big-endian integer; throws as ``init(hex:)`` does.
    package init(bytes: [UInt8]) throws(SRPError) {
        guard !bytes.isEmpty, bytes.count <= Self.maximumDigits / 2 else { throw .malformedPublicKey }
        guard !GroupElement(bytes).isZero else { throw .zeroPublicKey }
        self.bytes = SRPInteger.minimal(bytes)
    }
}

/// The moment of a proof as clients sign it: `EEE MMM d HH:mm:ss 'UTC' yyyy` in English, such as
/// `Tue Feb 3 04:05:06 UTC 2026`.
package func srpTimestamp(_ date: Date) -> String {
    SRPTimestamp(date).text
}

/// A proof's timestamp, written and read without a formatter.
package struct SRPTimestamp: Sendable, Equatable {
    /// The moment, to the second.
    package let date: Date
    /// The moment's text, as it is signed.
    package let text: String

    /// The timestamp of a date.
    package init(_ date: Date) {
        let time = CivilTime(date)
        self.date = time.date
        text = "\(time.weekdayName) \(time.monthName) \(time.day) \(time.clock) UTC \(CivilTime.padded(time.year, 4))"
    }

    /// Reads a client's timestamp; `nil` if it is not one.
    ///
    /// Some clients write the day with two digits, which is accepted.
    package init?(text: String) {
        let words = text.utf8.count <= 40 ? text.split(separator: " ") : []
        guard words.count == 6, words[4] == "UTC", CivilTime.weekdays.contains(String(words[0])),
            let month = CivilTime.months.firstIndex(of: String(words[1])),
            let day = Int(words[2]), let year = Int(words[5])
        else { return nil }
        let clock = words[3].split(separator: ":", omittingEmptySubsequences: false).compactMap { Int($0) }
        guard clock.count == 3,
            let time = CivilTime(
                year: year, month: month + 1, day: day, hour: clock[0], minute: clock[1], second: clock[2]
            )
        else { return nil }
        date = time.date
        self.text = text
    }
}

/// The reason why a handshake cannot continue.
///
/// None of the cases says anything about a password.
package enum SRPError: Error, Equatable, Sendable {
    /// A public value is empty, too long or not hexadecimal.
    case malformedPublicKey
    /// A public value is a multiple of N, which would fix the shared secret.
    case zeroPublicKey
    /// Both public values hash to zero, so that the password would not matter.
    case zeroScrambler
    /// A salt is empty, too long or not in the form in which it is sent.
    case malformedSalt
    /// A verifier is not in the form for transport, or proves nothing.
    case malformedVerifier
}
