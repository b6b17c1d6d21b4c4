// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

/// Signs requests for AWS services (Signature Version 4), in headers or in the address.
package enum SigV4 {
    /// Headers that are never signed, since proxies change or add them, and headers that signing itself replaces.
    private static let unsigned: Set<String> = [
        "authorization", "connection", "expect", "te", "transfer-encoding", "upgrade", "user-agent",
        "x-amzn-trace-id", "x-amz-date", "x-amz-security-token",
    ]

    /// The headers to set on the request: `x-amz-date`, `x-amz-security-token` for temporary credentials and
    /// `authorization`.
    ///
    /// The request's headers must hold `host`.
    package static func sign(
        _ request: SignableRequest, credentials: SigningCredentials, region: String, service: String, date: Date
    ) -> [(name: String, value: String)] {
        let day = String(SigningScope.moment(date).prefix(8))
        let key = SigningKey(
            secretAccessKey: credentials.secretAccessKey, day: day, region: region, service: service)
        return sign(
            request, accessKeyID: credentials.accessKeyID, sessionToken: credentials.sessionToken, key: key, date: date)
    }

    /// The same headers, by a signing key of the date's day.
    package static func sign(
        _ request: SignableRequest, accessKeyID: String, sessionToken: String?, key: SigningKey, date: Date
    ) -> [(name: String, value: String)] {
        let moment = SigningScope.moment(date)
        var added = [(name: "x-amz-date", value: moment)]
        if let sessionToken {
            added.append((name: "x-amz-security-token", value: sessionToken))
        }
        var complete = request
        complete.headers.removeAll { unsigned.contains($0.name.lowercased()) }
        complete.headers += added
        let canonical = canonicalRequest(complete, service: key.scope.service)
        let signature = key.signature(of: canonical.text, at: moment)
        let authorization = """
            \(SigningScope.algorithm) Credential=\(accessKeyID)/\(key.scope.text), \
            SignedHeaders=\(canonical.signedHeaders.joined(separator: ";")), Signature=\(signature)
            """
        return added + [(name: "authorization", value: authorization)]
    }

    /// The query fields to add to an address that counts as signed for `expires` seconds (1 to 604,800).
    package static func presign(
        _ request: SignableRequest, credentials: SigningCredentials, region: String, service: String, date: Date,
        expires: Int
    ) -> [(String, String)] {
        let moment = SigningScope.moment(date)
        let scope = SigningScope(day: String(moment.prefix(8)), region: region, service: service)
        var complete = request
        complete.headers.removeAll { unsigned.contains($0.name.lowercased()) }
        let names = signedHeaders(complete)
        var added = [
            (PresignedField.algorithm.rawValue, SigningScope.algorithm),
            (PresignedField.credential.rawValue, "\(credentials.accessKeyID)/\(scope.text)"),
            (PresignedField.date.rawValue, moment),
            (PresignedField.expires.rawValue, String(expires)),
            (PresignedField.signedHeaders.rawValue, names.joined(separator: ";")),
        ]
        if let token = credentials.sessionToken {
            added.append((PresignedField.securityToken.rawValue, token))
        }
        complete.query += added
        let key = SigningKey(secretAccessKey: credentials.secretAccessKey, scope: scope)
        let signature = key.signature(of: canonicalRequest(complete, service: service).text, at: moment)
        return added + [(PresignedField.signature.rawValue, signature)]
    }

    private static func canonicalRequest(_ request: SignableRequest, service: String) -> CanonicalRequest {
        let declared = request.values(of: CanonicalRequest.payloadHashHeader).first
        return CanonicalRequest(
            request: request,
            signedHeaders: signedHeaders(request),
            service: service,
            payloadHash: declared ?? Hex.encode(sha256(request.body))
        )
    }

    private static func signedHeaders(_ request: SignableRequest) -> [String] {
        Set(request.headers.map { $0.name.lowercased() }).sorted()
    }
}
