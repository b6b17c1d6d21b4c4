// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
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
    package let tags: EntryTags

    /// Creates a provider.
    /// - Throws: ``AccessFlaw`` for an invalid name, or a document that is empty or too long.
    package init(name: String, metadata: String) throws(AccessFlaw) {
        try self.init(name: name, document: ["metadata": .string(metadata)])
    }

    package init(name: String, document: WireValue) throws(AccessFlaw) {
        try AccessName.check(name, limit: 128, allowing: "._-")
        self.name = name
        let node = try AccessNode(document, allowing: ["metadata", EntryTags.member])
        metadata = try node.requiredText("metadata", limit: Self.maximumMetadata)
        tags = try EntryTags(node)
    }

    private init(_ provider: SAMLProvider, tags: EntryTags) {
        (name, metadata) = (provider.name, provider.metadata)
        self.tags = tags
    }

    /// A new document has the tags of the former entry.
    package func succeeding(_ former: SAMLProvider, at now: Date) -> SAMLProvider {
        SAMLProvider(self, tags: former.tags)
    }

    package var document: WireValue {
        var members: [WireName: WireValue] = ["metadata": .string(metadata)]
        members[WireName(EntryTags.member)] = tags.document
        return .object(members)
    }

    /// The ARN `arn:aws:iam::<account>:saml-provider/<name>`.
    package func arn(inAccount account: String) -> String {
        "arn:aws:iam::\(account):saml-provider/\(name)"
    }
}
