// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseAccess
import GatehouseCore
import GatehouseSecurityTokens
import GatehouseWire

// The faults of iam. Codes are those of its model; texts are the service's own where they were observed.
extension ServiceFault {
    /// The fault for a change that the registry refuses; `name` is the name or the ARN in the request.
    init(ofRegistry error: any Error, named name: String) {
        switch error {
        case let fault as ServiceFault: self = fault
        case let refusal as AccessRegistryRefusal: self = .refused(refusal, named: name)
        case let flaw as AccessFlaw: self = .invalidEntry(flaw)
        default: self = ServiceFault(unforeseen: error)
        }
    }

    private static func refused(_ refusal: AccessRegistryRefusal, named name: String) -> ServiceFault {
        switch refusal {
        case .missing(let kind, _): .noSuchEntity(kind, name)
        case .exists(let kind, let stored): ServiceFault(.entityAlreadyExists, alreadyExists(kind, stored))
        case .otherCase: ServiceFault(.entityAlreadyExists, refusal.description)
        case .fromFile: ServiceFault(.unmodifiableEntity, refusal.description)
        case .attached: ServiceFault(.deleteConflict, "Cannot delete a policy attached to entities.")
        case .tooMany(let kind):
            ServiceFault(
                .accessManagementLimitExceeded, "Cannot exceed quota for \(quota(of: kind))PerAccount: \(kind.limit)")
        case .missingKey, .fromCommand, .otherPath, .attachedFromFile, .narrowDenial, .tooManyKeys, .badMetadata,
            .expiredMetadata:
            ServiceFault(.invalidInput, refusal.description)
        }
    }

    /// The registry has no entry with the name or the ARN.
    static func noSuchEntity(_ kind: AccessKind, _ name: String) -> ServiceFault {
        let text =
            switch kind {
            case .role: "The role with name \(name) cannot be found."
            case .user: "The user with name \(name) cannot be found."
            case .policy: "Policy \(name) was not found."
            case .openIDProvider: "OpenIDConnect Provider not found for arn \(name)"
            case .samlProvider: "Manifest not found for arn \(name)"
            }
        return ServiceFault(.noSuchEntity, text)
    }

    /// The entry has no part with a name, such as a version of a policy.
    static func noSuchPart(_ text: String) -> ServiceFault { ServiceFault(.noSuchEntity, text) }

    static func deleteConflict(_ text: String) -> ServiceFault { ServiceFault(.deleteConflict, text) }

    static func invalidInput(_ text: String) -> ServiceFault { ServiceFault(.invalidInput, text) }

    static func limitExceeded(_ text: String) -> ServiceFault { ServiceFault(.accessManagementLimitExceeded, text) }

    /// A policy is not valid, or longer than its quota.
    static func badPolicy(_ flaw: AccessFlaw, quota: String) -> ServiceFault {
        if flaw.place.isEmpty, case .tooLong = flaw.problem {
            return .limitExceeded("Cannot exceed quota for \(quota)")
        }
        return ServiceFault(.malformedPolicyDocument, "The policy is not valid: \(flaw)")
    }

    /// An entry is not valid, or beyond a quota.
    static func invalidEntry(_ flaw: AccessFlaw) -> ServiceFault {
        switch flaw.problem {
        case .tooLong, .tooMany: .limitExceeded("The entry is beyond a quota: \(flaw)")
        default: .invalidInput("The entry is not valid: \(flaw)")
        }
    }

    /// The tags of a request are not valid.
    static func badTags(_ flaw: AccessFlaw) -> ServiceFault {
        switch flaw.problem {
        case .repeatsMember:
            .invalidInput("Duplicate tag keys found. Please note that Tag keys are case insensitive.")
        case .tooMany(let limit): .limitExceeded("The number of tags has reached the maximum limit: \(limit)")
        default: .invalidInput("A tag is not valid: \(flaw)")
        }
    }

    /// A member of the request is for a part of IAM that this server does not have.
    static func notSupported(_ member: String) -> ServiceFault {
        .invalidInput("Gatehouse does not have \(member): leave it out of the request.")
    }

    private static func alreadyExists(_ kind: AccessKind, _ name: String) -> String {
        switch kind {
        case .role: "Role with name \(name) already exists."
        case .user: "User with name \(name) already exists."
        case .policy: "A policy called \(name) already exists. Duplicate names are not allowed."
        case .openIDProvider: "Provider with url https://\(name) already exists."
        case .samlProvider: "SAMLProvider with name \(name) already exists."
        }
    }

    private static func quota(of kind: AccessKind) -> String {
        switch kind {
        case .role: "Roles"
        case .user: "Users"
        case .policy: "Policies"
        case .openIDProvider: "OpenIDConnectProviders"
        case .samlProvider: "SAMLProviders"
        }
    }
}
