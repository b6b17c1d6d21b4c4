// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseWire

extension PolicyPrincipals {
    /// The names in a Deny that no caller has.
    var narrowings: [AccessFlaw] {
        guard !aws.isEmpty || !federated.isEmpty else {
            return [
                AccessFlaw(
                    .unsafe(
                        "no service of AWS calls this server, so that the Deny names nothing: use Federated for "
                            + "cognito-identity.amazonaws.com"), at: ["Service"])
            ]
        }
        return aws.compactMap(Self.flaw) + federated.compactMap(Self.providerFlaw)
    }

    private static func flaw(_ principal: AWSPrincipal) -> AccessFlaw? {
        guard case .arn(let arn) = principal, !isPrincipal(arn) else { return nil }
        return AccessFlaw(
            .unsafe(
                "\(WireName(arn).shown) is no user, role or session, so that the Deny names nothing: use "
                    + "arn:aws:iam::<account>:role/<name> or arn:aws:sts::<account>:assumed-role/<role>/<session>, and "
                    + "Federated for an identity provider"), at: ["AWS"])
    }

    /// Whether an ARN is that of a user, a role, a session or a federated user.
    private static func isPrincipal(_ arn: String) -> Bool {
        let parts = arn.split(separator: ":", maxSplits: 5, omittingEmptySubsequences: false)
        guard parts[1] == "aws", parts[3].isEmpty, arn.utf8.allSatisfy(isPrintable) else { return false }
        let names = parts[5].split(separator: "/", omittingEmptySubsequences: false)
        guard let name = names.last, isName(name) else { return false }
        return switch (parts[2], names[0]) {
        // A role or user can have a path.
        case ("iam", "role"), ("iam", "user"): names.count >= 2
        case ("sts", "assumed-role"): names.count == 3 && isName(names[1])
        case ("sts", "federated-user"): names.count == 2
        default: false
        }
    }

    private static func isName(_ text: Substring) -> Bool {
        (try? AccessName.check(String(text), limit: 64, allowing: AccessName.usual)) != nil
    }

    private static func providerFlaw(_ name: String) -> AccessFlaw? {
        guard !isProvider(issuer(name)) else { return nil }
        return AccessFlaw(
            .unsafe(
                "\(WireName(name).shown) is no identity provider, so that the Deny names nothing: use its ARN, or its "
                    + "issuer without https://, blanks and double slashes"), at: ["Federated"])
    }

    /// Whether a provider can have this name, which has the form in which a Deny compares names.
    private static func isProvider(_ name: String) -> Bool {
        guard !name.isEmpty, !name.hasSuffix("/"), !name.contains("//"),
            name.utf8.allSatisfy({ isPrintable($0) && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") })
        else { return false }
        guard name.hasPrefix("arn:") else { return true }
        // The name of a provider of OpenID Connect is no ARN any more.
        let parts = name.split(separator: ":", maxSplits: 5, omittingEmptySubsequences: false)
        return parts.count == 6 && parts[1] == "aws" && parts[2] == "iam" && parts[3].isEmpty && isAccount(parts[4])
            && parts[5].hasPrefix("saml-provider/")
    }

    /// Whether a byte is a character of ASCII that is shown, and no blank.
    private static func isPrintable(_ byte: UInt8) -> Bool { (0x21...0x7E).contains(byte) }
}
