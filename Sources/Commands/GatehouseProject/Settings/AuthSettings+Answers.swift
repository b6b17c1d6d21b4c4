// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

extension AuthSettings {
    /// The settings of a new resource.
    ///
    /// - Parameter interview: a finished dialogue of `AuthTable` for a creation.
    package init(_ interview: Interview) {
        let circumstances = interview.circumstances
        self.init()
        sharedID = circumstances.id
        resourceName = circumstances.authResource
        resourceNameTruncated = String(circumstances.projectName.lowercased().prefix(6)) + circumstances.id
        identityPoolName = "\(resourceName)_identitypool_\(circumstances.id)"
        userPoolName = "\(resourceName)_userpool_\(circumstances.id)"
        apply(interview.answers, in: circumstances)
        if services == .userPoolOnly { identityPoolName = nil }
    }

    /// The settings after a dialogue.
    ///
    /// - Parameter interview: a finished dialogue of `AuthTable` for an update of these settings.
    /// - Returns: the settings.
    package func updated(by interview: Interview) -> AuthSettings {
        var settings = self
        settings.apply(interview.answers, in: interview.circumstances)
        if settings.services != .userPoolOnly, settings.identityPoolName == nil {
            settings.identityPoolName = "\(resourceName)_identitypool_\(interview.circumstances.id)"
        }
        return settings
    }

    /// Whether the person does not want the loss that the answers would bring, so that nothing may be written.
    package static func isDeclined(_ answers: Answers) -> Bool {
        answers.flag("confirmOAuthRemoval") == false
    }

    private mutating func apply(_ answers: Answers, in circumstances: Circumstances) {
        let flow = answers.text("useDefault") ?? answers.text("updateFlow")
        if let flow, ["default", "defaultSocial", "manual"].contains(flow) { useDefault = flow }
        applyNames(answers)
        applyIdentityPool(answers)
        applyUserPool(answers)
        applyClient(answers)
        applyGroups(answers, in: circumstances)
        applyTriggers(answers, in: circumstances)
        applyPages(answers, in: circumstances)
        if let factors = answers.values("passwordlessFactors") {
            passwordless =
                factors.isEmpty
                ? nil
                : Passwordless(
                    factors: factors, relyingPartyID: answers.text("relyingPartyId"),
                    userVerification: answers.text("userVerification"))
        }
    }

    private mutating func applyNames(_ answers: Answers) {
        if let name = answers.text("resourceName") { resourceName = name }
        if let name = answers.text("userPoolName") { userPoolName = name }
        if let name = answers.text("identityPoolName") { identityPoolName = name }
        if let services = answers.text("authSelections").flatMap(Services.init) { self.services = services }
    }

    private mutating func applyIdentityPool(_ answers: Answers) {
        if let allows = answers.flag("allowUnauthenticatedIdentities") { allowsGuests = allows }
        if let uses = answers.flag("thirdPartyAuth") {
            usesIdentityProviders = uses
            if !uses { identityProviders = [] }
        }
        if let providers = answers.values("authProviders") { identityProviders = providers }
    }

    private mutating func applyUserPool(_ answers: Answers) {
        if let way = answers.text("usernameAttributes") {
            usernameAttributes = Self.usernameAttributes(of: way)
        }
        if let queries = answers.flag("adminQueries") { adminQueries = queries }
        if let mfa = answers.text("mfaConfiguration") { mfaConfiguration = mfa }
        if let types = answers.values("mfaTypes") { mfaTypes = types }
        if let message = answers.text("smsAuthenticationMessage") { smsAuthenticationMessage = message }
        if let attributes = answers.values("autoVerifiedAttributes") { autoVerifiedAttributes = attributes }
        if let subject = answers.text("emailVerificationSubject") { emailVerificationSubject = subject }
        if let message = answers.text("emailVerificationMessage") { emailVerificationMessage = message }
        if let message = answers.text("smsVerificationMessage") { smsVerificationMessage = message }
        if let changes = answers.flag("defaultPasswordPolicy") { changesPasswordPolicy = changes }
        if let length = answers.text("passwordPolicyMinLength").flatMap({ Int($0) }) { passwordLength = length }
        if let kinds = answers.values("passwordPolicyCharacters") { passwordCharacters = kinds }
        if let attributes = answers.values("requiredAttributes") { requiredAttributes = attributes }
    }

    private mutating func applyClient(_ answers: Answers) {
        if let days = answers.text("userpoolClientRefreshTokenValidity").flatMap({ Int($0) }) {
            refreshTokenDays = days
        }
        if let sets = answers.flag("userpoolClientSetAttributes") { setsAttributes = sets }
        if let attributes = answers.values("userpoolClientReadAttributes") { readAttributes = attributes }
        // Unchanged attributes of a resource that exists stay, whatever its file has.
        if let attributes = answers.values("userpoolClientWriteAttributes"),
            attributes != writeAttributes || answers.values("requiredAttributes") != nil
        {
            // A client that cannot write a required attribute could sign no user up.
            writeAttributes = attributes + requiredAttributes.filter { !attributes.contains($0) }
        }
    }

    private mutating func applyGroups(_ answers: Answers, in circumstances: Circumstances) {
        if let order = answers.values("userPoolGroupOrder") {
            groups = order
        } else if answers["newUserPoolGroups"] != nil || answers["deleteUserPoolGroups"] != nil {
            groups = circumstances.groupNames
        }
    }

    private mutating func applyTriggers(_ answers: Answers, in circumstances: Circumstances) {
        // Triggers that the table does not have stay.
        let others = triggers.filter { Trigger(rawValue: $0.key) == nil }
        guard let chosen = answers.values("triggerFunctions") else {
            if answers["triggers"] != nil { triggers = others.merging(circumstances.capabilityTemplates) { $1 } }
            return
        }
        triggers = others
        for trigger in chosen {
            triggers[trigger] = answers.values("triggers.\(trigger)") ?? [Trigger.ownModule]
        }
    }

    /// The attributes for a row of the question how users sign in.
    static func usernameAttributes(of way: String) -> [String] {
        switch way {
        case "email": ["email"]
        case "phone_number": ["phone_number"]
        case "email, phone_number": ["email", "phone_number"]
        default: []
        }
    }

    // MARK: - Sign-in pages

    private mutating func applyPages(_ answers: Answers, in circumstances: Circumstances) {
        if answers.text("updateFlow") == "default" || answers.flag("hostedUI") == false {
            hostedPages = nil
            return
        }
        let flow = answers.text("useDefault") ?? answers.text("updateFlow")
        let begins = flow == "defaultSocial" || answers.flag("hostedUI") == true
        guard var pages = hostedPages ?? (begins ? HostedPages() : nil) else { return }
        if let domain = answers.text("hostedUIDomainName") { pages.domain = domain }
        pages.callbackURLs = Self.redirects(pages.callbackURLs, "CallbackURLs", answers)
        pages.logoutURLs = Self.redirects(pages.logoutURLs, "LogoutURLs", answers)
        if let flows = answers.values("AllowedOAuthFlows") { pages.flows = flows }
        if let scopes = answers.values("AllowedOAuthScopes") { pages.scopes = scopes }
        if let providers = answers.values("authProvidersUserPool") {
            pages.providers = providers
            pages.metadata = providers.compactMap { name in
                // What was there may have been edited by hand.
                pages.metadata.first { $0.providerName == name }
                    ?? SocialProvider(rawValue: name)?.metadata(requiredAttributes: requiredAttributes)
            }
        }
        for name in answers.values("removeProviders") ?? [] { pages.removeProvider(name) }
        for provider in Self.openIDProviders(answers) {
            // A user pool has one provider of a name: the last one counts.
            pages.removeProvider(provider.name)
            pages.openIDProviders.append(provider)
        }
        for provider in Self.samlProviders(answers) {
            pages.removeProvider(provider.name)
            pages.samlProviders.append(provider)
        }
        hostedPages = pages
    }

    private static func redirects(_ present: [String], _ name: String, _ answers: Answers) -> [String] {
        let edited = present.enumerated().map { answers.text("edit\(name).\($0)") ?? $1 }
            .filter { $0 != AuthTable.removed }
        return (edited + (answers.values("new\(name)") ?? [])).reduce(into: []) { all, uri in
            if !all.contains(uri) { all.append(uri) }
        }
    }

    private static func openIDProviders(_ answers: Answers) -> [OpenIDProvider] {
        (1...20).compactMap { number in
            let prefix = "openIDProvider.\(number)."
            guard let name = answers.text(prefix + "name"), let issuer = answers.text(prefix + "issuer"),
                let client = answers.text(prefix + "clientId")
            else { return nil }
            return OpenIDProvider(
                name: name, issuer: issuer, clientID: client,
                scopes: answers.text(prefix + "scopes") ?? "openid email profile",
                attributesRequestMethod: answers.text(prefix + "attributesRequestMethod") ?? "GET")
        }
    }

    private static func samlProviders(_ answers: Answers) -> [SAMLProvider] {
        (1...20).compactMap { number in
            guard let name = answers.text("samlProvider.\(number).name"),
                let metadata = answers.text("samlProvider.\(number).metadata")
            else { return nil }
            return SAMLProvider(name: name, metadata: metadata)
        }
    }
}

extension AuthSettings.HostedPages {
    /// Removes the providers of a name, but for social ones.
    fileprivate mutating func removeProvider(_ name: String) {
        openIDProviders.removeAll { $0.name == name }
        samlProviders.removeAll { $0.name == name }
    }
}

/// The ids and secrets of providers that a dialogue asked for: they belong to an environment, not to the project.
package struct ProviderCredentials: Sendable, Equatable {
    /// Ids of providers of the identity pool, which AWS's tool keeps for each environment.
    package var ids: [String: String] = [:]
    /// Further ids that Gatehouse keeps for each environment.
    package var furtherIDs: [String: String] = [:]
    /// Secrets, for the file outside the project.
    package var secrets: [String: String] = [:]

    /// No ids and no secrets.
    package init() {}

    /// What a dialogue of `AuthTable` asked for; empty answers leave ids and secrets as they are.
    package init(_ answers: Answers) {
        func filled(_ key: String) -> String? {
            answers.text(key).flatMap { $0.isEmpty ? nil : $0 }
        }
        for key in AuthTable.identityProviderKeys { ids[key] = filled(key) }
        furtherIDs["twitterConsumerKey"] = filled("twitterConsumerKey")
        secrets["twitterConsumerSecret"] = filled("twitterConsumerSecret")
        for credential in SocialProvider.allCases.flatMap(\.credentialKeys) {
            if credential.isHidden {
                secrets[credential.key] = filled(credential.key)
            } else {
                furtherIDs[credential.key] = filled(credential.key)
            }
        }
        // The provider's name does not depend on the order of providers.
        for number in 1...20 {
            guard let name = answers.text("openIDProvider.\(number).name") else { continue }
            secrets["openIDProvider/\(name)"] = filled("openIDProvider.\(number).clientSecret")
        }
    }
}
