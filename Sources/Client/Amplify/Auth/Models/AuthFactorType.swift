// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Foundation

/// A first factor.
///
/// The answer for `confirmSignIn` is not the raw value but the plugin's `challengeResponse`.
public enum AuthFactorType: String, Sendable {
    /// The password, sent as it is.
    case password

    /// The password, proved without being sent.
    case passwordSRP

    /// A code by SMS.
    case smsOTP

    /// A code by e-mail.
    case emailOTP

    /// A passkey.
    case webAuthn
}

/// A second factor.
///
/// The answer for `confirmSignIn` is not the raw value but the plugin's `challengeResponse`.
public enum MFAType: String, Sendable {
    /// A code by SMS.
    case sms

    /// A code from a TOTP app.
    case totp

    /// A code by e-mail.
    case email
}

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

/// A request to verify that a TOTP app was set up.
public struct VerifyTOTPSetupRequest: AmplifyOperationRequest, Sendable {
    /// The code that was delivered.
    public var code: String

    /// The settings of this request, which may contain the plugin's own.
    public var options: Options

    /// Makes a request.
    public init(code: String, options: Options) {
        self.code = code
        self.options = options
    }

    /// The options of a request to verify that a TOTP app was set up.
    public struct Options: Sendable {
        private let extra: PluginOptions

        /// The plugin's own options.
        public var pluginOptions: Any? { extra.value }

        /// Makes options.
        public init(pluginOptions: Any? = nil) {
            extra = PluginOptions(value: pluginOptions)
        }
    }
}
