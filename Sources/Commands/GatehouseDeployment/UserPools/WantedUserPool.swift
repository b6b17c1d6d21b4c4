// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseProject
import GatehouseWire

/// The user pool that a project wants in an environment.
struct WantedUserPool: Sendable {
    /// What the project wants.
    let state: WantedState
    /// The settings of the auth resource.
    let auth: AuthSettings
    /// The name of the auth resource.
    let resource: ResourceName

    /// Makes the value; `nil` if the project has no user pool of its own.
    init?(_ state: WantedState) {
        guard let auth = state.auth, let resource = state.authResource, auth.hasUserPool, !auth.isImported,
            state.imported == nil
        else { return nil }
        self.state = state
        self.auth = auth
        self.resource = resource
    }

    /// The name on the server.
    var name: String { EnvironmentName.text(auth.userPoolName ?? auth.resourceName, in: state.environment) }

    /// Whether the pool cannot be deleted by one call: true except in the environments for development.
    var isProtected: Bool { !["dev", "sandbox"].contains(state.environment) }

    // MARK: - Attributes

    /// The attributes by which users sign in in place of a user name.
    var usernameAttributes: [String] {
        state.forcesAliases && !auth.aliasAttributes.isEmpty ? [] : auth.usernameAttributes
    }

    /// The attributes by which users sign in beside their user name; the service has either these or the others.
    var aliasAttributes: [String] { usernameAttributes.isEmpty ? auth.aliasAttributes : [] }

    /// The attributes that a code verifies.
    var verifiedAttributes: [String] {
        let aliases = aliasAttributes.filter { ["email", "phone_number"].contains($0) }
        return auth.autoVerifiedAttributes + aliases.filter { !auth.autoVerifiedAttributes.contains($0) }
    }

    /// Whether the pool sends messages to phones.
    private var sendsSMS: Bool {
        let phone = "phone_number"
        let attributes = verifiedAttributes + usernameAttributes + aliasAttributes + auth.requiredAttributes
        return attributes.contains(phone) || usesSMSFactor || auth.passwordless?.factors.contains("SMS_OTP") == true
    }

    // MARK: - Settings

    /// The settings that an update of the pool sets.
    ///
    /// - Parameter pool: the pool as it is; `nil` before it is made.
    /// - Returns: the settings.
    func stated(of pool: UserPoolType?) -> StatedSettings {
        let verified = verifiedAttributes
        let signIn: WireValue = ["AllowedFirstAuthFactors": .texts(["PASSWORD"] + (auth.passwordless?.factors ?? []))]
        var tags = state.resourceTags
        if !auth.groups.isEmpty { tags[WantedState.groupsTag] = "true" }
        var members: [WireName: WireValue] = [
            "PoolName": .string(name),
            "Policies": ["PasswordPolicy": passwordPolicy, "SignInPolicy": signIn],
            "AutoVerifiedAttributes": verified.isEmpty ? WireValue.null : WireValue.texts(verified),
            "UserAttributeUpdateSettings": ["AttributesRequireVerificationBeforeUpdate": .texts(verified)],
            "UserPoolTags": .object(ofTexts: tags),
        ]
        if isProtected { members["DeletionProtection"] = .string(DeletionProtectionType.active.rawValue) }
        if verified.contains("email") {
            members["EmailVerificationSubject"] = .string(auth.emailVerificationSubject)
            members["EmailVerificationMessage"] = .string(auth.emailVerificationMessage)
        }
        if verified.contains("phone_number") {
            members["SmsVerificationMessage"] = .string(auth.smsVerificationMessage)
        }
        if let configuration = newSMSConfiguration(of: pool) { members["SmsConfiguration"] = configuration }
        return StatedSettings(members: members)
    }

    private var passwordPolicy: WireValue {
        let kinds = auth.passwordCharacters
        func requires(_ kind: Int) -> WireValue { .bool(kinds.contains(AuthTable.passwordKinds[kind])) }
        return [
            "MinimumLength": .integer(Int64(auth.passwordLength)), "RequireLowercase": requires(0),
            "RequireUppercase": requires(1), "RequireNumbers": requires(2), "RequireSymbols": requires(3),
        ]
    }

    /// The settings for messages to phones where the pool needs some and has none.
    ///
    /// The service demands the ARN of a role; the server sends such messages on its own account.
    func newSMSConfiguration(of pool: UserPoolType?) -> WireValue? {
        let present = pool?.smsConfiguration
        guard sendsSMS, present?.snsCallerArn == nil, present?.eumsSms == nil,
            let account = pool?.arn.flatMap(RoleNames.account(inARN:))
        else { return .none }
        let role = RoleNames.arn("sns\(auth.sharedID)-\(state.environment)", account: account)
        return ["SnsCallerArn": .string(role), "ExternalId": .string("\(auth.resourceName)_role_external_id")]
    }

    /// The request that makes the pool, without its second factors and triggers.
    ///
    /// - Throws: `ServiceFault` if a setting cannot travel.
    func creation() throws(ServiceFault) -> CreateUserPoolRequest {
        var members = stated(of: nil).merged(into: [:])
        members["UsernameConfiguration"] = ["CaseSensitive": .bool(auth.isUsernameCaseSensitive)]
        if !usernameAttributes.isEmpty { members["UsernameAttributes"] = .texts(usernameAttributes) }
        if !aliasAttributes.isEmpty { members["AliasAttributes"] = .texts(aliasAttributes) }
        let schema: [WireValue] = auth.requiredAttributes.map { name in
            ["Name": .string(name), "Required": true, "Mutable": true]
        }
        if !schema.isEmpty { members["Schema"] = .array(schema) }
        return try CreateUserPoolRequest(answer: .object(members), form: .json)
    }

    /// The request that gives a pool stated settings; `nil` if it has them.
    ///
    /// - Throws: `ServiceFault` if a setting cannot travel.
    static func update(of pool: UserPoolType, to stated: StatedSettings) throws(ServiceFault) -> UpdateUserPoolRequest?
    {
        let present = settings(of: pool)
        guard !stated.differences(from: present, of: "").isEmpty else { return nil }
        var members = stated.merged(into: present)
        members["UserPoolId"] = .string(pool.id ?? "")
        return try UpdateUserPoolRequest(answer: .object(members), form: .json)
    }

    /// The settings of a pool as an update has them.
    static func settings(of pool: UserPoolType) -> [WireName: WireValue] {
        var members = pool.wireMembers
        members["PoolName"] = members["Name"]
        let names = UpdateUserPoolRequest.memberNames
        return members.filter { names.contains($0.key) }
    }

    // MARK: - Ids

    /// Writes down the ids of the pool.
    func record(_ pool: UserPoolType, in ids: inout KnownIDs) {
        ids[resource, OutputName.userPoolID] = pool.id
        ids[resource, OutputName.userPoolARN] = pool.arn
        ids[resource, OutputName.userPoolName] = pool.name
        ids[resource, OutputName.oAuthMetadata] = oAuthMetadata
    }

    /// The OAuth settings as `amplify-meta.json` has them: a text of JSON.
    private var oAuthMetadata: String? {
        guard let pages = auth.hostedPages else { return nil }
        let metadata: WireValue = [
            "AllowedOAuthFlows": .texts(pages.flows), "AllowedOAuthScopes": .texts(pages.scopes),
            "CallbackURLs": .texts(pages.callbackURLs), "LogoutURLs": .texts(pages.logoutURLs),
        ]
        return String(decoding: metadata.jsonBytes(), as: UTF8.self)
    }

    /// The id of the pool, which an earlier step made.
    ///
    /// - Throws: `ServiceFault` if there is none.
    func poolID(in ids: KnownIDs) throws(ServiceFault) -> String {
        guard let id = ids[resource, OutputName.userPoolID] else {
            throw ServiceFault(.resourceNotFound, "The user pool \(name) does not exist.")
        }
        return id
    }
}
