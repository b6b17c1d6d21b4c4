// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseWire

/// A registered SAML provider: its name and the metadata document of the identity provider.
package struct SAMLProvider: AccessEntry {
    package static let kind = AccessKind.samlProvider

    /// The longest metadata document, in bytes.
    package static let maximumMetadata = 512 * 1_024

    /// The name in the ARN, of letters, digits and `._-`.
    package let name: String
    /// The metadata document in XML, unchanged and unverified; `GatehouseFederation` reads it.
    package let metadata: String

    /// Creates a provider.
    /// - Throws: ``AccessFlaw`` for an invalid name, or a document that is empty or too long.
    package init(name: String, metadata: String) throws(AccessFlaw) {
        try self.init(name: name, document: ["metadata": .string(metadata)])
    }

    package init(name: String, document: WireValue) throws(AccessFlaw) {
        try AccessName.check(name, limit: 128, allowing: "._-")
        self.name = name
        let node = try AccessNode(document, allowing: ["metadata"])
        metadata = try node.requiredText("metadata", limit: Self.maximumMetadata)
    }

    package var document: WireValue { ["metadata": .string(metadata)] }

    /// The ARN `arn:aws:iam::<account>:saml-provider/<name>`.
    package func arn(inAccount account: String) -> String {
        "arn:aws:iam::\(account):saml-provider/\(name)"
    }
}
