// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

/// The server's response to a ``SigningKeyRequest``: the key, and the principal that signs with it.
///
/// Its description shows the principal alone.
package struct SigningKeyResponse: Sendable, Equatable {
    /// The 32 bytes of the key.
    package let key: Data
    /// The end of the key's use, in whole seconds: at most a day ahead, and never after the credentials' expiry.
    package let expiresAt: Date
    /// The holder of the access key.
    package let principal: SigningPrincipal

    /// Creates a response.
    package init(key: Data, expiresAt: Date, principal: SigningPrincipal) {
        self.key = key
        self.expiresAt = expiresAt
        self.principal = principal
    }

    /// Reads a response; `nil` for any other value.
    package init?(_ value: WireValue) {
        guard let key = value["SigningKey"]?.stringValue.flatMap({ Data(base64Encoded: $0) }),
            let expiry = value["Expiration"]?.integerValue, (0...Self.latest).contains(expiry),
            let principal = value["Principal"].flatMap(SigningPrincipal.init)
        else { return nil }
        self.init(key: key, expiresAt: Date(timeIntervalSince1970: Double(expiry)), principal: principal)
    }

    /// The response on the wire.
    package var wireValue: WireValue {
        [
            "SigningKey": .string(key.base64EncodedString()),
            "Expiration": .integer(Int64(expiresAt.timeIntervalSince1970)), "Principal": principal.wireValue,
        ]
    }

    /// The end of the year 9999 in seconds.
    private static let latest: Int64 = 253_402_300_799
}

extension SigningKeyResponse: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "SigningKeyResponse(\(principal.arn))" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: ["principal": principal]) }
}

/// The holder of an access key, as `GetCallerIdentity` names it, with the contents of a session of an identity pool.
package struct SigningPrincipal: Sendable, Equatable {
    /// The ARN of a user, or of the session of a role.
    package let arn: String
    /// The account, twelve digits.
    package let account: String
    /// The unique id: `AIDA…`, or `AROA…:<session name>`.
    package let userID: String
    /// The identity of the identity pool that received the credentials.
    package let identityID: String?
    /// The identity pool.
    package let identityPoolID: String?
    /// `authenticated` or `unauthenticated`, then the providers of the logins.
    package let authenticationMethods: [String]
    /// The tags of the session by their keys.
    package let tags: [String: String]
    /// Whether policies that were chosen for the session permit less than the role or the user; `true` if the server
    /// does not say it.
    package let isRestricted: Bool

    /// Creates the description of a holder.
    package init(
        arn: String, account: String, userID: String, identityID: String? = nil, identityPoolID: String? = nil,
        authenticationMethods: [String] = [], tags: [String: String] = [:], isRestricted: Bool = false
    ) {
        self.arn = arn
        self.account = account
        self.userID = userID
        self.identityID = identityID
        self.identityPoolID = identityPoolID
        self.authenticationMethods = authenticationMethods
        self.tags = tags
        self.isRestricted = isRestricted
    }

    init?(_ value: WireValue) {
        guard let arn = value["Arn"]?.stringValue, let account = value["Account"]?.stringValue,
            let userID = value["UserId"]?.stringValue
        else { return nil }
        let tags = (value["Tags"]?.objectValue ?? [:]).compactMap { name, tag in
            tag.stringValue.map { (name.text, $0) }
        }
        self.init(
            arn: arn, account: account, userID: userID, identityID: value["IdentityId"]?.stringValue,
            identityPoolID: value["IdentityPoolId"]?.stringValue,
            authenticationMethods: value["AuthenticationMethods"]?.arrayValue?.compactMap(\.stringValue) ?? [],
            tags: Dictionary(tags) { first, _ in first }, isRestricted: value["IsRestricted"]?.boolValue ?? true)
    }

    var wireValue: WireValue {
        var members: [WireName: WireValue] = [
            "Arn": .string(arn), "Account": .string(account), "UserId": .string(userID),
            "IsRestricted": .bool(isRestricted),
        ]
        members["IdentityId"] = identityID.map { .string($0) }
        members["IdentityPoolId"] = identityPoolID.map { .string($0) }
        if !authenticationMethods.isEmpty {
            members["AuthenticationMethods"] = .array(authenticationMethods.map { .string($0) })
        }
        if !tags.isEmpty { members["Tags"] = .object(ofTexts: tags) }
        return .object(members)
    }
}

// The refusals that concern the access key in the request, not the verifier's own.
extension ServiceFault.Code {
    /// The access key is unknown, or its session token is missing or not the key's.
    package static let unknownAccessKey: Self = "UnknownAccessKeyException"
    /// The session of the temporary credentials is over.
    package static let expiredSession: Self = "ExpiredSessionException"
}
