// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto

/// On whose behalf people register passkeys and sign in: a domain.
package struct RelyingParty: Sendable, Equatable {
    /// The domain, in lower case.
    package let id: String
    /// Hashes of the certificates of the Android apps that act for the domain, as their origins name them.
    private let androidCertificates: Set<String>

    /// Creates the relying party of a domain.
    ///
    /// - Parameters:
    ///   - id: the domain.
    ///   - androidCertificates: SHA-256 of the certificates of its Android apps, in unpadded Base64URL.
    package init(id: String, androidCertificates: Set<String> = []) {
        self.id = id.lowercased()
        self.androidCertificates = androidCertificates
    }

    /// Whether passkeys can belong to this domain: to one below a top-level domain, or to this very machine.
    ///
    /// Browsers know the other domains under which anybody can have a name, and make no passkeys for those.
    package static func isDomain(_ text: String) -> Bool {
        let name = text.lowercased()
        let labels = name.split(separator: ".", omittingEmptySubsequences: false)
        let isAddress = labels.last?.allSatisfy(\.isNumber) ?? true
        return isHost(name[...]) && (name == "localhost" || labels.count > 1 && !isAddress)
    }

    /// What authenticators sign instead of the domain.
    package var idHash: [UInt8] { sha256(Array(id.utf8)) }

    /// Whether a page or an app of this origin may use the domain's passkeys.
    ///
    /// A page must come over TLS from the domain or one below it, or from this very machine when the domain is
    /// `localhost`. An Android app names itself by the hash of its certificate, which must be a known one.
    package func allows(origin: String) -> Bool {
        // A serialised origin is ASCII (RFC 6454, section 6.2), and other text can be expensive to take apart.
        guard origin.utf8.allSatisfy({ $0 < 0x80 }) else { return false }
        if let hash = origin.dropping(prefix: "android:apk-key-hash:") {
            return androidCertificates.contains(String(hash))
        }
        guard let (scheme, host) = Self.parts(of: origin) else { return false }
        switch scheme {
        case "https": return host == id || host.hasSuffix("." + id)
        case "http": return id == "localhost" && host == id
        default: return false
        }
    }

    /// Scheme and host of a serialised origin: nothing but a port may follow, and browsers write it in lower case.
    private static func parts(of origin: String) -> (scheme: Substring, host: Substring)? {
        guard let colon = origin.firstIndex(of: ":"), let rest = origin[colon...].dropping(prefix: "://") else {
            return nil
        }
        let halves = rest.split(separator: ":", omittingEmptySubsequences: false)
        guard let host = halves.first, halves.count <= 2, isHost(host) else { return nil }
        if halves.count == 2 {
            guard let port = UInt16(halves[1]), String(port) == halves[1] else { return nil }
        }
        return (origin[..<colon], host)
    }

    private static func isHost(_ text: Substring) -> Bool {
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        return labels.allSatisfy { label in
            !label.isEmpty && label.utf8.allSatisfy { isLetterOrDigit($0) || $0 == UInt8(ascii: "-") }
        }
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}

extension StringProtocol {
    /// What follows the prefix; `nil` without it.
    fileprivate func dropping(prefix: String) -> SubSequence? {
        utf8.starts(with: prefix.utf8) ? self[utf8.index(startIndex, offsetBy: prefix.utf8.count)...] : nil
    }
}
