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

/// The reason why a token is not accepted.
public enum InvalidToken: Error, Sendable, Equatable {
    /// Not a token in compact form, too long, with an extension that is not known, or without a required claim.
    case malformed
    /// Signed by another algorithm than RS256, or not at all.
    case algorithm
    /// The issuer has no key with the id in the header.
    case unknownKey
    /// The issuer's key did not make the signature.
    case signature
    /// Of another issuer.
    case issuer
    /// An access token where an ID token is expected, or the reverse.
    case use
    /// For another app client.
    case audience
    /// The time of the token is over.
    case expired
    /// Issued in the future.
    case notYetValid
    /// The issuer's keys cannot be fetched; the reason is for the log.
    case keysUnavailable(String)

    /// The HTTP status of the response: 401, or 503 if the token could not be verified.
    public var status: Int {
        if case .keysUnavailable = self { 503 } else { 401 }
    }

    /// The text for the caller.
    public var message: String {
        switch self {
        case .malformed: "The token is malformed."
        case .algorithm, .unknownKey, .signature: "The signature of the token is not valid."
        case .issuer: "The token is of another issuer."
        case .use: "The token is for another use."
        case .audience: "The token is for another app client."
        case .expired: "The token is expired."
        case .notYetValid: "The token is not valid yet."
        case .keysUnavailable: "The token cannot be verified now: try again."
        }
    }
}
