// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseProject
import GatehouseWire

// Second factors and passkeys, which the service sets by a call of its own.
extension WantedUserPool {
    /// Whether codes by SMS are a second factor.
    var usesSMSFactor: Bool {
        // Settings without a list of factors mean codes by SMS.
        auth.mfaConfiguration != "OFF" && (auth.mfaTypes.isEmpty || auth.mfaTypes.contains(AuthTable.smsFactor))
    }

    /// Whether the pool's factors must be read: a pool without second factors tells it itself.
    var statesFactors: Bool { auth.mfaConfiguration != "OFF" || auth.passwordless != nil }

    /// The settings of second factors.
    ///
    /// Without MFA, a request has nothing but that: the service refuses factors beside it.
    var statedFactors: StatedSettings {
        var members: [WireName: WireValue] = ["MfaConfiguration": .string(auth.mfaConfiguration)]
        guard auth.mfaConfiguration != "OFF" else { return StatedSettings(members: members) }
        let codes: WireValue = ["Enabled": true]
        let messages: WireValue = ["SmsAuthenticationMessage": .string(auth.smsAuthenticationMessage)]
        let absent = WireValue.null
        members["SoftwareTokenMfaConfiguration"] = auth.mfaTypes.contains(AuthTable.totpFactor) ? codes : absent
        members["SmsMfaConfiguration"] = usesSMSFactor ? messages : absent
        return StatedSettings(members: members)
    }

    /// The settings of passkeys; empty without passkeys.
    var statedPasskeys: StatedSettings {
        guard let passwordless = auth.passwordless, passwordless.factors.contains("WEB_AUTHN") else {
            return StatedSettings()
        }
        var members: [WireName: WireValue] = [:]
        if let domain = passwordless.relyingPartyID { members["RelyingPartyId"] = .string(domain) }
        if let verification = passwordless.userVerification { members["UserVerification"] = .string(verification) }
        // The service has passkeys beside compulsory MFA only if they count as both factors.
        if auth.mfaConfiguration == "ON" { members["FactorConfiguration"] = "MULTI_FACTOR_WITH_USER_VERIFICATION" }
        return members.isEmpty ? StatedSettings() : StatedSettings(members: ["WebAuthnConfiguration": .object(members)])
    }

    /// What differs in the factors of a pool.
    ///
    /// - Parameters:
    ///   - pool: the pool as it is.
    ///   - found: its factors as they are; `nil` if they were not read.
    /// - Returns: the differences.
    func factorDifferences(_ pool: UserPoolType, _ found: GetUserPoolMfaConfigResponse?) -> [Difference] {
        let requirement = WireValue.string(pool.mfaConfiguration?.rawValue ?? "OFF")
        let present = found?.wireMembers ?? ["MfaConfiguration": requirement]
        return statedFactors.differences(from: present, of: "UserPool")
            + statedPasskeys.differences(from: present, of: "UserPool")
    }

    /// The request that changes the second factors; `nil` if the pool has them.
    ///
    /// - Parameters:
    ///   - pool: the pool as it is.
    ///   - found: its factors as they are.
    /// - Returns: the request.
    /// - Throws: `ServiceFault` if a setting cannot travel.
    func factorChange(
        _ pool: UserPoolType, _ found: GetUserPoolMfaConfigResponse
    ) throws(ServiceFault) -> SetUserPoolMfaConfigRequest? {
        let present = found.wireMembers
        guard !statedFactors.differences(from: present, of: "").isEmpty else { return nil }
        var members = statedFactors.merged(into: present)
        if usesSMSFactor, members["SmsMfaConfiguration"]?["SmsConfiguration"] == nil {
            let configuration = pool.smsConfiguration?.wireValue(in: .json) ?? newSMSConfiguration(of: pool)
            var sms = members["SmsMfaConfiguration"]?.objectValue ?? [:]
            sms["SmsConfiguration"] = configuration
            members["SmsMfaConfiguration"] = .object(sms)
        }
        members["UserPoolId"] = .string(pool.id ?? "")
        return try SetUserPoolMfaConfigRequest(answer: .object(members), form: .json)
    }

    /// The request that changes the settings of passkeys alone; `nil` if the pool has them.
    ///
    /// - Throws: `ServiceFault` if a setting cannot travel.
    func passkeyChange(
        _ pool: UserPoolType, _ found: GetUserPoolMfaConfigResponse
    ) throws(ServiceFault) -> SetUserPoolMfaConfigRequest? {
        let present = found.wireMembers
        guard !statedPasskeys.differences(from: present, of: "").isEmpty else { return nil }
        var members: [WireName: WireValue] = [:]
        members["WebAuthnConfiguration"] = statedPasskeys.merged(into: present)["WebAuthnConfiguration"]
        members["UserPoolId"] = .string(pool.id ?? "")
        return try SetUserPoolMfaConfigRequest(answer: .object(members), form: .json)
    }
}

// MARK: - Triggers

extension WantedUserPool {
    /// The triggers that the project wants and for which no function is known.
    var triggersWithoutFunction: [String] {
        Trigger.allCases.map(\.rawValue).filter { trigger in
            auth.triggers[trigger]?.isEmpty == false && state.triggerARNs[trigger] == nil
        }
    }

    /// The triggers of a pool; those that the tool does not know stay.
    ///
    /// - Parameter pool: the pool as it is; `nil` before it is made.
    /// - Returns: the settings.
    func statedTriggers(of pool: UserPoolType?) -> StatedSettings {
        var functions: [WireName: WireValue] = [:]
        for trigger in Trigger.allCases { functions[WireName(trigger.settingName)] = .null }
        for (name, templates) in auth.triggers where !templates.isEmpty {
            guard let arn = state.triggerARNs[name] else { continue }
            functions[WireName(Trigger(rawValue: name)?.settingName ?? name)] = .string(arn)
        }
        // The newer form of one trigger names the same function, else the service refuses it.
        let tokens = functions["PreTokenGeneration"]?.stringValue
        if let newer = pool?.lambdaConfig?.preTokenGenerationConfig, newer.lambdaArn != tokens {
            functions["PreTokenGenerationConfig"] = .null
        }
        return StatedSettings(members: ["LambdaConfig": .object(functions)])
    }
}
