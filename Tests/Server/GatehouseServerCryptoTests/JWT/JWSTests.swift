// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto
import GatehouseServerCrypto
import Testing

@Suite struct JWSTests {
    /// One key for the whole suite, since drawing one takes tens of milliseconds.
    private static let key = Result { try RSASigningKey.generate() }
    private let key: RSASigningKey
    private let payload = Array(#"{"sub":"1"}"#.utf8)

    init() throws {
        key = try Self.key.get()
    }

    @Test func `a signed token is believed and its header is exact`() throws {
        let token = try token()
        let header = try #require(token.split(separator: ".").first.flatMap { Base64URL.decode($0) })
        #expect(String(decoding: header, as: UTF8.self) == #"{"kid":"\#(key.keyID)","alg":"RS256"}"#)
        let unverified = try UnverifiedJWS(token)
        #expect(unverified.keyID == key.keyID)
        #expect(unverified.algorithm == "RS256")
        let verified = try unverified.verified(by: [key.keyID: key.publicKey])
        #expect(verified.payload == payload)
        #expect(verified.keyID == key.keyID)
    }

    @Test func `the key id is Base64 of 32 bytes and follows from the key`() throws {
        #expect(Base64.decode(key.keyID)?.count == 32)
        #expect(key.keyID.hasSuffix("="))
        let copy = try RSASigningKey(derRepresentation: key.derRepresentation)
        #expect(copy.keyID == key.keyID)
        #expect(copy.publicKey == key.publicKey)
    }

    @Test func `a public key survives JWK and PEM`() throws {
        let jwk = key.publicKey.jwk
        #expect(jwk.e == "AQAB")
        #expect(Base64URL.decode(jwk.n)?.count == 256)
        let fromJWK = try RSAVerificationKey(jwk: jwk)
        #expect(fromJWK == key.publicKey)
        #expect(try RSAVerificationKey(jwk: jwk, keyID: "named").keyID == "named")
        #expect(try RSAVerificationKey(pem: key.publicKey.pem) == key.publicKey)
        let verified = try UnverifiedJWS(token()).verified(by: [key.keyID: fromJWK])
        #expect(verified.payload == payload)
    }

    @Test func `malformed and small keys are refused`() {
        let small = Base64URL.encode([UInt8](repeating: 0xFF, count: 128))
        for (n, e) in [("", ""), ("AQAB", "AQAB"), ("+", "AQAB"), (small, "AQAB"), (key.publicKey.jwk.n, "")] {
            #expect(throws: JWSError.malformedKey) { try RSAVerificationKey(jwk: (n, e)) }
        }
        #expect(throws: JWSError.malformedKey) { try RSAVerificationKey(pem: "-----BEGIN PUBLIC KEY-----") }
        for der in [[], [0x30], [UInt8](repeating: 0x30, count: 1_000)] {
            #expect(throws: JWSError.malformedKey) { try RSASigningKey(derRepresentation: der) }
        }
    }

    @Test(arguments: ["none", "None", "nOnE", "HS256", "RS384", "PS256", "ES256", "", "rs256"])
    func `no other algorithm is believed, signed or not`(algorithm: String) throws {
        let header = #"{"kid":"\#(key.keyID)","alg":"\#(algorithm)"}"#
        for token in [try forged(header: header), unsigned(header: header)] {
            #expect(throws: JWSError.unsupportedAlgorithm) { try verify(token) }
        }
    }

    @Test func `a token keyed with the public key's bytes is not believed`() throws {
        let header = #"{"kid":"\#(key.keyID)","alg":"HS256"}"#
        let signed = "\(Base64URL.encode(Array(header.utf8))).\(Base64URL.encode(payload))"
        for secret in [key.publicKey.pem, key.publicKey.jwk.n] {
            let mac = hmacSHA256(key: Array(secret.utf8), Array(signed.utf8))
            let token = "\(signed).\(Base64URL.encode(mac))"
            #expect(throws: JWSError.unsupportedAlgorithm) { try verify(token) }
            let relabelled = token.replacing(
                Base64URL.encode(Array(header.utf8)),
                with: Base64URL.encode(Array(#"{"kid":"\#(key.keyID)","alg":"RS256"}"#.utf8)))
            #expect(throws: JWSError.wrongSignature) { try verify(relabelled) }
        }
    }

    @Test func `another key's token is not believed, even under this key's name`() throws {
        let other = try RSASigningKey.generate()
        let token = try JWS.sign(payload: payload, key: other, signer: SwiftCryptoRSASigner())
        #expect(throws: JWSError.unknownKey) { try verify(token) }
        #expect(throws: JWSError.wrongSignature) {
            try UnverifiedJWS(token).verified(by: [other.keyID: key.publicKey])
        }
    }

    @Test func `a token with its own key is verified with the server's key`() throws {
        let jwk = try RSASigningKey.generate().publicKey.jwk
        let header =
            #"{"kid":"\#(key.keyID)","alg":"RS256","jwk":{"kty":"RSA","n":"\#(jwk.n)","e":"AQAB"},"jku":"http://x"}"#
        #expect(throws: JWSError.wrongSignature) { try verify(unsigned(header: header) + "AAAA") }
    }

    @Test func `altered and cut tokens are not believed`() throws {
        let token = Array(try token().utf8)
        for index in stride(from: 0, to: token.count, by: 7) where token[index] != UInt8(ascii: ".") {
            var altered = token
            altered[index] = altered[index] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
            #expect(throws: JWSError.self) { try verify(String(decoding: altered, as: UTF8.self)) }
        }
        for count in stride(from: 0, to: token.count, by: 5) {
            #expect(throws: JWSError.self) { try verify(String(decoding: token.prefix(count), as: UTF8.self)) }
        }
    }

    @Test func `unusable headers are refused`() throws {
        let cases: [(String, JWSError)] = [
            (#"{"alg":"RS256"}"#, .missingKeyID), (#"{"kid":"a"}"#, .malformed), ("[]", .malformed), ("", .malformed),
            (#"{"alg":"RS256","kid":7}"#, .malformed), (#"{"alg":"RS256","kid":"\#(key.keyID)""#, .malformed),
            (#"{"alg":"RS256","kid":"\#(key.keyID)","crit":["exp"]}"#, .unsupportedExtension),
            (#"{"alg":"RS256","kid":"\#(key.keyID)","crit":null}"#, .unsupportedExtension),
            (String(repeating: #"{"a":"#, count: 5_000), .malformed),
            (#"{"alg":"RS256","kid":"\#(String(repeating: "\u{301}\u{323}", count: 16))"}"#, .malformed),
            (#"{"alg":"RS256","kid":"a","\#(String(repeating: #"\u0301\u0323"#, count: 16))":1}"#, .malformed),
        ]
        for (header, error) in cases {
            #expect(throws: error) { try verify(forged(header: header)) }
        }
    }

    @Test(arguments: ["", ".", "..", "...", "a.b", "a.b.c.d", "e30.e30.e30=", "é.é.é"])
    func `a token that is not three parts of Base64URL is malformed`(token: String) {
        #expect(throws: JWSError.malformed) { try UnverifiedJWS(token) }
    }

    @Test func `a huge token is refused unread`() {
        #expect(throws: JWSError.tooLong) { try UnverifiedJWS(String(repeating: "a.", count: 1_000_000)) }
    }

    @Test func `no description shows the private key`() {
        var dumped = ""
        dump(key, to: &dumped)
        for text in ["\(key)", String(reflecting: key), dumped] {
            #expect(text.contains(key.keyID))
            #expect(text.count < 400)
        }
    }

    private func token() throws -> String {
        try JWS.sign(payload: payload, key: key, signer: SwiftCryptoRSASigner())
    }

    private func verify(_ token: String) throws -> [UInt8] {
        try UnverifiedJWS(token).verified(by: [key.keyID: key.publicKey]).payload
    }

    /// A token with any header, honestly signed.
    private func forged(header: String) throws -> String {
        let signed = "\(Base64URL.encode(Array(header.utf8))).\(Base64URL.encode(payload))"
        let signature = try SwiftCryptoRSASigner().sign(Array(signed.utf8), with: key)
        return "\(signed).\(Base64URL.encode(signature))"
    }

    /// A token with any header and an empty signature.
    private func unsigned(header: String) -> String {
        "\(Base64URL.encode(Array(header.utf8))).\(Base64URL.encode(payload))."
    }
}
