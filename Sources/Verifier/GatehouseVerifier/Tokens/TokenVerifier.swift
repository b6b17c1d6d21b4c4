// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Foundation
import GatehouseServerCrypto
import GatehouseText
import GatehouseWire

/// Verifies the ID and access tokens of one user pool, of a Gatehouse server or of Amazon Cognito.
///
/// Copies share the issuer's keys. A token is valid until it expires: whether it was revoked since, only the server
/// knows (`GetUser` of an access token).
public struct TokenVerifier: Sendable {
    /// The issuer cannot be used.
    public enum Flaw: Error, Sendable {
        /// The issuer is not an absolute URL without a query.
        case notAnAddress
        /// Keys over plain HTTP from another machine could be exchanged on the network.
        case notEncrypted
        /// A verifier without app clients accepts no token.
        case noClients
    }

    /// The largest time by which a token may be issued after the present moment, in seconds.
    static let allowedClockSkew: Int64 = 300
    private static let latest = 253_402_300_799.0

    private let issuer: String
    private let clientIDs: [String]
    private let keys: IssuerKeySet
    private let now: @Sendable () -> Date

    /// Creates a verifier for the tokens of a user pool's app clients.
    ///
    /// `issuer` is the claim `iss`: `<base URL>/<pool id>`, or
    /// `https://cognito-idp.<region>.amazonaws.com/<pool id>`.
    /// - Throws: ``Flaw``.
    public init(
        issuer: String, clientIDs: [String], transport: any VerifierTransport = AsyncHTTPTransport(),
        now: @escaping @Sendable () -> Date = { Date() }
    ) throws(Flaw) {
        guard let url = URL(string: issuer), ["http", "https"].contains(url.scheme?.lowercased() ?? ""),
            !url.authority.isEmpty, url.query() == nil, url.fragment() == nil,
            let keysURL = URL(string: (issuer.hasSuffix("/") ? String(issuer.dropLast()) : issuer) + Self.keysPath)
        else { throw .notAnAddress }
        guard url.keepsSecrets else { throw .notEncrypted }
        guard !clientIDs.isEmpty else { throw .noClients }
        self.issuer = issuer
        self.clientIDs = clientIDs
        keys = IssuerKeySet(url: keysURL, transport: transport, now: now)
        self.now = now
    }

    private static let keysPath = "/.well-known/jwks.json"

    /// Verifies a token for a use and returns its claims.
    /// - Throws: ``InvalidToken``.
    public func verify(_ token: String, as use: VerifiedToken.Use) async throws(InvalidToken) -> VerifiedToken {
        let unverified = try Self.parsed(token)
        guard unverified.algorithm == JWSAlgorithm.rs256.rawValue else { throw .algorithm }
        let key = try await keys.key(unverified.keyID)
        let payload: [UInt8]
        do throws(JWSError) {
            payload = try unverified.verified(by: key).payload
        } catch {
            throw .signature
        }
        guard let claims = (try? WireValue(unambiguousJSON: payload))?.objectValue else { throw .malformed }
        return try verified(claims, as: use)
    }

    private static func parsed(_ token: String) throws(InvalidToken) -> UnverifiedJWS {
        do throws(JWSError) {
            return try UnverifiedJWS(token)
        } catch {
            throw .malformed
        }
    }

    private func verified(
        _ claims: [WireName: WireValue], as use: VerifiedToken.Use
    ) throws(InvalidToken) -> VerifiedToken {
        guard claims["iss"]?.stringValue?.hasBytes(of: issuer) == true else { throw .issuer }
        guard claims["token_use"]?.stringValue?.hasBytes(of: use.rawValue) == true else { throw .use }
        let audience = claims[use == .id ? "aud" : "client_id"]?.stringValue
        guard let audience, let clientID = clientIDs.first(where: { $0.hasBytes(of: audience) }) else {
            throw .audience
        }
        guard let subject = claims["sub"]?.stringValue, !subject.isEmpty, let expiry = Self.time("exp", claims),
            let issued = Self.time("iat", claims)
        else { throw .malformed }
        let now = Int64(now().timeIntervalSince1970.rounded(.down))
        guard now < expiry else { throw .expired }
        guard max(issued, Self.time("nbf", claims) ?? issued) <= now + Self.allowedClockSkew else { throw .notYetValid }
        return VerifiedToken(
            use: use, subject: subject, clientID: clientID, expiresAt: Date(timeIntervalSince1970: Double(expiry)),
            claims: claims)
    }

    private static func time(_ name: String, _ claims: [WireName: WireValue]) -> Int64? {
        guard let seconds = claims[name]?.doubleValue, (0...latest).contains(seconds) else { return nil }
        return Int64(seconds)
    }
}
