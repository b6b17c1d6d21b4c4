// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Foundation

/// The values that a TOTP app needs.
public struct TOTPSetupDetails: Equatable, Sendable {
    /// The shared secret, in base32.
    public let sharedSecret: String

    /// The user.
    public let username: String

    /// Makes details.
    public init(sharedSecret: String, username: String) {
        self.sharedSecret = sharedSecret
        self.username = username
    }

    /// The URI that TOTP apps read, also from a QR code (the Key URI format).
    ///
    /// - Throws: `AuthError.validation` if the names do not form a URI.
    public func getSetupURI(appName: String, accountName: String? = nil) throws -> URL {
        let issuer = Self.escaped(appName)
        let label = "\(issuer):\(Self.escaped(accountName ?? username))"
        guard let uri = URL(string: "otpauth://totp/\(label)?secret=\(sharedSecret)&issuer=\(issuer)") else {
            throw AuthError.validation(
                "appName or accountName",
                "The names do not form a URI",
                "Use names without special characters"
            )
        }
        return uri
    }

    /// Escapes the characters that would end a name; `URL` escapes the others and keeps names that are escaped already.
    private static func escaped(_ name: String) -> String {
        name.map { escapes[$0] ?? String($0) }.joined()
    }

    private static let escapes: [Character: String] = ["#": "%23", "&": "%26", "/": "%2F", "?": "%3F"]
}

extension TOTPSetupDetails: CustomDebugStringConvertible, CustomStringConvertible, CustomReflectable {
    /// Names the user; the secret stays out.
    public var description: String { "TOTPSetupDetails(username: \(username))" }

    /// Names the user; the secret stays out.
    public var debugDescription: String { description }

    /// Names the user; the secret stays out.
    public var customMirror: Mirror { Mirror(self, children: ["username": username]) }
}
