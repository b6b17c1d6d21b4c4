// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto
import GatehouseFederation
import GatehouseServerCrypto
import Testing

@Suite("Encrypted SAML assertions")
struct SAMLEncryptionTests {
    /// Verifies a response for this server, which decrypts by a key.
    private func verify(_ xml: String, by key: String? = "other") throws -> SAMLAssertion {
        let expectation = SAMLExpectation(
            recipients: [SAMLFixtures.recipient], audiences: [SAMLFixtures.audience], request: .none)
        let verifier = SAMLResponseVerifier(
            metadata: try SAMLFixtures.metadata(), expecting: expectation,
            decryptingBy: try key.map { try SAMLFixtures.key($0) })
        return try verifier.verify(Base64.encode(Array(xml.utf8)), at: SAMLFixtures.now)
    }

    private func fault(_ xml: String, by key: String? = "other") throws -> SAMLFault? {
        do {
            _ = try verify(xml, by: key)
            return nil
        } catch let fault as SAMLFault {
            return fault
        }
    }

    @Test(
        "An assertion is decrypted that is signed itself, or in a signed response",
        arguments: ["encrypted-gcm", "encrypted-both-gcm", "encrypted-response-cbc"])
    func isAccepted(_ file: String) throws {
        let assertion = try verify(SAMLFixtures.text("\(file).xml"))
        #expect(assertion.nameID == "ada")
        #expect(assertion.attributes["name"] == ["Ada & Eve"])
        #expect(assertion.id == "_a")
    }

    @Test("Without a key, and with another key, an encrypted assertion is refused")
    func otherKey() throws {
        let xml = try SAMLFixtures.text("encrypted-gcm.xml")
        #expect(try fault(xml, by: nil) == .encryptedAssertion)
        #expect(try fault(xml, by: "rsa") == .encryptedAssertion)
    }

    @Test(
        "AES-CBC without a signature of the response is refused, and so is RSA with PKCS #1 1.5",
        arguments: ["encrypted-cbc", "encrypted-pkcs1"])
    func oracles(_ file: String) throws {
        #expect(try fault(SAMLFixtures.text("\(file).xml")) == .encryptedAssertion)
    }

    @Test("Encryption is no signature: an assertion that anyone could have encrypted is refused")
    func unsigned() throws {
        #expect(try fault(SAMLFixtures.text("encrypted-unsigned.xml")) == .signature(.missing))
    }

    @Test("Decrypted content with another element than an assertion is refused")
    func otherContent() throws {
        #expect(try fault(SAMLFixtures.text("encrypted-not-assertion.xml")) == .encryptedAssertion)
    }

    @Test("A second assertion beside the encrypted one is refused, encrypted or not")
    func secondAssertion() throws {
        let xml = try SAMLFixtures.text("encrypted-gcm.xml")
        let start = try #require(xml.firstRange(of: "<EncryptedAssertion>"))
        let end = try #require(xml.firstRange(of: "</EncryptedAssertion>"))
        let element = String(xml[start.lowerBound..<end.upperBound])
        #expect(try fault(xml.replacing(element, with: element + element)) == .structure(.assertionCount))
        let plain = "<Assertion ID=\"_b\" Version=\"2.0\"/>"
        #expect(try fault(xml.replacing(element, with: element + plain)) == .structure(.assertionCount))
        let nested = "<p:Extensions>\(element)</p:Extensions>"
        #expect(try fault(xml.replacing(element, with: nested)) == .structure(.misplacedAssertion))
    }

    @Test("A changed ciphertext below a signature of the response is refused before it is decrypted")
    func changedCiphertext() throws {
        let xml = try SAMLFixtures.text("encrypted-response-cbc.xml")
        let tag = "<xenc:CipherValue>"
        let value = try #require(xml.ranges(of: tag).last).upperBound
        var changed = xml
        changed.replaceSubrange(value..<xml.index(value, offsetBy: 4), with: "AAAA")
        #expect(try fault(changed) == .signature(.notVerified))
    }

    @Test("A changed ciphertext with GCM is refused with the fault of every other undecryptable form")
    func changedGCM() throws {
        let xml = try SAMLFixtures.text("encrypted-gcm.xml")
        let value = try #require(xml.ranges(of: "<xenc:CipherValue>").last).upperBound
        var changed = xml
        changed.replaceSubrange(value..<xml.index(value, offsetBy: 4), with: "AAAA")
        #expect(try fault(changed) == .encryptedAssertion)
    }

    @Test("A removed signature of the response leaves CBC refused")
    func removedSignature() throws {
        let xml = try SAMLFixtures.text("encrypted-response-cbc.xml")
        let start = try #require(xml.firstRange(of: "<Signature "))
        let end = try #require(xml.firstRange(of: "</Signature>"))
        #expect(
            try fault(xml.replacing(String(xml[start.lowerBound..<end.upperBound]), with: "")) == .encryptedAssertion)
    }
}
