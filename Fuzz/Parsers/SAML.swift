// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto
import GatehouseFederation

extension FuzzedParser {
    /// Documents of SAML providers: the first byte selects metadata or a response.
    func feedSAML(_ bytes: [UInt8]) {
        let document = Array(bytes.dropFirst())
        switch bytes.first {
        case UInt8(ascii: "m"): feedMetadata(String(decoding: document, as: UTF8.self))
        case UInt8(ascii: "r"): feedResponse(document)
        default: break
        }
    }

    private func feedMetadata(_ document: String) {
        guard let metadata = try? SAMLMetadata(document) else { return }
        precondition(!metadata.keys.isEmpty && !metadata.entityID.isEmpty, "metadata without a key or a name")
    }

    /// The corpus has a response of the provider about one person; every change must be noticed or change nothing.
    private func feedResponse(_ document: [UInt8]) {
        guard let provider = Self.samlProvider else { preconditionFailure("the provider's metadata is not read") }
        let expectation = SAMLExpectation(
            recipients: ["https://auth.example.org/saml"], audiences: ["https://auth.example.org"])
        let verifier = SAMLResponseVerifier(provider: provider, expecting: expectation)
        let assertion = try? verifier.verify(
            Base64.encode(document), at: Date(timeIntervalSince1970: 1_767_268_800))
        guard let assertion else { return }
        precondition(
            assertion.nameID == "ada" && assertion.attributes == ["name": ["Ada & Eve"]] && assertion.id == "_a",
            "values were read that the provider did not sign")
    }

    /// The provider of the tests of GatehouseFederation.
    private static let samlProvider: TrustedSAMLProvider? = {
        let metadata = try? SAMLMetadata(
            """
            <md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" \
            xmlns:ds="http://www.w3.org/2000/09/xmldsig#" entityID="https://idp.example.com/saml">\
            <md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><md:KeyDescriptor>\
            <ds:KeyInfo><ds:X509Data><ds:X509Certificate>\(certificate)</ds:X509Certificate></ds:X509Data></ds:KeyInfo>\
            </md:KeyDescriptor></md:IDPSSODescriptor></md:EntityDescriptor>
            """)
        return metadata.map { TrustedSAMLProvider(name: "corp", account: "123456789012", metadata: $0) }
    }()

    private static let certificate = """
        MIIDNTCCAh2gAwIBAgIUBcMVIedXpZxdUDHGi9GbN9jGb7AwDQYJKoZIhvcNAQELBQAwKTEnMCUGA1UEAwweaWRlbnRpdHkgcHJvdmlkZXIg\
        b2YgdGhlIHRlc3RzMCAXDTI2MTEyMzA3MDQzNVoYDzIxMjYxMDMwMDcwNDM1WjApMScwJQYDVQQDDB5pZGVudGl0eSBwcm92aWRlciBvZiB0\
        aGUgdGVzdHMwggEiMA0GCSqGSIb3DQEBAQUAA4IBDwAwggEKAoIBAQDa+s7Jb3Q9t9dMeg90CuHjZ05Me8P3u4k7qFX0qjtbOpXcTPcITjJB\
        VyIhhLB8rzgdF1axXrhyNTGsnvhpXD8zysh+mx26aEqcjhTnrZDi33yDUiuxH9TmNyF4iNLiCTq5TIz/SVAaDdigk2OpWKlUkkygpfyGiYVd\
        5hPJWFJoHf6xP6YYRQYne1tb/FBXgHyty7zCpXFEYLEWdXupc+0dplG4LRFAmN5h1Ng6TjfjaNCnTzGziC9WNe2iNyNDbuLUpyt5OLLvzl+Q\
        R1I3Hok1pkSLlDE2HJcps9pPz7dG0gJIUSx0ClULV/8ZwqJvDbe9HRiDNWucTnmCL4XoQxS/AgMBAAGjUzBRMB0GA1UdDgQWBBQPAW+FtJhQ\
        3Gw1JuiM4vda/Aok0TAfBgNVHSMEGDAWgBQPAW+FtJhQ3Gw1JuiM4vda/Aok0TAPBgNVHRMBAf8EBTADAQH/MA0GCSqGSIb3DQEBCwUAA4IB\
        AQCObGC+hPRdOlzdzbonUVnHrqmIa2pZsAvji43OGOEush45HqEkAAuacZx/MrrzExeP0HEy3VHSaB71AieVmLUp7/llsMJmNAFUuyAfg7qE\
        /1DG9yen09hq5EoTwbAIlJWonwmPalm4vO/9Szts3OujE4Zp5BUn6PXVuFvrUEH9oVMCYCmSXTfRHEEDbx9XaDVNomb7WndQXYgRx/Z04XPE\
        aKwI8R/HA59chUso3FOH4ZbGdNXhGg3p40hGe8VeEm8XucFz5Gwz01zzJ5ypPY64hKbIaPgO1GV2ub9P8y63Cr2DUrPGtJkXJGJJYHuY+f7i\
        LKt7jAswFpFN3CQMZJjH
        """
}
