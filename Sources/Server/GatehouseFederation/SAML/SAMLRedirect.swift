// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto
package import GatehouseServerCrypto
import GatehouseWire

/// A message to a provider in the query of a redirect (SAML bindings, section 3.4).
package struct SAMLRedirect: Sendable {
    private static let algorithm = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"

    /// The provider's address.
    package let destination: String
    /// The document of a request.
    package let document: String
    /// The text that the provider returns unchanged; `nil` for none.
    package let relayState: String?

    /// Describes a message.
    package init(to destination: String, _ document: String, relayState: String?) {
        self.destination = destination
        self.document = document
        self.relayState = relayState
    }

    /// The address of the redirect, signed with a key if there is one.
    ///
    /// The signature covers the parameters in their encoded form and in this order (section 3.4.4.1).
    /// - Throws: if the key cannot sign.
    package func address(signedBy key: RSASigningKey?, _ signer: some RSASigner) throws -> String {
        var fields = [("SAMLRequest", Base64.encode(Self.deflated(Array(document.utf8))))]
        if let relayState { fields.append(("RelayState", relayState)) }
        if let key {
            fields.append(("SigAlg", Self.algorithm))
            let signature = try signer.sign(Array(FormFields.text(fields).utf8), with: key)
            fields.append(("Signature", Base64.encode(signature)))
        }
        return UpstreamProvider.address(destination, with: fields)
    }

    /// The bytes in the format DEFLATE (RFC 1951), in blocks without compression, which every reader knows.
    static func deflated(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var rest = bytes[...]
        repeat {
            let block = rest.prefix(65_535)
            rest = rest.dropFirst(block.count)
            let count = UInt16(block.count)
            result.append(rest.isEmpty ? 1 : 0)
            for number in [count, ~count] {
                result += [UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8)]
            }
            result += block
        } while !rest.isEmpty
        return result
    }
}
