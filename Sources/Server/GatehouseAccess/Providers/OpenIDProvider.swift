// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
import GatehouseCore
package import GatehouseWire

/// A registered OpenID Connect provider: its issuer and the clients whose ID tokens are accepted.
package struct OpenIDProvider: AccessEntry {
    package static let kind = AccessKind.openIDProvider

    /// The longest issuer, in characters.
    private static let maximumIssuer = 255
    /// The largest number of clients, a quota of IAM.
    package static let maximumClients = 100
    /// The most thumbprints of certificates, a quota of IAM.
    package static let maximumThumbprints = 5
    private static let members = ["url", "clientIds", "thumbprints", EntryTags.member]

    /// The issuer without scheme and without one trailing slash: the part of the ARN after `oidc-provider/`.
    package let name: String
    /// The issuer's address as it was registered, with `https://`, or `http://` for a host of this machine.
    package let issuer: String
    /// The client ids that may be the audience of a token.
    package let clientIDs: [String]
    /// The thumbprints of the provider's certificates, which are kept and not used: TLS checks certificates.
    package let thumbprints: [String]
    package let tags: EntryTags

    /// Creates a provider from its issuer's address.
    /// - Throws: ``AccessFlaw`` for an address that is not an issuer, or too many clients.
    package init(issuer: String, clientIDs: [String]) throws(AccessFlaw) {
        let document: WireValue = ["url": .string(issuer), "clientIds": .array(clientIDs.map { .string($0) })]
        try self.init(name: Self.name(ofIssuer: issuer), document: document)
    }

    package init(name: String, document: WireValue) throws(AccessFlaw) {
        let node = try AccessNode(document, allowing: Self.members)
        issuer = try node.requiredText("url", limit: Self.maximumIssuer)
        guard Self.isIssuer(issuer) else {
            throw AccessFlaw(
                .malformed("an https address without query and fragment (http only for a host of this machine)"),
                at: ["url"])
        }
        guard Self.name(ofIssuer: issuer).utf8.elementsEqual(name.utf8) else {
            throw AccessFlaw(.malformed("the address of this provider"), at: ["url"])
        }
        self.name = name
        clientIDs = try node.texts("clientIds", count: Self.maximumClients, limit: 255)
        thumbprints = try node.texts("thumbprints", count: Self.maximumThumbprints, limit: 40)
        tags = try EntryTags(node)
        guard thumbprints.allSatisfy(Self.isThumbprint) else {
            throw AccessFlaw(.isNot("a list of thumbprints, each of 40 hexadecimal digits"), at: ["thumbprints"])
        }
    }

    /// A new list of clients has the thumbprints and the tags of the former entry.
    package func succeeding(_ former: OpenIDProvider, at now: Date) -> OpenIDProvider {
        OpenIDProvider(self, thumbprints: former.thumbprints, tags: former.tags)
    }

    private init(_ provider: OpenIDProvider, thumbprints: [String], tags: EntryTags) {
        (name, issuer, clientIDs) = (provider.name, provider.issuer, provider.clientIDs)
        (self.thumbprints, self.tags) = (thumbprints, tags)
    }

    package var document: WireValue {
        var members: [WireName: WireValue] = [
            "url": .string(issuer), "clientIds": .array(clientIDs.map { .string($0) }),
        ]
        if !thumbprints.isEmpty { members["thumbprints"] = .array(thumbprints.map { .string($0) }) }
        members[WireName(EntryTags.member)] = tags.document
        return .object(members)
    }

    private static func isThumbprint(_ text: String) -> Bool {
        text.utf8.count == 40
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "F"),
                    UInt8(ascii: "a")...UInt8(ascii: "f"):
                    true
                default: false
                }
            }
    }

    /// The name of the provider of an issuer: without its scheme and without one trailing slash.
    package static func name(ofIssuer issuer: String) -> String {
        var name = issuer[...]
        for scheme in ["https://", "http://"] where issuer.hasPrefix(scheme) { name = name.dropFirst(scheme.count) }
        if name.hasSuffix("/") { name = name.dropLast() }
        return String(name)
    }

    /// The ARN `arn:aws:iam::<account>:oidc-provider/<name>`.
    package func arn(inAccount account: String) -> String {
        "arn:aws:iam::\(account):oidc-provider/\(name)"
    }

    private static func isIssuer(_ text: String) -> Bool {
        guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), let url = URLComponents(string: text),
            let host = url.host, !host.isEmpty, url.query == nil, url.fragment == nil, url.user == nil,
            url.password == nil
        else { return false }
        switch url.scheme {
        case "https": return true
        case "http": return LoopbackHost.names.union(LoopbackHost.namesInURLs).contains(host.lowercased())
        default: return false
        }
    }
}
