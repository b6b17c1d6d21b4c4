// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseFederation
import GatehouseServerCrypto
import Testing

@Suite("Key sets of other issuers")
struct KeySetTests {
    private static let rsa = Result { try TestIssuer.member(TestIssuer.keys.get().0, id: "one") }

    private static func flaw(_ keys: String) -> KeySet.Flaw? {
        do {
            _ = try KeySet(json: Array(#"{"keys": [\#(keys)]}"#.utf8))
            return nil
        } catch {
            return error
        }
    }

    @Test("A set with a shared secret or a private key is refused as a whole")
    func secrets() throws {
        let rsa = try Self.rsa.get()
        #expect(Self.flaw(rsa) == nil)
        #expect(Self.flaw(rsa + #", {"kty": "oct", "kid": "two", "k": "c2VjcmV0"}"#) == .secretKey)
        #expect(Self.flaw(#"{"d": "AQAB", "# + rsa.dropFirst()) == .secretKey)
    }

    @Test("A set with two keys of one id is refused as a whole")
    func repeatedID() throws {
        let rsa = try Self.rsa.get()
        #expect(Self.flaw(rsa + ", " + rsa) == .repeatedKeyID)
        #expect(Self.flaw(rsa + #", {"kty": "OKP", "kid": "one"}"#) == .repeatedKeyID)
    }

    @Test("A key with a repeated member makes the set unreadable")
    func repeatedMember() throws {
        #expect(Self.flaw(#"{"kid": "two", "# + (try Self.rsa.get().dropFirst())) == .notAKeySet)
    }

    @Test(
        "A key that is too weak, for another use or of another kind verifies nothing",
        arguments: [
            // 1,024 bits.
            #"{"kty": "RSA", "kid": "one", "e": "AQAB", "n": "\#("_" + String(repeating: "w", count: 169) + "w")"}"#,
            #"{"kty": "OKP", "kid": "one", "crv": "Ed25519", "x": "AAAA"}"#,
            #"{"kty": "EC", "kid": "one", "crv": "P-256", "x": "AAAA", "y": "AAAA"}"#, #"{"kty": "RSA", "kid": "one"}"#,
        ])
    func unusable(_ key: String) {
        #expect(Self.flaw(key) == .noUsableKey)
    }

    @Test("A key for encryption or for another algorithm does not verify")
    func otherUse() throws {
        let key = try TestIssuer.keys.get().0
        #expect(Self.flaw(TestIssuer.member(key, id: "one", more: #", "use": "enc""#)) == .noUsableKey)
        #expect(Self.flaw(TestIssuer.member(key, id: "one", more: #", "key_ops": ["encrypt"]"#)) == .noUsableKey)
        let member = TestIssuer.member(key, id: "one", more: #", "alg": "RS384""#)
        let set = try KeySet(json: Array(#"{"keys": [\#(member)]}"#.utf8))
        #expect(set.key("one", for: .rs256) == nil)
        #expect(set.key("one", for: .rs384) != nil)
        #expect(set.key("one", for: .es256) == nil)
        #expect(set.key("two", for: .rs384) == nil)
    }

    @Test("A set without bounds is refused")
    func bounds() throws {
        let keys = Array(repeating: #"{"kty": "OKP"}"#, count: KeySet.maximumKeys + 1).joined(separator: ",")
        #expect(Self.flaw(keys) == .tooManyKeys)
        #expect(Self.flaw(String(repeating: " ", count: KeySet.maximumBytes)) == .notAKeySet)
    }
}
