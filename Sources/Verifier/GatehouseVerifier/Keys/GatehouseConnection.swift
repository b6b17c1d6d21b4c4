// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto
import GatehouseWire

/// The Gatehouse server that issues signing keys, and the access key with which the service calls it.
///
/// `gatehouse iam create key` makes the access key; a policy of its user allows `gatehouse:GetSigningKey`. Its description
/// shows no secret.
public struct GatehouseConnection: Sendable {
    /// The connection cannot be used.
    public enum Flaw: Error, Sendable {
        /// The text is not an absolute URL with a host.
        case notAnAddress
        /// Plain HTTP to another machine would show the signing keys on the network.
        case notEncrypted
    }

    private static let responseLimit = 65_536

    private let url: URL
    private let credentials: SigningCredentials
    private let region: String
    private let transport: any VerifierTransport

    /// Takes the server's base URL and the service's access key; `region` is the server's.
    /// - Throws: ``Flaw``.
    public init(
        url: String, accessKeyID: String, secretAccessKey: String, region: String = "us-east-1",
        transport: any VerifierTransport = AsyncHTTPTransport()
    ) throws(Flaw) {
        guard let base = URL(string: url), ["http", "https"].contains(base.scheme?.lowercased() ?? ""),
            !base.authority.isEmpty, base.query() == nil, base.fragment() == nil,
            let endpoint = URL(string: (url.hasSuffix("/") ? String(url.dropLast()) : url) + SigningKeyRequest.path)
        else { throw .notAnAddress }
        guard base.keepsSecrets else { throw .notEncrypted }
        self.url = endpoint
        credentials = SigningCredentials(accessKeyID: accessKeyID, secretAccessKey: secretAccessKey)
        self.region = region
        self.transport = transport
    }

    /// Gets a signing key.
    ///
    /// Throws `unknownKey` and `sessionExpired` for the access key in the request, `unavailable` for anything else.
    func signingKey(for request: SigningKeyRequest, at now: Date) async throws(RequestRefusal) -> SigningKeyResponse {
        let response: VerifierResponse
        do {
            response = try await transport.send(signed(request, at: now))
        } catch {
            throw .unavailable("\(url.authority): \(error)")
        }
        let value = try? WireValue(unambiguousJSON: Array(response.body.prefix(Self.responseLimit)))
        guard response.status == 200 else {
            switch value?["__type"]?.stringValue.map(ServiceFault.Code.init(rawValue:)) {
            case .unknownAccessKey: throw .unknownKey
            case .expiredSession: throw .sessionExpired
            default:
                let reason = (value?["message"]?.stringValue).map { String($0.unicodeScalars.prefix(500)) }
                throw .unavailable("\(url.authority) answers \(response.status): \(reason ?? "no reason")")
            }
        }
        guard let signingKey = value.flatMap(SigningKeyResponse.init) else {
            throw .unavailable("\(url.authority) answers without a signing key")
        }
        return signingKey
    }

    private func signed(_ request: SigningKeyRequest, at now: Date) -> VerifierRequest {
        let body = request.json
        let headers = [(name: "content-type", value: "application/json")]
        let signed = SigV4.sign(
            SignableRequest(
                method: "POST", path: url.path(percentEncoded: true),
                headers: headers + [(name: "host", value: url.authority)], body: Array(body)),
            credentials: credentials, region: region, service: SigningKeyRequest.service, date: now)
        return VerifierRequest(
            method: "POST", url: url, headers: headers + signed, body: body, responseLimit: Self.responseLimit)
    }
}

extension GatehouseConnection: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Contains the server and the id of the access key.
    public var description: String { "GatehouseConnection(\(url.authority), \(credentials.accessKeyID))" }
    /// The same as the description.
    public var debugDescription: String { description }
    /// Contains the address of the endpoint.
    public var customMirror: Mirror { Mirror(self, children: ["url": url.absoluteString]) }
}
