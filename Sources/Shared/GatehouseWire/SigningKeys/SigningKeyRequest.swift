// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

/// A verifier's request for the signing key of an access key, for one day, one region and one service.
///
/// The verifier sends it as JSON to ``path`` below the server's base URL, signed for ``service`` with an access key that
/// may do ``action``.
package struct SigningKeyRequest: Sendable, Equatable {
    /// The path of the endpoint.
    package static let path = "/verifier/signing-key"
    /// The service in the scope of the verifier's own signature.
    package static let service = "gatehouse"
    /// The action that a policy must allow.
    package static let action = "gatehouse:GetSigningKey"
    /// The most bytes of a request; a session token has at most half of them.
    package static let maximumLength = 32_768

    /// The access key, `AKIA…` or `ASIA…`.
    package let accessKeyID: String
    /// The session token of the request that is verified, for temporary keys.
    package let sessionToken: String?
    /// The day of the signature's scope, `yyyymmdd`.
    package let day: String
    /// The region of the signature's scope.
    package let region: String
    /// The service of the signature's scope.
    package let service: String

    /// Creates a request.
    package init(accessKeyID: String, sessionToken: String?, day: String, region: String, service: String) {
        self.accessKeyID = accessKeyID
        self.sessionToken = sessionToken
        self.day = day
        self.region = region
        self.service = service
    }

    /// Reads a request; `nil` for an object without one of the members.
    package init?(_ value: WireValue) {
        guard let accessKeyID = value["AccessKeyId"]?.stringValue, let day = value["Date"]?.stringValue,
            let region = value["Region"]?.stringValue, let service = value["Service"]?.stringValue
        else { return nil }
        let token = value["SessionToken"]
        guard token == nil || token?.stringValue != nil else { return nil }
        self.init(
            accessKeyID: accessKeyID, sessionToken: token?.stringValue, day: day, region: region, service: service)
    }

    /// The request as JSON.
    package var json: Data {
        var members: [WireName: WireValue] = [
            "AccessKeyId": .string(accessKeyID), "Date": .string(day), "Region": .string(region),
            "Service": .string(service),
        ]
        members["SessionToken"] = sessionToken.map { .string($0) }
        return WireValue.object(members).json()
    }
}
