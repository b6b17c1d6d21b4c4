// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseServerCrypto
import GatehouseWire

/// Checks the claims of a token after its signature was verified (OpenID Connect Core 1.0, section 3.1.3.7).
struct IDTokenCheck: Sendable {
    /// The difference that the clocks of this server and a provider may have, in seconds.
    static let clockSkew: Int64 = 300
    /// The longest subject, in bytes (OpenID Connect Core 1.0, section 2).
    static let maximumSubject = 255
    /// Later times are no dates: the end of the year 9999.
    private static let latest = 253_402_300_799.0

    let issuer: TrustedIssuer
    /// The present moment in seconds since 1970.
    let now: Int64

    init(issuer: TrustedIssuer, now: Date) {
        self.issuer = issuer
        self.now = Int64(now.timeIntervalSince1970.rounded(.down))
    }

    /// Checks whether the token names the issuer.
    /// - Throws: `missingClaim` or `wrongIssuer`.
    func checkIssuer(_ claims: [WireName: WireValue]) throws(TokenRefusal) {
        guard let name = claims["iss"]?.stringValue else { throw .missingClaim("iss") }
        guard issuer.hasName(name) else { throw .wrongIssuer }
    }

    /// Checks purpose, subject, times and audience.
    /// - Throws: the first reason for a refusal, in this order.
    func verified(_ claims: [WireName: WireValue]) throws(TokenRefusal) -> VerifiedIDToken {
        try checkPurpose(claims)
        let subject = try Self.subject(of: claims)
        let audiences = try audiences(of: claims)
        try checkTimes(claims)
        let audience = try acceptedAudience(claims, audiences)
        return VerifiedIDToken(
            identity: ExternalIdentity(provider: issuer.url, subject: subject), audience: audience, claims: claims)
    }

    /// Refuses tokens for other uses that the same keys sign.
    private func checkPurpose(_ claims: [WireName: WireValue]) throws(TokenRefusal) {
        if let use = claims["token_use"] {
            guard use.stringValue == "id" else { throw .notIDToken }
        } else if issuer.kind == .userPool {
            throw .missingClaim("token_use")
        }
        // Keycloak's mark of access and refresh tokens; OpenID Connect Back-Channel Logout 1.0, section 2.4.
        if let type = claims["typ"]?.stringValue, ["Bearer", "Refresh", "Offline", "Logout"].contains(type) {
            throw .notIDToken
        }
        guard claims["events"] == nil else { throw .notIDToken }
    }

    /// The claim `sub`.
    /// - Throws: `missingClaim` for a subject that is missing, too long, or has control characters.
    static func subject(of claims: [WireName: WireValue]) throws(TokenRefusal) -> String {
        guard let subject = claims["sub"]?.stringValue, (1...maximumSubject).contains(subject.utf8.count),
            subject.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
        else { throw .missingClaim("sub") }
        return subject
    }

    private func audiences(of claims: [WireName: WireValue]) throws(TokenRefusal) -> [String] {
        let audiences =
            claims["aud"]?.stringValue.map { [$0] } ?? claims["aud"]?.arrayValue?.compactMap(\.stringValue) ?? []
        guard !audiences.isEmpty else { throw .missingClaim("aud") }
        return audiences
    }

    /// The client that the token was issued to, if it is one of the issuer's list.
    ///
    /// With several audiences only `azp` says which of them asked for the token.
    private func acceptedAudience(
        _ claims: [WireName: WireValue], _ audiences: [String]
    ) throws(TokenRefusal) -> String {
        let client: String
        if let party = claims["azp"] {
            guard let party = party.stringValue else { throw .missingClaim("azp") }
            client = party
        } else {
            guard audiences.count == 1 else { throw .wrongAudience }
            client = audiences[0]
        }
        guard issuer.clients.contain(client) else { throw .wrongAudience }
        return client
    }

    private func checkTimes(_ claims: [WireName: WireValue]) throws(TokenRefusal) {
        guard let expiry = try Self.time("exp", claims) else { throw .missingClaim("exp") }
        guard let issued = try Self.time("iat", claims) else { throw .missingClaim("iat") }
        // User pools compare the expiry directly, as the service does.
        let grace = issuer.kind == .userPool ? 0 : Self.clockSkew
        guard now < expiry + grace else { throw .expired(now: now, expiry: expiry) }
        let start = max(issued, try Self.time("nbf", claims) ?? issued)
        guard start <= now + Self.clockSkew else { throw .notYetValid(now: now, start: start) }
    }

    /// A time in seconds since 1970; `nil` if the claim is absent.
    /// - Throws: `missingClaim` for a value of another form.
    static func time(_ name: String, _ claims: [WireName: WireValue]) throws(TokenRefusal) -> Int64? {
        guard let claim = claims[name] else { return nil }
        guard let seconds = claim.doubleValue, (0...latest).contains(seconds) else { throw .missingClaim(name) }
        return Int64(seconds)
    }
}

/// A token of another issuer, taken apart and not yet verified.
struct ForeignToken: Sendable {
    /// The header members that contain or name a key, or change how a token is read.
    ///
    /// A key comes from the issuer's key set alone; a token that offers another one is an attack or a mistake.
    private static let refusedMembers: [WireName] = ["jku", "jwk", "x5u", "x5c", "crit", "b64", "zip", "enc"]
    /// The values of `typ` that ID tokens have; access tokens have `at+jwt` (RFC 9068), logout tokens `logout+jwt`.
    private static let types: Set<String> = ["JWT", "jwt", "JWS", "jws"]
    /// The values of `typ` that ID tokens and access tokens have.
    static let bearerTypes = types.union(["at+jwt", "AT+JWT", "application/at+jwt"])

    let jws: UnverifiedJWS
    let algorithm: JWSAlgorithm
    /// The payload's members, which any client may have written.
    let unverifiedClaims: [WireName: WireValue]

    /// Takes a token apart, whose header may have one of these values of `typ`.
    /// - Throws: `notIDToken`, or `unverifiable` for a header that no signature of an issuer can have.
    init(_ text: String, types: Set<String> = Self.types) throws(TokenRefusal) {
        do {
            jws = try UnverifiedJWS(text)
        } catch .missingKeyID, .unsupportedExtension {
            throw .unverifiable
        } catch {
            throw .notIDToken
        }
        try Self.checkHeader(of: jws, types: types)
        guard let algorithm = JWSAlgorithm(rawValue: jws.algorithm) else { throw .unverifiable }
        self.algorithm = algorithm
        unverifiedClaims = try Self.object(jws.payload)
    }

    /// Checks the header of a token.
    /// - Throws: `notIDToken`, or `unverifiable` for a header that no signature of an issuer can have.
    static func checkHeader(of jws: UnverifiedJWS, types: Set<String> = Self.types) throws(TokenRefusal) {
        let header = try object(jws.header)
        guard refusedMembers.allSatisfy({ header[$0] == nil }) else { throw .unverifiable }
        if let type = header["typ"] {
            guard let type = type.stringValue, types.contains(type) else { throw .notIDToken }
        }
    }

    /// Reads an object without repeated members, of which another reader might take another one.
    static func object(_ json: [UInt8]) throws(TokenRefusal) -> [WireName: WireValue] {
        guard let object = (try? WireValue(unambiguousJSON: json))?.objectValue else { throw .notIDToken }
        return object
    }
}
