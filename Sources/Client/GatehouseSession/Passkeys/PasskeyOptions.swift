// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
import GatehouseCrypto
import GatehouseWire

/// The service's options for a new passkey: `PublicKeyCredentialCreationOptionsJSON` of WebAuthn Level 3.
package struct PasskeyCreationOptions: Sendable, Equatable {
    /// The random bytes that the new passkey signs.
    package let challenge: [UInt8]
    /// The domain that the passkey is for.
    package let relyingPartyID: String
    /// The bytes that identify the account to the authenticator.
    package let userHandle: [UInt8]
    /// The user's name in the pool.
    package let userName: String
    /// The user's display name; may be empty.
    package let displayName: String
    /// Whether ES256 is among the algorithms.
    package let takesES256: Bool
    /// Passkeys that the user has.
    package let excludedIDs: [[UInt8]]
    package let userVerification: UserVerification
    /// The time limit for the user.
    package let timeLimit: Duration

    /// Reads the options.
    ///
    /// - Throws: `.failed` if something is missing.
    package init(_ json: Data) throws(PasskeyError) {
        guard let options = try? WireValue(json: json), let challenge = options["challenge"]?.base64URL,
            let relyingPartyID = options["rp"]?["id"]?.stringValue, !relyingPartyID.isEmpty,
            let userHandle = options["user"]?["id"]?.base64URL
        else { throw .incomplete }
        self.challenge = challenge
        self.relyingPartyID = relyingPartyID
        self.userHandle = userHandle
        userName = options["user"]?["name"]?.stringValue ?? ""
        displayName = options["user"]?["displayName"]?.stringValue ?? ""
        let algorithms = (options["pubKeyCredParams"]?.arrayValue ?? []).compactMap { $0["alg"]?.integerValue }
        takesES256 = algorithms.isEmpty || algorithms.contains(-7)
        excludedIDs = (options["excludeCredentials"]?.arrayValue ?? []).compactMap { $0["id"]?.base64URL }
        userVerification = UserVerification(options["authenticatorSelection"]?["userVerification"]?.stringValue)
        timeLimit = PasskeyDialog.limit(of: json)
    }
}

/// The service's options for a sign-in: `PublicKeyCredentialRequestOptionsJSON` of WebAuthn Level 3.
package struct PasskeyRequestOptions: Sendable, Equatable {
    /// The random bytes that the passkey signs.
    package let challenge: [UInt8]
    /// The domain that the passkey is for.
    package let relyingPartyID: String
    /// The passkeys that the service takes; empty for any.
    package let allowedIDs: [[UInt8]]
    package let userVerification: UserVerification
    /// The time limit for the user.
    package let timeLimit: Duration

    /// Reads the options.
    ///
    /// - Throws: `.failed` if something is missing.
    package init(_ json: Data) throws(PasskeyError) {
        guard let options = try? WireValue(json: json), let challenge = options["challenge"]?.base64URL,
            let relyingPartyID = options["rpId"]?.stringValue, !relyingPartyID.isEmpty
        else { throw .incomplete }
        self.challenge = challenge
        self.relyingPartyID = relyingPartyID
        allowedIDs = (options["allowCredentials"]?.arrayValue ?? []).compactMap { $0["id"]?.base64URL }
        userVerification = UserVerification(options["userVerification"]?.stringValue)
        timeLimit = PasskeyDialog.limit(of: json)
    }

    /// Whether the service takes a passkey.
    func allows(_ passkey: StoredPasskey) -> Bool {
        passkey.relyingPartyID == relyingPartyID && (allowedIDs.isEmpty || allowedIDs.contains(passkey.id))
    }
}

extension PasskeyError {
    fileprivate static var incomplete: PasskeyError { .failed("The service's options for a passkey are incomplete.") }
}

extension WireValue {
    fileprivate var base64URL: [UInt8]? { stringValue.flatMap { Base64URL.decode($0) } }
}

/// Whether an authenticator must verify the user: `UserVerificationRequirement` of WebAuthn Level 3, section 5.8.6.
package enum UserVerification: String, Sendable {
    case required
    case preferred
    case discouraged

    /// Reads the member of the options; an unknown value means the default.
    init(_ text: String?) {
        self = text.flatMap(UserVerification.init(rawValue:)) ?? .preferred
    }
}
