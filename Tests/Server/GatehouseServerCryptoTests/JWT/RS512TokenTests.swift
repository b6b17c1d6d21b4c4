// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseServerCrypto
import Testing

@Suite struct RS512TokenTests {
    private static let keys = Result { (try RSASigningKey.generate(), try RSASigningKey.generate()) }
    private static let payload = Array(#"{"sub":"alice"}"#.utf8)

    private static func verifying(_ key: RSASigningKey) throws -> JWSVerificationKey {
        let jwk = key.publicKey.jwk
        return try JWSVerificationKey(n: jwk.n, e: jwk.e)
    }

    @Test func `a signed token is read with its key alone`() throws {
        let (key, other) = try Self.keys.get()
        let token = try RS512Token.sign(payload: Self.payload, keyID: "k1", key: key)
        let parsed = try UnverifiedJWS(token)
        #expect(parsed.keyID == "k1" && parsed.algorithm == "RS512")
        #expect(try RS512Token.payload(of: parsed, key: Self.verifying(key)) == Self.payload)
        #expect(throws: JWSError.wrongSignature) {
            try RS512Token.payload(of: parsed, key: Self.verifying(other))
        }
        #expect(throws: JWSError.malformedKey) {
            try RS512Token.payload(of: parsed, key: JWSVerificationKey(n: "AQAB", e: "AQAB"))
        }
    }

    @Test func `a token whose header or payload was changed is refused`() throws {
        let key = try Self.keys.get().0
        let token = try RS512Token.sign(payload: Self.payload, keyID: "k1", key: key)
        let other = try RS512Token.sign(payload: Array(#"{"sub":"bob"}"#.utf8), keyID: "k2", key: key)
        let (mine, foreign) = (token.split(separator: "."), other.split(separator: "."))
        for parts in [
            [foreign[0], mine[1], mine[2]], [mine[0], foreign[1], mine[2]], [mine[0], mine[1], foreign[2]],
        ] {
            let changed = parts.joined(separator: ".")
            #expect(throws: JWSError.wrongSignature) {
                try RS512Token.payload(of: UnverifiedJWS(changed), key: Self.verifying(key))
            }
        }
    }

    @Test func `a token that the same key signed by another algorithm is refused`() throws {
        let key = try Self.keys.get().0
        let token = try JWS.sign(payload: Self.payload, key: key, signer: SwiftCryptoRSASigner())
        #expect(throws: JWSError.unsupportedAlgorithm) {
            try RS512Token.payload(of: UnverifiedJWS(token), key: Self.verifying(key))
        }
    }
}
