// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
package import GatehouseAccess
package import GatehouseFederation
import GatehouseWire

/// The reason why the registry does not make a change.
package enum AccessRegistryRefusal: Error, Sendable, Equatable {
    case exists(AccessKind, String)
    case missing(AccessKind, String)
    case missingKey(String)
    /// The entry comes from the documented file.
    case fromFile(AccessKind, String)
    /// The entry of the file has the name of one that a command created.
    case fromCommand(AccessKind, String)
    /// The document of an entry that exists has another path, which is a part of the ARN.
    case otherPath(AccessKind, String)
    /// The policy is attached to a role or user.
    case attached(String, to: String)
    /// The documented file has no longer a policy that is attached to a role or user of a command.
    case attachedFromFile(String, to: String)
    /// A policy in an entry of the documented file denies less than it reads.
    case narrowDenial(AccessKind, String, AccessFlaw)
    /// The name of a new entry differs from that of another entry, or from the reserved one, by case alone.
    case otherCase(AccessKind, String, String)
    case tooMany(AccessKind)
    /// The user has as many access keys as are allowed.
    case tooManyKeys(String)
    /// The document of a SAML provider is not the metadata of one.
    case badMetadata(String, SAMLMetadataFlaw)
    /// The `validUntil` of a SAML provider's metadata has passed.
    case expiredMetadata(String, Date)
}

extension AccessRegistryRefusal: CustomStringConvertible {
    /// The reason with the corrective action, in one line.
    package var description: String {
        switch self {
        case .exists(let kind, let name):
            "There is \(kind.article) \(kind.words) \(name): choose another name, or change the entry with gatehouse iam update."
        case .missing(let kind, let name):
            "There is no \(kind.words) \(name): see the names with gatehouse iam list \(kind.rawValue)."
        case .missingKey(let id): "There is no access key \(id): see the ids with gatehouse iam list key USER."
        case .fromFile(let kind, let name):
            "The \(kind.words) \(name) comes from the file of GATEHOUSE_ACCESS: change it there, and restart the server."
        case .fromCommand(let kind, let name):
            "The \(kind.words) \(name) exists already: give the entry of the file another name, or remove it from the file."
        case .otherPath(let kind, let name):
            "The path of the \(kind.words) \(name) is a part of its ARN: leave it as it is, or create another entry."
        case .attached(let name, let holder):
            "The policy \(name) is attached to \(holder): a policy without holders can be deleted."
        case .attachedFromFile(let name, let holder):
            "The file of GATEHOUSE_ACCESS has no policy \(name) any more, and \(holder) would lose what it denies: put the "
                + "policy back into the file, or detach it with gatehouse iam update."
        case .narrowDenial(let kind, let name, let flaw):
            "The \(kind.words) \(name) in the file of GATEHOUSE_ACCESS has a Deny that denies less than it reads, at "
                + "\(flaw). Correct the file."
        case .otherCase(.openIDProvider, let name, let other):
            "The OpenID Connect provider \(other) has the condition keys of \(name), because their case does not matter: "
                + "use that provider. Delete it first only if its name is the wrong one."
        case .otherCase(.user, let name, User.administratorName):
            "The name \(name) differs by case alone from \(User.administratorName), which is reserved for the holder of the "
                + "administration key: choose another name."
        case .otherCase(let kind, let name, let other):
            "The name \(name) differs by case alone from the \(kind.words) \(other), and IAM does not distinguish names by "
                + "case: choose another name, or use \(other)."
        case .tooMany(let kind): "There are \(kind.limit) entries of the kind \(kind.rawValue), which is the limit."
        case .tooManyKeys(let name):
            "The user \(name) has \(User.maximumKeys) access keys: first delete one that no program uses."
        case .badMetadata(let name, let flaw):
            "The metadata of the SAML provider \(name) \(flaw). Correct the document."
        case .expiredMetadata(let name, let end):
            "The metadata of the SAML provider \(name) was valid until \(WireTimestamp.iso8601(end)), so no response would "
                + "be accepted. Get the current document of the provider."
        }
    }
}

extension AccessKind {
    /// The kind in a sentence.
    fileprivate var words: String {
        switch self {
        case .role: "role"
        case .user: "user"
        case .policy: "policy"
        case .openIDProvider: "OpenID Connect provider"
        case .samlProvider: "SAML provider"
        }
    }

    fileprivate var article: String { self == .openIDProvider ? "an" : "a" }
}
