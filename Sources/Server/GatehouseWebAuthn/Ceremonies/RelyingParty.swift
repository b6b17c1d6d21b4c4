// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto

/// The relying party of passkeys, identified by a domain.
package struct RelyingParty: Sendable, Equatable {
    /// The domain, in lower case.
    package let id: String
    /// SHA-256 of the certificates of the domain's Android apps, in the form of their origins.
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

    /// Whether the text can be a relying party id: a domain below a top-level domain, or `localhost`.
    ///
    /// Browsers check the list of public suffixes themselves, and create no passkeys for a public suffix.
    package static func isDomain(_ text: String) -> Bool {
        let name = text.lowercased()
        let labels = name.split(separator: ".", omittingEmptySubsequences: false)
        let isAddress = labels.last?.allSatisfy(\.isNumber) ?? true
        return isHost(name[...]) && (name == "localhost" || labels.count > 1 && !isAddress)
    }

    /// SHA-256 of the domain, as authenticator data contains it.
    var idHash: [UInt8] { sha256(Array(id.utf8)) }

    /// Whether a page or an app of this origin may use the domain's passkeys.
    ///
    /// The page's origin must have the scheme `https` and the domain or a subdomain of it; for `localhost`, `http` is
    /// allowed too. An Android app's origin contains the hash of its certificate, which must be one of
    /// `androidCertificates`.
    package func allows(origin: String) -> Bool {
        // A serialised origin is ASCII (RFC 6454, section 6.2), and processing other text can be expensive.
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

    /// The scheme and host of a serialised origin; only a port may follow, and browsers write origins in lower case.
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
    /// The text after the prefix; `nil` without the prefix.
    fileprivate func dropping(prefix: String) -> SubSequence? {
        utf8.starts(with: prefix.utf8) ? self[utf8.index(startIndex, offsetBy: prefix.utf8.count)...] : nil
    }
}
