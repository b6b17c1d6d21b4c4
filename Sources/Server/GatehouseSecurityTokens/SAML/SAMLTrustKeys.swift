// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseFederation

extension SAMLAssertion {
    /// The values of the condition keys that a trust policy can compare (IAM, "Available keys for SAML-based federation").
    ///
    /// `saml:aud` is the recipient, not the audience. The keys of attributes are the person's keys that IAM lists.
    func trustKeys(of provider: TrustedSAMLProvider) -> [String: [String]] {
        var keys = [
            "saml:aud": [recipient], "saml:iss": [issuer], "saml:sub": [nameID], "saml:sub_type": [subjectType],
            "saml:doc": ["\(provider.account)/\(provider.name)"], "saml:namequalifier": [provider.nameQualifier],
        ]
        for (attribute, key) in Self.keysOfAttributes.sorted(by: { $0.key < $1.key }) {
            if let values = attributes[attribute], !values.isEmpty { keys["saml:" + key, default: []] += values }
        }
        return keys
    }

    /// The kind of the name, as AssumeRoleWithSAML has it in `SubjectType`.
    var subjectType: String {
        switch nameFormat {
        case "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent": "persistent"
        case "urn:oasis:names:tc:SAML:2.0:nameid-format:transient": "transient"
        case let format?: format
        case nil: "urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified"
        }
    }

    /// The condition keys, without their prefix, by the names of attributes: of eduPerson, of eduOrg, of X.500, and of
    /// Active Directory.
    static let keysOfAttributes: [String: String] = [
        "urn:oid:1.3.6.1.4.1.5923.1.1.1.1": "edupersonaffiliation",
        "urn:oid:1.3.6.1.4.1.5923.1.1.1.2": "edupersonnickname",
        "urn:oid:1.3.6.1.4.1.5923.1.1.1.3": "edupersonorgdn",
        "urn:oid:1.3.6.1.4.1.5923.1.1.1.4": "edupersonorgunitdn",
        "urn:oid:1.3.6.1.4.1.5923.1.1.1.5": "edupersonprimaryaffiliation",
        "urn:oid:1.3.6.1.4.1.5923.1.1.1.6": "edupersonprincipalname",
        "urn:oid:1.3.6.1.4.1.5923.1.1.1.7": "edupersonentitlement",
        "urn:oid:1.3.6.1.4.1.5923.1.1.1.8": "edupersonprimaryorgunitdn",
        "urn:oid:1.3.6.1.4.1.5923.1.1.1.9": "edupersonscopedaffiliation",
        "urn:oid:1.3.6.1.4.1.5923.1.1.1.10": "edupersontargetedid",
        "urn:oid:1.3.6.1.4.1.5923.1.1.1.11": "edupersonassurance",
        "urn:oid:1.3.6.1.4.1.5923.1.2.1.2": "eduorghomepageuri",
        "urn:oid:1.3.6.1.4.1.5923.1.2.1.3": "eduorgidentityauthnpolicyuri",
        "urn:oid:1.3.6.1.4.1.5923.1.2.1.4": "eduorglegalname",
        "urn:oid:1.3.6.1.4.1.5923.1.2.1.5": "eduorgsuperioruri",
        "urn:oid:1.3.6.1.4.1.5923.1.2.1.6": "eduorgwhitepagesuri",
        "urn:oid:2.5.4.3": "cn",
        "urn:oid:2.5.4.4": "surname",
        "urn:oid:2.5.4.41": "name",
        "urn:oid:2.5.4.42": "givenName",
        "urn:oid:2.5.4.45": "x500UniqueIdentifier",
        "urn:oid:0.9.2342.19200300.100.1.1": "uid",
        "urn:oid:0.9.2342.19200300.100.1.3": "mail",
        "urn:oid:0.9.2342.19200300.100.1.45": "organizationStatus",
        "http://schemas.xmlsoap.org/claims/CommonName": "commonName",
        "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name": "name",
        "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/surname": "surname",
        "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname": "givenName",
        "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress": "mail",
        "http://schemas.microsoft.com/ws/2008/06/identity/claims/primarygroupsid": "primaryGroupSID",
    ]
}
