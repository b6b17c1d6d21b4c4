// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseText
import GatehouseWire

/// The element `Principal` of a trust policy.
struct PolicyPrincipals: Sendable, Equatable {
    /// A principal of AWS in a policy.
    enum AWSPrincipal: Sendable, Equatable {
        case everyone
        /// All principals of an account, which then need a permission of their own.
        case account(String)
        /// A user, a role with its sessions, or one session of a role.
        case arn(String)
    }

    let aws: [AWSPrincipal]
    let federated: [String]

    /// The ARN or address of an identity provider is at most this long.
    private static let limit = 2_048

    init(_ value: WireValue) throws(AccessFlaw) {
        if value.stringValue == "*" {
            (aws, federated) = ([.everyone], [])
            return
        }
        let node = try AccessNode(value, allowing: ["AWS", "Federated", "Service"])
        var aws: [AWSPrincipal] = []
        var federated: [String] = []
        for (place, text) in try Self.texts("AWS", in: node) { aws.append(try Self.principal(text, at: place)) }
        for (place, text) in try Self.texts("Federated", in: node) {
            guard text.utf8.count <= Self.limit, !text.utf8.contains(UInt8(ascii: "*")) else {
                throw AccessFlaw(.malformed("an identity provider without wildcards"), at: place)
            }
            federated.append(text)
        }
        // No service of AWS calls this server, so that such a principal never matches.
        let services = try Self.texts("Service", in: node)
        guard !aws.isEmpty || !federated.isEmpty || !services.isEmpty else { throw AccessFlaw(.empty) }
        (self.aws, self.federated) = (aws, federated)
    }

    private static func texts(
        _ name: String, in node: AccessNode
    ) throws(AccessFlaw) -> [(place: [String], text: String)] {
        guard let value = node[name] else { return [] }
        do {
            return try value.texts().map { (place: [name] + $0.place, text: $0.text) }
        } catch {
            throw error.inside(name)
        }
    }

    private static func principal(_ text: String, at place: [String]) throws(AccessFlaw) -> AWSPrincipal {
        if text == "*" { return .everyone }
        if isAccount(text[...]) { return .account(text) }
        let parts = text.split(separator: ":", maxSplits: 5, omittingEmptySubsequences: false)
        guard parts.count == 6, parts[0] == "arn", ["iam", "sts"].contains(parts[2]), isAccount(parts[4]),
            text.utf8.count <= limit, !text.utf8.contains(UInt8(ascii: "*"))
        else {
            throw AccessFlaw(.malformed("*, an account or an ARN of a user, a role or a session"), at: place)
        }
        return parts[5] == "root" ? .account(String(parts[4])) : .arn(text)
    }

    private static func isAccount(_ text: Substring) -> Bool {
        text.utf8.count == 12 && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
}

extension PolicyPrincipals {
    /// Whether an Allow for these principals names a caller.
    ///
    /// With `acceptsAccount`, it is enough that the caller belongs to an account of the list. Everyone is each principal of
    /// AWS here, and no person of an identity provider.
    func contains(_ caller: AccessCaller, acceptsAccount: Bool) -> Bool {
        switch caller {
        case .federated(let providers): names(providers)
        case .aws(let arns, let account, _): names(arns, of: account) { _ in acceptsAccount }
        }
    }

    /// Whether a Deny for these principals names a caller.
    ///
    /// Everyone is each caller here. The names of a provider are compared without regard to case, to a slash at their
    /// end, and to the form, which is an ARN or the issuer alone.
    func denies(_ caller: AccessCaller) -> Bool {
        switch caller {
        case .federated(let providers):
            aws.contains(.everyone)
                || federated.contains { own in
                    providers.contains { Self.issuer(own).hasBytes(of: Self.issuer($0)) }
                }
        case .aws(let arns, let account, let source):
            names(arns + [source].compactMap(\.self), of: account) { _ in true }
        }
    }

    /// Whether these principals except a caller from a Deny for all other ones.
    ///
    /// An account beside one of its users, roles or sessions excepts only these, as in AWS. Everyone is each principal of
    /// AWS here, and no person of an identity provider.
    func excepts(_ caller: AccessCaller) -> Bool {
        switch caller {
        case .federated(let providers): names(providers)
        case .aws(let arns, let account, _): names(arns, of: account) { own in !hasPrincipal(ofAccount: own) }
        }
    }

    private func names(_ providers: [String]) -> Bool {
        federated.contains { own in providers.contains { own.hasBytes(of: $0) } }
    }

    private func names(_ arns: [String], of account: String, acceptsAccount: (String) -> Bool) -> Bool {
        aws.contains { principal in
            switch principal {
            case .everyone: true
            case .account(let own): own == account && acceptsAccount(own)
            case .arn(let own): arns.contains { $0.hasBytes(of: own) }
            }
        }
    }

    private func hasPrincipal(ofAccount account: String) -> Bool {
        aws.contains { principal in
            guard case .arn(let arn) = principal else { return false }
            return arn.split(separator: ":", omittingEmptySubsequences: false)[4] == account
        }
    }

    /// The issuer in the name of a provider of OpenID Connect; the name itself for another provider.
    static func issuer(_ provider: String) -> String {
        let start = provider.firstRange(of: ":oidc-provider/")?.upperBound ?? provider.startIndex
        let name = provider[start...]
        return (name.hasSuffix("/") ? name.dropLast() : name).lowercased()
    }

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

    /// Whether an ARN names a user, a role, a session or a federated user.
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

    /// Whether a provider can have this name, in the form in which a Deny compares names.
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
