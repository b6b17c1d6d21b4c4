// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import GatehouseProject

extension IdentityPool {
    /// The settings that differ in a changed pool; none means that nothing is to be sent.
    func differences(to changed: IdentityPool) -> [Difference] {
        var list: [Difference] = []
        func compare(_ member: String, _ old: String?, _ new: String?) {
            guard old != new else { return }
            list.append(Difference(member: "IdentityPool.\(member)", old: old, new: new))
        }
        compare("IdentityPoolName", identityPoolName, changed.identityPoolName)
        compare(
            "AllowUnauthenticatedIdentities", String(allowUnauthenticatedIdentities),
            String(changed.allowUnauthenticatedIdentities))
        let (oldLogins, newLogins) = (supportedLoginProviders ?? [:], changed.supportedLoginProviders ?? [:])
        for key in Set(oldLogins.keys).union(newLogins.keys).sorted() where oldLogins[key] != newLogins[key] {
            let member = "SupportedLoginProviders.\(key)"
            if key == IdentityProvider.twitter.rawValue {
                // The value has the consumer's secret.
                list.append(Difference(member: "IdentityPool.\(member)", old: nil, new: "changed"))
            } else {
                compare(member, oldLogins[key], newLogins[key])
            }
        }
        compare("CognitoIdentityProviders", providerText, changed.providerText)
        compare(
            "OpenIdConnectProviderARNs", Self.text(openIdConnectProviderARNs ?? []),
            Self.text(changed.openIdConnectProviderARNs ?? []))
        let (oldTags, newTags) = (identityPoolTags ?? [:], changed.identityPoolTags ?? [:])
        for key in Set(oldTags.keys).union(newTags.keys).sorted() {
            compare("IdentityPoolTags.\(key)", oldTags[key], newTags[key])
        }
        return list
    }

    /// The clients of user pools, in an order of their own; `nil` without any.
    private var providerText: String? {
        Self.text(
            (cognitoIdentityProviders ?? []).map { provider in
                let check = provider.serverSideTokenCheck == true ? " (checked on the server)" : ""
                return "\(provider.providerName ?? ""):\(provider.clientId ?? "")\(check)"
            })
    }

    private static func text(_ elements: [String]) -> String? {
        elements.isEmpty ? nil : elements.sorted().joined(separator: ", ")
    }
}
