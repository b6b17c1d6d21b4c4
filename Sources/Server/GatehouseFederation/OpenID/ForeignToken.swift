// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseServerCrypto
import GatehouseWire

/// A token of another issuer, taken apart and not yet verified.
struct ForeignToken: Sendable {
    /// The header members that bring or name a key, or that change how a token is read.
    ///
    /// A key comes from the issuer's key set alone; a token that offers another one is an attack or a mistake.
    private static let refusedMembers: [WireName] = ["jku", "jwk", "x5u", "x5c", "crit", "b64", "zip", "enc"]
    /// The values of `typ` that ID tokens have; access tokens have `at+jwt` (RFC 9068), logout tokens `logout+jwt`.
    private static let types: Set<String> = ["JWT", "jwt", "JWS", "jws"]

    let jws: UnverifiedJWS
    let algorithm: JWSAlgorithm
    /// The payload's members, which any client may have written.
    let unverifiedClaims: [WireName: WireValue]

    /// Takes a token apart.
    /// - Throws: `notIDToken`, or `unverifiable` for a header that no signature of an issuer can have.
    init(_ text: String) throws(TokenRefusal) {
        do {
            jws = try UnverifiedJWS(text)
        } catch .missingKeyID, .unsupportedExtension {
            throw .unverifiable
        } catch {
            throw .notIDToken
        }
        try Self.checkHeader(of: jws)
        guard let algorithm = JWSAlgorithm(rawValue: jws.algorithm) else { throw .unverifiable }
        self.algorithm = algorithm
        unverifiedClaims = try Self.object(jws.payload)
    }

    /// Checks the header of a token.
    /// - Throws: `notIDToken`, or `unverifiable` for a header that no signature of an issuer can have.
    static func checkHeader(of jws: UnverifiedJWS) throws(TokenRefusal) {
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
