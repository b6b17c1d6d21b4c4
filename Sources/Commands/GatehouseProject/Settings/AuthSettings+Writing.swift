// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

extension AuthSettings {
    /// The file of a new resource, as AWS's tool writes it.
    ///
    /// - Throws: `JSONFlaw` if it would be too large.
    package func newInputs() throws(JSONFlaw) -> JSONDocument {
        var config = members
        config += [
            JSONValue.Member(
                "userpoolClientLambdaRole", .string("\(resourceNameTruncated)_userpoolclient_lambda_role")),
            JSONValue.Member("serviceName", "Cognito"), JSONValue.Member("useEnabledMfas", true),
            JSONValue.Member("authRoleArn", ["Fn::GetAtt": ["AuthRole", "Arn"]]),
            JSONValue.Member("unauthRoleArn", ["Fn::GetAtt": ["UnauthRole", "Arn"]]),
            JSONValue.Member("breakCircularDependency", true), JSONValue.Member("dependsOn", []),
        ]
        return try JSONDocument(["version": "1", Self.container: .object(config)] as JSONValue)
    }

    /// A file of the resource after a change: only members whose meaning has changed are written.
    ///
    /// - Parameters:
    ///   - inputs: the file, in the form of either generation.
    ///   - old: the settings that the file has.
    /// - Returns: the file.
    /// - Throws: `JSONFlaw` if a member cannot be set.
    package func inputs(changing inputs: JSONDocument, from old: AuthSettings) throws(JSONFlaw) -> JSONDocument {
        var document = inputs
        var place = JSONPointer.root
        if case .object? = inputs[JSONPointer([Self.container])] { place = JSONPointer([Self.container]) }
        let former = old.members
        let new = members
        for member in new where !former.contains(member) {
            let pointer = place.appending(member.name)
            switch (member.name, document[pointer]) {
            // Older projects have the object as a text of JSON.
            case ("triggers", .string(_)?): try document.set(.string(member.value.compactText), at: pointer)
            case ("oAuthMetadata", .string(let text)?):
                try document.set(.string(Self.merged(member.value, into: text)), at: pointer)
            default: try document.set(member.value, at: pointer)
            }
        }
        for member in former where !new.contains(where: { $0.name == member.name }) {
            try document.remove(at: place.appending(member.name))
        }
        return document
    }

    /// Sets the members of a text of JSON, which can have others.
    private static func merged(_ value: JSONValue, into text: String) throws(JSONFlaw) -> String {
        guard case .string(let newText) = value, let new = try? JSONDocument(Array(newText.utf8)),
            case .object(let members) = new.value, var document = try? JSONDocument(Array(text.utf8))
        else { return text }
        try document.merge(members, at: .root)
        return String(decoding: document.body, as: UTF8.self)
    }

    /// The members of `cli-inputs.json` that answers decide, in the order in which AWS's tool writes them.
    var members: [JSONValue.Member] {
        var list = MemberList()
        if hasIdentityPool {
            list.text("identityPoolName", identityPoolName)
            list.flag("allowUnauthenticatedIdentities", allowsGuests)
        }
        if usesIdentityProviders {
            list.flag("thirdPartyAuth", true)
            list.texts("authProviders", awsIdentityProviders)
        }
        list.text("resourceNameTruncated", resourceNameTruncated)
        list.text("userPoolName", userPoolName)
        list.texts("autoVerifiedAttributes", autoVerifiedAttributes)
        list.text("mfaConfiguration", mfaConfiguration)
        list.texts("mfaTypes", mfaTypes)
        list.text("smsAuthenticationMessage", smsAuthenticationMessage)
        list.text("smsVerificationMessage", smsVerificationMessage)
        list.text("emailVerificationSubject", emailVerificationSubject)
        list.text("emailVerificationMessage", emailVerificationMessage)
        list.flag("defaultPasswordPolicy", changesPasswordPolicy)
        list.add("passwordPolicyMinLength", .integer(passwordLength))
        list.texts("passwordPolicyCharacters", passwordCharacters)
        list.texts("requiredAttributes", requiredAttributes)
        list.texts("aliasAttributes", aliasAttributes)
        addClient(to: &list)
        list.text("sharedId", sharedID)
        list.text("resourceName", resourceName)
        list.text("authSelections", services.rawValue)
        list.text("useDefault", useDefault)
        if !usernameAttributes.isEmpty {
            // The form of AWS's tool: one text, also for two attributes.
            list.texts("usernameAttributes", [usernameAttributes.joined(separator: ", ")])
        }
        list.texts("userPoolGroupList", groups)
        if adminQueries { list.flag("adminQueries", true) }
        list.flag("usernameCaseSensitive", isUsernameCaseSensitive)
        if !triggers.isEmpty { list.add("triggers", triggersValue) }
        addPages(to: &list)
        return list.members
    }

    private func addClient(to list: inout MemberList) {
        list.flag("userpoolClientGenerateSecret", generatesSecret)
        list.add("userpoolClientRefreshTokenValidity", .integer(refreshTokenDays))
        list.texts("userpoolClientWriteAttributes", writeAttributes)
        list.texts("userpoolClientReadAttributes", readAttributes)
        list.flag("userpoolClientSetAttributes", setsAttributes)
    }

    private func addPages(to list: inout MemberList) {
        list.flag("hostedUI", hostedPages != nil)
        guard let pages = hostedPages else { return }
        var metadata = MemberList()
        metadata.texts("AllowedOAuthFlows", pages.flows)
        metadata.texts("AllowedOAuthScopes", pages.scopes)
        metadata.texts("CallbackURLs", pages.callbackURLs)
        metadata.texts("LogoutURLs", pages.logoutURLs)
        list.text("hostedUIDomainName", pages.domain)
        list.texts("authProvidersUserPool", pages.providers)
        list.text("hostedUIProviderMeta", JSONValue.array(pages.metadata.map(\.json)).compactText)
        list.text("oAuthMetadata", JSONValue.object(metadata.members).compactText)
    }

    /// The providers that AWS's tool knows.
    private var awsIdentityProviders: [String] {
        identityProviders.filter { $0 != IdentityProvider.twitter.rawValue }
    }

    private var triggersValue: JSONValue {
        let names = Trigger.allCases.map(\.rawValue)
        let sorted = triggers.keys.sorted { left, right in
            (names.firstIndex(of: left) ?? names.count, left) < (names.firstIndex(of: right) ?? names.count, right)
        }
        return .object(sorted.map { JSONValue.Member($0, .strings(triggers[$0] ?? [])) })
    }

    // MARK: - What only Gatehouse knows

    /// The file `gatehouse.json` after a change; `nil` if there is nothing to say.
    ///
    /// - Throws: `JSONFlaw` if a member cannot be set.
    package func own(changing document: JSONDocument?) throws(JSONFlaw) -> JSONDocument? {
        let members = ownMembers
        guard var changed = document else {
            guard members.contains(where: { $0.1 != nil }) else { return nil }
            let all =
                [JSONValue.Member("version", 1)]
                + members.compactMap { name, value in
                    value.map { JSONValue.Member(name, $0) }
                }
            return try JSONDocument(JSONValue.object(all))
        }
        for (name, value) in members {
            let pointer = JSONPointer([name])
            if let value { try changed.set(value, at: pointer) } else { try changed.remove(at: pointer) }
        }
        return changed
    }

    private var ownMembers: [(String, JSONValue?)] {
        let further = identityProviders.filter { $0 == IdentityProvider.twitter.rawValue }
        let openID = hostedPages?.openIDProviders ?? []
        let saml = hostedPages?.samlProviders ?? []
        return [
            ("authProviders", further.isEmpty ? nil : .strings(further)), ("passwordless", passwordless?.json),
            ("openIDProviders", openID.isEmpty ? nil : .array(openID.map(\.json))),
            ("samlProviders", saml.isEmpty ? nil : .array(saml.map(\.json))),
        ]
    }
}

extension AuthSettings.Passwordless {
    var json: JSONValue {
        var members = [JSONValue.Member("factors", .strings(factors))]
        if let relyingPartyID { members.append(JSONValue.Member("relyingPartyId", .string(relyingPartyID))) }
        if let userVerification { members.append(JSONValue.Member("userVerification", .string(userVerification))) }
        return .object(members)
    }
}

extension AuthSettings.OpenIDProvider {
    var json: JSONValue {
        [
            "name": .string(name), "issuer": .string(issuer), "clientId": .string(clientID), "scopes": .string(scopes),
            "attributesRequestMethod": .string(attributesRequestMethod),
        ]
    }
}

extension AuthSettings.SAMLProvider {
    var json: JSONValue { ["name": .string(name), "metadata": .string(metadata)] }
}
