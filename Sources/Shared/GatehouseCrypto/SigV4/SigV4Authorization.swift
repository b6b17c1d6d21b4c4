// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

/// The signature that a request carries, taken apart and not yet checked.
package struct SigV4Authorization: Sendable {
    /// The key that is said to have signed.
    package let accessKeyID: String
    /// The day of the scope, `yyyymmdd`.
    package let day: String
    /// The region of the scope.
    package let region: String
    /// The service of the scope.
    package let service: String
    /// The names of the signed headers in lower case, as they were sent.
    let signedHeaders: [String]
    /// The signature in hexadecimal.
    package let signature: String
    /// The token of temporary credentials, from the header or the query.
    package let sessionToken: String?
    /// When the request says it was signed.
    package let requestDate: Date

    /// The validity of a presigned address in seconds; `nil` for a signature in the headers.
    let lifetime: TimeInterval?

    /// The signature of a request in its headers or its query, or `nil` if there is none (another scheme in the
    /// `Authorization` header is none).
    ///
    /// Throws `malformed` or `scope(.terminator)`.
    package static func parse(_ request: SignableRequest) throws(SigV4Error) -> SigV4Authorization? {
        let authorizations = request.values(of: "authorization").filter { $0.hasPrefix("AWS4-") }
        let isPresigned = request.query.contains {
            $0.0 == PresignedField.algorithm.rawValue || $0.0 == PresignedField.signature.rawValue
        }
        guard authorizations.count + (isPresigned ? 1 : 0) <= 1 else { throw .malformed(.signedTwice) }
        if let authorization = authorizations.first {
            return try SigV4Authorization(header: authorization, of: request)
        }
        return isPresigned ? try SigV4Authorization(presigned: request) : nil
    }

    /// Whether the signature is in the query.
    package var isPresigned: Bool { lifetime != nil }

    var scope: SigningScope { SigningScope(day: day, region: region, service: service) }

    /// Checks scope, time, headers and body; only the signature itself remains to be checked.
    ///
    /// The clocks may differ by `allowedSkew` seconds; a region or service of `nil` accepts any. Throws any error that
    /// callers do not throw themselves.
    package func check(
        _ request: SignableRequest, now: Date, allowedSkew: TimeInterval = 300, region: String?, service: String?
    ) throws(SigV4Error) -> UnprovenSignature {
        try checkScope(region: region, service: service)
        try checkTime(now: now, allowedSkew: allowedSkew)
        try checkSignedHeaders(of: request)
        return UnprovenSignature(authorization: self, request: request, payloadHash: try payloadHash(of: request))
    }

    /// Checks scope, time, body and signature against the key's secret.
    ///
    /// The clocks may differ by `allowedSkew` seconds; a region or service of `nil` accepts any. Whether the session
    /// token belongs to the key is for the caller to check.
    package func verify(
        secretAccessKey: String, request: SignableRequest, now: Date, allowedSkew: TimeInterval = 300,
        region: String?, service: String?
    ) throws(SigV4Error) {
        let unproven = try check(request, now: now, allowedSkew: allowedSkew, region: region, service: service)
        try unproven.verify(by: SigningKey(secretAccessKey: secretAccessKey, scope: scope))
    }
}

// MARK: - Taking apart

extension SigV4Authorization {
    private static let maximumLifetime = 604_800

    private init(header: String, of request: SignableRequest) throws(SigV4Error) {
        let space = UInt8(ascii: " ")
        let parts = header.utf8.split(separator: space, maxSplits: 1)
        guard parts.count == 2, parts[0].elementsEqual(SigningScope.algorithm.utf8) else {
            throw .malformed(.algorithm)
        }
        var fields: [String: String] = [:]
        for field in parts[1].split(separator: UInt8(ascii: ",")) {
            let pair = field.drop { $0 == space }.split(separator: UInt8(ascii: "="), maxSplits: 1)
            guard pair.count == 2 else { continue }
            let name = String(Substring(pair[0]))
            guard fields[name] == nil else { throw .malformed(.repeated(name)) }
            fields[name] = String(Substring(pair[1].prefix { $0 != space }))
        }
        let dates = request.values(of: "x-amz-date")
        let tokens = request.values(of: "x-amz-security-token")
        guard dates.count <= 1 else { throw .malformed(.repeated("x-amz-date")) }
        guard tokens.count <= 1 else { throw .malformed(.repeated("x-amz-security-token")) }
        let date = dates.first.flatMap { SigningScope.date(moment: $0) }
        let fallback = dates.isEmpty ? request.values(of: "date").first : nil
        try self.init(
            credential: fields["Credential"],
            signedHeaders: fields["SignedHeaders"],
            signature: fields["Signature"],
            date: date ?? fallback.flatMap { CivilTime.date(httpDate: $0) },
            sessionToken: tokens.first,
            lifetime: nil
        )
    }

    private init(presigned request: SignableRequest) throws(SigV4Error) {
        // A reader that takes another one of two values would see another request.
        for field in PresignedField.allCases where request.query.count(where: { $0.0 == field.rawValue }) > 1 {
            throw .malformed(.repeated(field.rawValue))
        }
        guard request.queryValue(PresignedField.algorithm.rawValue) == SigningScope.algorithm else {
            throw .malformed(.algorithm)
        }
        let seconds = request.queryValue(PresignedField.expires.rawValue).flatMap { SigningScope.number($0.utf8) }
        guard let seconds, (1...Self.maximumLifetime).contains(seconds) else { throw .malformed(.expires) }
        try self.init(
            credential: request.queryValue(PresignedField.credential.rawValue),
            signedHeaders: request.queryValue(PresignedField.signedHeaders.rawValue),
            signature: request.queryValue(PresignedField.signature.rawValue),
            date: request.queryValue(PresignedField.date.rawValue).flatMap { SigningScope.date(moment: $0) },
            sessionToken: request.queryValue(PresignedField.securityToken.rawValue),
            lifetime: TimeInterval(seconds)
        )
    }

    private init(
        credential: String?, signedHeaders: String?, signature: String?, date: Date?, sessionToken: String?,
        lifetime: TimeInterval?
    ) throws(SigV4Error) {
        guard let credential else { throw .malformed(.missingCredential) }
        guard let signature else { throw .malformed(.missingSignature) }
        guard let signedHeaders else { throw .malformed(.missingSignedHeaders) }
        guard let date else { throw .malformed(.missingDate) }
        let scope = credential.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .map { String(Substring($0)) }
        guard scope.count == 5 else { throw .malformed(.credential) }
        guard scope[4] == SigningScope.terminator else { throw .scope(.terminator) }
        (accessKeyID, day, region, service) = (scope[0], scope[1], scope[2], scope[3])
        self.signedHeaders = signedHeaders.utf8.split(separator: UInt8(ascii: ";")).map { Substring($0).lowercased() }
        // A repeated name would repeat the header's value in the canonical request: the square of the request's length.
        guard Set(self.signedHeaders).count == self.signedHeaders.count else {
            throw .malformed(.repeatedSignedHeaders)
        }
        self.signature = signature
        self.sessionToken = sessionToken
        self.lifetime = lifetime
        requestDate = date
    }
}

// MARK: - Checks

extension SigV4Authorization {
    /// The headers that determine the meaning of a request: an attacker could replace them if they were not signed.
    private static let decisiveHeaders = ["x-amz-date", "x-amz-target", CanonicalRequest.payloadHashHeader]

    private func checkScope(region: String?, service: String?) throws(SigV4Error) {
        guard SigningScope.moment(requestDate).hasPrefix(day), day.utf8.count == 8 else { throw .scope(.day) }
        if let region, region != self.region { throw .scope(.region(self.region)) }
        if let service, service != self.service { throw .scope(.service(expected: service)) }
    }

    private func checkTime(now: Date, allowedSkew: TimeInterval) throws(SigV4Error) {
        let age = now.timeIntervalSince(requestDate)
        if age < -allowedSkew {
            throw .notYetCurrent(
                moment: SigningScope.moment(requestDate),
                latest: SigningScope.moment(now.addingTimeInterval(allowedSkew)),
                now: SigningScope.moment(now),
                allowedMinutes: Self.minutes(allowedSkew)
            )
        }
        if let lifetime {
            guard age <= lifetime else { throw .addressExpired }
        } else if age > allowedSkew {
            throw .expired(
                moment: SigningScope.moment(requestDate),
                earliest: SigningScope.moment(now.addingTimeInterval(-allowedSkew)),
                now: SigningScope.moment(now),
                allowedMinutes: Self.minutes(allowedSkew)
            )
        }
    }

    private static func minutes(_ skew: TimeInterval) -> Int {
        Int(min(max(skew / 60, 0), 1_000_000))
    }

    private func checkSignedHeaders(of request: SignableRequest) throws(SigV4Error) {
        guard signedHeaders.contains("host"), !request.values(of: "host").isEmpty else {
            throw .malformed(.hostNotSigned)
        }
        for name in Self.decisiveHeaders where !signedHeaders.contains(name) && !request.values(of: name).isEmpty {
            throw .malformed(.headerNotSigned(name))
        }
    }

    /// The body's digest; a digest in the headers must be the body's own, and constants in its place are refused.
    private func payloadHash(of request: SignableRequest) throws(SigV4Error) -> String {
        let actual = Hex.encode(sha256(request.body))
        guard request.values(of: CanonicalRequest.payloadHashHeader).allSatisfy({ $0 == actual }) else {
            throw .wrongSignature
        }
        return actual
    }
}

/// The query fields of a request that is signed in its address.
enum PresignedField: String, CaseIterable {
    case algorithm = "X-Amz-Algorithm"
    case credential = "X-Amz-Credential"
    case date = "X-Amz-Date"
    case expires = "X-Amz-Expires"
    case signedHeaders = "X-Amz-SignedHeaders"
    case securityToken = "X-Amz-Security-Token"
    case signature = "X-Amz-Signature"
}

extension SigV4Authorization {
    /// Checks further rules for a service of another owner than AWS, after
    /// ``check(_:now:allowedSkew:region:service:)``: the signature is for one of the hosts of the service, and covers
    /// every header of AWS and the session token; signer and service read the path alike.
    ///
    /// `hosts` are in lower case, with the port unless it is the scheme's own. A presigned address may be valid for
    /// `longestLifetime` seconds. Throws `host` or `malformed`.
    package func checkAudience(
        of request: SignableRequest, hosts: Set<String>, longestLifetime: TimeInterval
    ) throws(SigV4Error) {
        let named = request.values(of: "host")
        guard named.count == 1, let host = named.first, hosts.contains(host.lowercased()) else { throw .host }
        let signed = Set(signedHeaders)
        for header in request.headers {
            let name = header.name.lowercased()
            if name.hasPrefix("x-amz-"), !signed.contains(name) { throw .malformed(.headerNotSigned(name)) }
        }
        if let lifetime, lifetime > longestLifetime { throw .malformed(.expires) }
        guard service == "s3" || CanonicalRequest.isResolved(request.path) else { throw .malformed(.ambiguousPath) }
    }
}

/// A signed request whose scope, time, headers and body were checked; only its signature was not.
///
/// Only ``SigV4Authorization/check(_:now:allowedSkew:region:service:)`` makes one, so that no signing key is fetched
/// before the rest of a request is known to be right.
package struct UnprovenSignature: Sendable {
    /// The signature that the request carries.
    package let authorization: SigV4Authorization
    let request: SignableRequest
    let payloadHash: String

    /// Checks the signature by a key for its scope.
    ///
    /// Whether the session token belongs to the key is for the caller to check. Throws `wrongSignature`, also for a key
    /// of another scope.
    package func verify(by key: SigningKey) throws(SigV4Error) {
        guard key.scope == authorization.scope else { throw .wrongSignature }
        let moment = SigningScope.moment(authorization.requestDate)
        let isGenuine = readings.contains { reading in
            let canonical = CanonicalRequest(
                request: reading, signedHeaders: authorization.signedHeaders, service: authorization.service,
                payloadHash: payloadHash)
            return constantTimeEqual(key.signature(of: canonical.text, at: moment).utf8, authorization.signature.utf8)
        }
        guard isGenuine else { throw .wrongSignature }
    }

    /// The requests that may have been signed: presigners add the session token before or after they sign the address.
    private var readings: [SignableRequest] {
        guard authorization.isPresigned, authorization.sessionToken != nil else { return [request] }
        var bare = request
        bare.query.removeAll { $0.0 == PresignedField.securityToken.rawValue }
        return [request, bare]
    }
}
