// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The name of a value in the context of a request; the case of its letters, of all alphabets, does not matter.
package struct ContextKey: Sendable, Hashable {
    let bytes: [UInt8]

    /// Wraps a key, such as `aws:username`.
    package init(_ text: String) {
        // Nearly all keys are of ASCII. The others have the form in which the tags of a session may not repeat a key.
        let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
        bytes = isASCII ? text.utf8.map(Self.lowercased) : Array(text.lowercased().utf8)
    }

    /// Reads a key from a policy; `nil` unless it has a service, a colon and a name.
    init?(_ scalars: ArraySlice<Unicode.Scalar>) {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        let own = String(text)
        self.init(own)
        guard (3...512).contains(own.utf8.count), let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon > 0,
            colon < bytes.count - 1, bytes.allSatisfy({ $0 > 0x20 && $0 != 0x7F })
        else { return nil }
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}

extension ContextKey: ExpressibleByStringLiteral {
    package init(stringLiteral value: String) { self.init(value) }
}

/// The values of a request that conditions and variables use.
package struct AccessContext: Sendable {
    private var values: [ContextKey: [String]]

    /// Creates a context from its values.
    package init(_ values: [ContextKey: [String]] = [:]) {
        self.values = values
    }

    /// The values of a key; a key without values is missing.
    package subscript(key: ContextKey) -> [String] {
        get { values[key] ?? [] }
        set { values[key] = newValue.isEmpty ? nil : newValue }
    }

    /// The value of a key that has exactly one.
    func onlyValue(of key: ContextKey) -> String? {
        let values = self[key]
        return values.count == 1 ? values.first : nil
    }
}

extension ContextKey {
    /// The form of a key's values, where the server itself makes them.
    enum ValueForm {
        case address
        case moment
        case number
        case flag
        case arn
    }

    /// Whether a request to this server can have a value of the key, in a policy for a use.
    ///
    /// The keys of other services, such as `s3:prefix`, count as known: this server does not decide their requests.
    func isKnown(in use: Policy.Use) -> Bool {
        let text = String(decoding: bytes, as: UTF8.self)
        if Self.fixed.contains(text) { return true }
        for prefix in ["aws:principaltag/", "aws:requesttag/"] where text.hasPrefix(prefix) { return true }
        // Roles, the resources of trust policies, have no tags.
        if text.hasPrefix(Self.resourceTag) { return use == .identity }
        // The session of a SAML login has none of its keys.
        if text.hasPrefix("saml:") { return use == .trust && Self.saml.contains(String(text.dropFirst(5))) }
        let service = String(text.prefix { $0 != ":" && $0 != "/" })
        guard service.contains(".") || service == "localhost" else {
            return !Self.ownServices.contains(service) && !Self.schemes.contains(service)
                && !service.hasPrefix("cognito-")
        }
        // The key of an identity provider is its issuer, which may have a port and a path, and the name of a claim.
        guard let colon = bytes.lastIndex(of: UInt8(ascii: ":")) else { return false }
        let issuer = String(decoding: bytes[..<colon], as: UTF8.self)
        let name = String(decoding: bytes[(colon + 1)...], as: UTF8.self)
        return service == "cognito-identity.amazonaws.com"
            ? issuer == service && Self.identityClaims.contains(name)
            : !issuer.hasSuffix("/") && Self.claims.contains(name)
    }

    /// Whether the key has a list of values in each request, so that a variable cannot have it.
    var isList: Bool {
        let text = String(decoding: bytes, as: UTF8.self)
        return ["aws:tagkeys", "sts:transitivetagkeys"].contains(text) || text.hasSuffix(":amr")
    }

    /// Whether the key is a tag of the request's resource.
    var isResourceTag: Bool { bytes.starts(with: Self.resourceTag.utf8) }

    /// The form of the key's values; `nil` for texts of persons and administrators.
    var form: ValueForm? {
        switch String(decoding: bytes, as: UTF8.self) {
        case "aws:sourceip": .address
        case "aws:currenttime": .moment
        case "aws:epochtime": .number
        case "aws:securetransport": .flag
        case "aws:principalarn": .arn
        default: nil
        }
    }

    private static let resourceTag = "aws:resourcetag/"
    private static let ownServices: Set<String> = ["aws", "gatehouse", "iam", "sts"]
    /// What addresses begin with, and issuers in keys do not.
    private static let schemes: Set<String> = ["http", "https"]
    /// The names after the issuer of identity pools.
    private static let identityClaims: Set<String> = ["amr", "aud", "sub"]
    /// The names after the issuer of another provider.
    private static let claims: Set<String> = ["amr", "app_id", "aud", "id", "oaud", "sub", "user_id"]
    private static let fixed: Set<String> = [
        "aws:currenttime", "aws:epochtime", "aws:principalaccount", "aws:principalarn", "aws:principaltype",
        "aws:requestedregion", "aws:securetransport", "aws:sourceip", "aws:tagkeys", "aws:userid", "aws:username",
        "iam:passedtoservice", "sts:externalid", "sts:rolesessionname", "sts:sourceidentity", "sts:transitivetagkeys",
    ]
    private static let saml: Set<String> = [
        "aud", "cn", "commonname", "doc", "edupersonaffiliation", "edupersonassurance", "edupersonentitlement",
        "edupersonnickname", "edupersonorgdn", "edupersonorgunitdn", "edupersonprimaryaffiliation",
        "edupersonprimaryorgunitdn", "edupersonprincipalname", "edupersonscopedaffiliation", "edupersontargetedid",
        "eduorghomepageuri", "eduorgidentityauthnpolicyuri", "eduorglegalname", "eduorgsuperioruri",
        "eduorgwhitepagesuri", "givenname", "iss", "mail", "name", "namequalifier", "organizationstatus",
        "primarygroupsid", "sub", "sub_type", "surname", "uid", "x500uniqueidentifier",
    ]
}
