// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto
import GatehouseFederation
import GatehouseServerCrypto

extension FuzzedParser {
    /// Documents of SAML providers: the first byte selects metadata, a response, or a response with an encrypted
    /// assertion.
    func feedSAML(_ bytes: [UInt8]) {
        let document = Array(bytes.dropFirst())
        switch bytes.first {
        case UInt8(ascii: "m"): feedMetadata(String(decoding: document, as: UTF8.self))
        case UInt8(ascii: "r"): feedResponse(document, decryptingBy: nil)
        case UInt8(ascii: "e"):
            guard let key = Self.decryptionKey else { preconditionFailure("the key for assertions is not read") }
            feedResponse(document, decryptingBy: key)
        default: break
        }
    }

    private func feedMetadata(_ document: String) {
        guard let metadata = try? SAMLMetadata(document) else { return }
        precondition(!metadata.keys.isEmpty && !metadata.entityID.isEmpty, "metadata without a key or a name")
    }

    /// The corpus has a response of the provider about one person; every change must be noticed or change nothing.
    private func feedResponse(_ document: [UInt8], decryptingBy key: RSASigningKey?) {
        guard let metadata = Self.samlMetadata else { preconditionFailure("the provider's metadata is not read") }
        let expectation = SAMLExpectation(
            recipients: ["https://auth.example.org/saml"], audiences: ["https://auth.example.org"])
        let verifier = SAMLResponseVerifier(metadata: metadata, expecting: expectation, decryptingBy: key)
        let assertion = try? verifier.verify(
            Base64.encode(document), at: Date(timeIntervalSince1970: 1_767_268_800))
        guard let assertion else { return }
        precondition(
            assertion.nameID == "ada" && assertion.attributes == ["name": ["Ada & Eve"]] && assertion.id == "_a",
            "values were read that the provider did not sign")
    }

    /// The provider of the tests of GatehouseFederation.
    private static let samlMetadata = try? SAMLMetadata(
        """
        <md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" \
        xmlns:ds="http://www.w3.org/2000/09/xmldsig#" entityID="https://idp.example.com/saml">\
        <md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><md:KeyDescriptor>\
        <ds:KeyInfo><ds:X509Data><ds:X509Certificate>\(certificate)</ds:X509Certificate></ds:X509Data></ds:KeyInfo>\
        </md:KeyDescriptor></md:IDPSSODescriptor></md:EntityDescriptor>
        """)

    /// The key for which the tests of GatehouseFederation encrypt assertions.
    private static let decryptionKey = Base64.decode(privateKey).flatMap { try? RSASigningKey(derRepresentation: $0) }

    private static let privateKey = """
        MIIEpAIBAAKCAQEA04Ce/5k/MtamEr1SMPkU/vANIk0KvqxxIcoKUT10Tg8bEoubRjAHUHJH29S/wxAYdGa6ahGNWgaLKsGcHGEW5dIwSSpX\
        O3m9C4BcInqgx6wK8KMyXxFiVDzxzhXf94orGpkcWaWR5zBoOXjD3FnLJzwy3QxL8NpcM4Avqfnb+udY9r2+qSkj3jIbP60WIJpvK+ZKuLA+\
        Cn+ggHYHsXOrYcpa7pBlmhFgL91fhzEfZ1vC7IhkY3KDvtvDGKMti3B8z4U/tegxMhiUSfB31uXUKYah02lS+YTKV5GQet77VL+3mqCbJIoQ\
        C2Ky0bkwKgqjyAPmz663pSjqjzJoyDG6dwIDAQABAoIBACo/ycMuNikuJqucpQQCZbbNdhoxgKF5KfpBdVEoMQj8zIAmYiShqHxh78fSlmHd\
        X7003i0dB3sBzqACX/BtVpkfJSUgb5+CYIihIgaDL4XjcKYEO6Yw/07rg7QSu5QjxhuAlWC1CdHAYjmEzb9BMqtKQ7DTaYIZ5IwnIZ5XOqHC\
        YsISHcwSFcMea5/44baN9lw9Mz2XOEz0NMv0PYnek3jtltcuqF6AMcQ4W8X0pE1yfbRx2U6fZNVdOzVaOmrkkSmgWX4ol4VpFWcyoRY+2aks\
        MYnAiSS1qOYk1cbl4ceUNoJGpquInCAAYMS4cHdk9wMsv0NUJn6f9iT7Onp8ufECgYEA/Od2FWvStWwefrO3TelQIf0N9qidrLTByQm+Sg4x\
        FFN+MIfQyNUjAFoNFYyp4F5zh3d4KKRIIO4T47wLwJau/qrEValMuczQWi3YZLoXx8oHgqq0GdIm/F4Ul6L9Gr3xhH5k2qEDCthU0SHbZ3YT\
        2+eXarklIbn2KwleExjhJCcCgYEA1hdqyKuKUDDHrQsOOMigfYmqYBLNGhPNlooB+G+9uBppEmwJvj5nThTL+jB9t9KAFMKEtzSqaUr6BOAt\
        F3/yQFFUBZAA1ZSmuoUQGb527yDqKO15sOvdixn2wpWUQGXhPAIEadCEurQndC3LXB5/ytsjkQoVMx0GPwe2zFQeGTECgYEAx5HPOPAxAkEj\
        f1BKIg0u0uNiFXbRleu9z+sEYmP4jtWkCp/iPdkTGb/1+z9Y/lkKSagZBdk9od69i0Rk8cD2rrgK3p4Okb/x2ne6/yFqipn+ezpBjO6tHREQ\
        puhTWrrwz2D+LRhJ0lEL/Uv+WxJucWW7stgPWSHqA+QMfH1xjJkCgYAPVKvz5LzJ00RpMtJ45H0BoFsP+CixxltBfW54sN/AEDwX8p6b/fH9\
        2GVm7BQEltFPK0K/r8jIM3NF6BuyhBn/2xMONuqoYLWzw5WMkmQH6a568c52Cd3aeSh/dKCiH+mKF4bjYOgwSnhMzH60gQabqyeX2kX8XAa3\
        esDvTtK88QKBgQCWBSQrhNOwZtluiLz0Df/DhwUH1mq5cGDPowrePOWUCdiF6cm0hCJs3iYnqc22hudHUTbcRLm0c+LJVmxd4/LUu7EcBdsO\
        E+8oKPvMKTVpui6Bj8Q36cKTUCxM+aBmVEXVn+8pqNTTXR9+r7vZmXTVuKw2UFIYZY8qR/VVw0ehRg==
        """

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
