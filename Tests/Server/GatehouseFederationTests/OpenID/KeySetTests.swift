// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseFederation
import GatehouseServerCrypto
import Testing

@Suite("Key sets of other issuers")
struct KeySetTests {
    private static let rsa = Result { try TestIssuer.member(TestIssuer.keys.get().0, id: "one") }

    /// The moduli of keys that OpenSSL generated, of 1,024, 2,040, 2,041 and 2,047 bits.
    private static let shortModuli = [
        """
        1xO3wlTmE7CxWaHtHpH6_rbUi6CcIxfPzBxAba-\
        oO4NST2sNfOJJ1716gZ7MVxnHfFzHBpeizMfFLVEq3Z5emU6cN7m_uxW4_pa5tICT-\
        BlwgzQ2E6sc9HUA3Ecv1GnWDhNV0gHirXqwQPH4y_f9mgl5Ei_RAFMrOVjggpH1NmU
        """,
        """
        rhWhAzq8YF13HV0bPMSeNniP6tqaI3QVxXPqvko54zdIFTtxGYB97NxVWrYgTNBbJ7GxgXSFRdX8OBHpPaqkj1Srg4a1BdWQuPpr\
        JhV-OCetzrv7nEqDrqeQBqQzXaOm_Tx0LLF_n35xDBjKX951PNsFKyQarANFKG9ufo5M41HjNHhZ57yI1AX_q-rpbRAx5LOwPtQ3\
        2vdqyTCub2lj2fvSp2q_uWVQqDRjv7Dfctppp_8sdXcoSiF9vhnaxBUEr-\
        5FeAmvXNXVF0baqmBK8Fxk3ujUfstfwgwiWTkdDWUeddW4Kgns6a1HQsBd6dm7D2_KaLz7KEZYcZULhPmD
        """,
        """
        AYGRwyC_4A1s9Qbiutyka9lfAcIZJU5O0U4u4IzfJHrBmBl8RsHjDxNHDViZXvduV5vr_hOhElsBLSfQDaVk601PGjFpvSvsOzZv\
        sabMRyTYJ94FuUldSybJ8lbwq8d-qoK_hnqtAjpe55QYxpxrrqv1X64fLLaicx0LQ-h0fg1PdfhkeyMmKuhOhyis0QdEURz2GmKL\
        ak9PgP_1N8G9YmKH_YfAgg6rHmBhP927_193oaZYJPnhaD7FpyT6eCxpL8vesCY0D7ryavMJmi4kn7Tfiyu2te0sJEGTVuiVfDJD\
        kILjtl7UstHbexrGPHNkHp8z-QLIh9muDx-Ddr2EWw
        """,
        """
        XRiOhZLTd2_51NcKrN9bCUWsb_66OONF1oIi6I6I7bN5pPPfbXm6g_kI7bvL5j7PW8rWypAyF_HfGPQc1GNy3PoRAfPHVzdnKOSd\
        S5wCnHbEwYI7iROjTLnuc8vFmT3MmFxSWN7zmT_VDhanpKGOd39L6z0gNifPJbjNhkr3As1ZuhqC7Ad9vndmSvg9cVOcCEIA2Ekh\
        72t7D6GsY3szKd3TUOjpGcnOq7ieqAMuXsn-O6IV9CHjGJMQpcSq4zt0AvgQ75XkEPdfdpiVvkskFQiotU-D6q-EX7ViO7dMtkfP\
        Atu2CKQflut5pJrxMX0DHPSDvHqdrH9PwBejVihftQ
        """,
    ]

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
            #"{"kty": "OKP", "kid": "one", "crv": "Ed25519", "x": "AAAA"}"#,
            #"{"kty": "EC", "kid": "one", "crv": "P-256", "x": "AAAA", "y": "AAAA"}"#, #"{"kty": "RSA", "kid": "one"}"#,
        ])
    func unusable(_ key: String) {
        #expect(Self.flaw(key) == .noUsableKey)
    }

    @Test("An RSA key below 2048 bits verifies nothing", arguments: shortModuli)
    func shortKey(_ modulus: String) {
        #expect(Self.flaw(#"{"kty": "RSA", "kid": "one", "e": "AQAB", "n": "\#(modulus)"}"#) == .noUsableKey)
    }

    @Test("An RSA key with the exponent 1, or an even one, verifies nothing", arguments: ["", "AQ", "AA", "AQAA"])
    func badExponent(_ exponent: String) throws {
        let modulus = try TestIssuer.keys.get().0.publicKey.jwk.n
        #expect(Self.flaw(#"{"kty": "RSA", "kid": "one", "e": "\#(exponent)", "n": "\#(modulus)"}"#) == .noUsableKey)
        #expect(Self.flaw(#"{"kty": "RSA", "kid": "one", "e": "AQAB", "n": "\#(modulus)"}"#) == nil)
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
