// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

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
