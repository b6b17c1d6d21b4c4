// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseWire

/// The region that a request is signed for: resources of other regions do not exist for it, as in AWS.
struct SignedRegion: Sendable {
    /// The members of requests that identify a resource by an id with a region in it.
    private enum Member: String, CaseIterable {
        case userPool = "UserPoolId"
        case identityPool = "IdentityPoolId"
        case identity = "IdentityId"
        case resource = "ResourceArn"

        /// The region in an id; `nil` for text that is not an id.
        func region(in id: String) -> Substring? {
            switch self {
            case .userPool: Self.part(0, of: id, separatedBy: "_")
            case .identityPool, .identity: Self.part(0, of: id, separatedBy: ":")
            // arn:aws:<service>:<region>:<account>:<resource>
            case .resource: Self.part(3, of: id, separatedBy: ":")
            }
        }

        /// The service's message for a resource that does not exist.
        func missing(_ id: String) -> String {
            switch self {
            case .userPool: "User pool \(id) does not exist."
            case .identityPool: "IdentityPool '\(id)' not found."
            case .identity: "Identity '\(id)' not found."
            case .resource: "Resource \(id) does not exist."
            }
        }

        private static func part(_ index: Int, of id: String, separatedBy separator: Character) -> Substring? {
            let parts = id.split(separator: separator, maxSplits: index + 1, omittingEmptySubsequences: false)
            return parts.count > index + 1 ? parts[index] : nil
        }
    }

    let name: String
    /// Whether a refusal contains both regions, for a developer whose tools are configured for another region.
    let isExplained: Bool

    /// The fault for a request with a resource of another region; `nil` for any other request.
    func refusal(of input: OperationInput) -> ServiceFault? {
        for member in Member.allCases {
            guard let id = input[member.rawValue]?.stringValue, let region = member.region(in: id),
                !region.utf8.elementsEqual(name.utf8)
            else { continue }
            return ServiceFault(.resourceNotFound, member.missing(id) + explanation(region))
        }
        return nil
    }

    private func explanation(_ region: Substring) -> String {
        guard isExplained else { return "" }
        return " The request is signed for the region \(name), and the id is of the region \(region): "
            + "sign requests for \(region), for example with AWS_REGION=\(region)."
    }
}
