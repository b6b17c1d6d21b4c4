// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

extension AuthSettings {
    /// Reads `cli-inputs.json`, or `parameters.json` of older projects, in all forms that AWS's tool has written.
    ///
    /// Members that are missing or `null` have the values of AWS's tool. A user pool of an old project distinguishes
    /// upper and lower case of names unless the file says otherwise.
    ///
    /// - Parameter inputs: the file, with the settings in `cognitoConfig` or at the top.
    /// - Throws: `JSONFlaw` at a member of another kind.
    package init(inputs: JSONDocument) throws(JSONFlaw) {
        self.init()
        let config = try inputs.cursor.member(Self.container) ?? inputs.cursor
        let members = try config.members()
        var isCaseSensitive = true
        requiredAttributes = []
        readAttributes = []
        writeAttributes = []
        for (name, cursor) in members {
            if name == "usernameCaseSensitive" { isCaseSensitive = try cursor.bool() }
            if try readNames(name, cursor) { continue }
            if try readUserPool(name, cursor) { continue }
            try readClient(name, cursor)
        }
        isUsernameCaseSensitive = isCaseSensitive
        hostedPages = try Self.hostedPages(config)
    }

    /// The member that has the settings in `cli-inputs.json`.
    static let container = "cognitoConfig"

    /// Whether the file has settings at all; files of imported resources have none.
    package static func hasSettings(_ inputs: JSONDocument) -> Bool {
        inputs[JSONPointer([container])] != nil || inputs["/resourceName"] != nil
    }

    private mutating func readNames(_ name: String, _ cursor: JSONCursor) throws(JSONFlaw) -> Bool {
        switch name {
        case "resourceName": resourceName = try cursor.string()
        case "sharedId": sharedID = try cursor.string()
        case "resourceNameTruncated": resourceNameTruncated = try cursor.string()
        case "useDefault": useDefault = try cursor.string()
        case "authSelections":
            guard let services = Services(rawValue: try cursor.string()) else {
                throw cursor.flaw(
                    "The value is not one of identityPoolAndUserPool, userPoolOnly and identityPoolOnly.")
            }
            self.services = services
        case "identityPoolName": identityPoolName = try cursor.string()
        case "allowUnauthenticatedIdentities": allowsGuests = try cursor.bool()
        case "thirdPartyAuth": usesIdentityProviders = try cursor.bool()
        case "authProviders": identityProviders = try cursor.strings()
        case "userPoolName": userPoolName = try cursor.string()
        case "userPoolGroupList": groups = try cursor.strings()
        case "adminQueries": adminQueries = try cursor.bool()
        case "triggers": triggers = try Self.triggers(cursor)
        default: return false
        }
        return true
    }

    private mutating func readUserPool(_ name: String, _ cursor: JSONCursor) throws(JSONFlaw) -> Bool {
        switch name {
        case "usernameAttributes": usernameAttributes = Self.separated(try cursor.strings()).filter { $0 != "username" }
        case "aliasAttributes": aliasAttributes = Self.separated(try cursor.strings())
        case "mfaConfiguration": mfaConfiguration = try Self.oneOf(["OFF", "ON", "OPTIONAL"], cursor)
        case "mfaTypes": mfaTypes = try cursor.strings()
        case "smsAuthenticationMessage": smsAuthenticationMessage = try cursor.string()
        case "smsVerificationMessage": smsVerificationMessage = try cursor.string()
        case "autoVerifiedAttributes": autoVerifiedAttributes = try cursor.strings()
        case "emailVerificationSubject": emailVerificationSubject = try cursor.string()
        case "emailVerificationMessage": emailVerificationMessage = try cursor.string()
        case "defaultPasswordPolicy": changesPasswordPolicy = try cursor.bool()
        case "passwordPolicyMinLength": passwordLength = try cursor.integer()
        case "passwordPolicyCharacters": passwordCharacters = try cursor.strings()
        case "requiredAttributes": requiredAttributes = try cursor.strings()
        default: return false
        }
        return true
    }

    private mutating func readClient(_ name: String, _ cursor: JSONCursor) throws(JSONFlaw) {
        switch name {
        case "userpoolClientRefreshTokenValidity": refreshTokenDays = try cursor.integer()
        case "userpoolClientSetAttributes": setsAttributes = try cursor.bool()
        case "userpoolClientReadAttributes": readAttributes = try cursor.strings()
        case "userpoolClientWriteAttributes": writeAttributes = try cursor.strings()
        case "userpoolClientGenerateSecret": generatesSecret = try cursor.bool()
        default: break
        }
    }

    private static func oneOf(_ values: [String], _ cursor: JSONCursor) throws(JSONFlaw) -> String {
        let value = try cursor.string()
        guard values.contains(value) else {
            throw cursor.flaw("The value is not one of \(values.joined(separator: ", ")).")
        }
        return value
    }

    /// The values of which old files wrote several in one text.
    private static func separated(_ texts: [String]) -> [String] {
        texts.flatMap { text in
            text.utf8.split(separator: UInt8(ascii: ",")).map { part in
                String(decoding: part.drop { $0 == 0x20 }, as: UTF8.self)
            }
        }
    }

    private static func triggers(_ cursor: JSONCursor) throws(JSONFlaw) -> [String: [String]] {
        if case .string(let text) = cursor.value, text.isEmpty { return [:] }
        var triggers: [String: [String]] = [:]
        for (name, templates) in try cursor.nested().members() {
            triggers[name] = try templates.strings()
        }
        return triggers
    }

    private static func hostedPages(_ config: JSONCursor) throws(JSONFlaw) -> HostedPages? {
        guard try config.member("hostedUI")?.bool() == true else { return nil }
        var pages = HostedPages()
        if let domain = try config.member("hostedUIDomainName") { pages.domain = try domain.string() }
        if let metadata = try config.member("oAuthMetadata")?.nested(), case .object = metadata.value {
            if let urls = try metadata.member("CallbackURLs") { pages.callbackURLs = try urls.strings() }
            if let urls = try metadata.member("LogoutURLs") { pages.logoutURLs = try urls.strings() }
            if let flows = try metadata.member("AllowedOAuthFlows") { pages.flows = try flows.strings() }
            if let scopes = try metadata.member("AllowedOAuthScopes") { pages.scopes = try scopes.strings() }
        }
        if let providers = try config.member("authProvidersUserPool") { pages.providers = try providers.strings() }
        if let metadata = try config.member("hostedUIProviderMeta")?.nested(), case .array = metadata.value {
            for row in try metadata.elements() {
                guard let name = try row.member("ProviderName")?.string() else {
                    throw row.flaw("The provider has no ProviderName.")
                }
                pages.metadata.append(
                    ProviderMetadata(
                        providerName: name, authorizeScopes: try row.member("authorize_scopes")?.string() ?? "",
                        attributeMapping: try row.member("AttributeMapping").map(Self.members) ?? []))
            }
        }
        return pages
    }

    private static func members(_ cursor: JSONCursor) -> [JSONValue.Member] {
        guard case .object(let members) = cursor.value else { return [] }
        return members
    }

    /// Adds what only Gatehouse knows, from `gatehouse.json` beside the other file.
    ///
    /// AWS's tool refuses members that it does not know, so that these have a file of their own.
    ///
    /// - Throws: `JSONFlaw` at a member of another kind.
    package mutating func add(own document: JSONDocument) throws(JSONFlaw) {
        let cursor = document.cursor
        if let providers = try cursor.member("authProviders") {
            let present = identityProviders
            identityProviders += try providers.strings().filter { !present.contains($0) }
        }
        if let member = try cursor.member("passwordless") {
            passwordless = Passwordless(
                factors: try member.member("factors")?.strings() ?? [],
                relyingPartyID: try member.member("relyingPartyId")?.string(),
                userVerification: try member.member("userVerification")?.string())
        }
        guard hostedPages != nil else { return }
        for row in try cursor.member("openIDProviders")?.elements() ?? [] {
            guard let name = try row.member("name")?.string(), let issuer = try row.member("issuer")?.string(),
                let client = try row.member("clientId")?.string()
            else { throw row.flaw("The provider needs name, issuer and clientId.") }
            hostedPages?.openIDProviders.append(
                OpenIDProvider(
                    name: name, issuer: issuer, clientID: client,
                    scopes: try row.member("scopes")?.string() ?? "openid email profile",
                    attributesRequestMethod: try row.member("attributesRequestMethod")?.string() ?? "GET"))
        }
        for row in try cursor.member("samlProviders")?.elements() ?? [] {
            guard let name = try row.member("name")?.string(), let metadata = try row.member("metadata")?.string()
            else { throw row.flaw("The provider needs name and metadata.") }
            hostedPages?.samlProviders.append(SAMLProvider(name: name, metadata: metadata))
        }
    }
}
