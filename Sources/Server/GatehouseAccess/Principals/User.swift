// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
package import GatehouseWire

/// A registered user, whose access keys sign requests.
package struct User: AccessEntry {
    package static let kind = AccessKind.user
    /// The largest number of access keys, a quota of IAM.
    package static let maximumKeys = 2

    package let name: String
    package let permissions: Permissions

    package init(name: String, document: WireValue) throws(AccessFlaw) {
        try AccessName.check(name, limit: 64, allowing: AccessName.usual)
        // The ARN of this name is the administrator's.
        guard name != Self.administratorName else {
            throw AccessFlaw(.malformed("a free name: \(name) is the holder of the administration key"))
        }
        self.name = name
        permissions = try Permissions(try AccessNode(document, allowing: Permissions.members))
    }

    package var path: String { permissions.path }

    package var narrowDenials: [AccessFlaw] { permissions.narrowDenials }

    package var document: WireValue { .object(permissions.members) }

    /// The name of the holder of an administration key.
    package static let administratorName = "administrator"

    /// The ARN `arn:aws:iam::<account>:user<path><name>`.
    package func arn(inAccount account: String) -> String {
        "arn:aws:iam::\(account):user\(permissions.path)\(name)"
    }
}

/// The access key of a user of the registry, without its secret in clear text.
package struct UserKeyRecord: Sendable, Equatable {
    /// `AKIA` and 16 characters.
    package let id: String
    /// The name of the user.
    package let userName: String
    /// The secret, sealed for the purpose `accessKey` with the id as its context.
    package let sealedSecret: [UInt8]
    /// The time at which the key was created.
    package let createdAt: Date

    /// Creates the row of a key.
    package init(id: String, userName: String, sealedSecret: [UInt8], createdAt: Date) {
        self.id = id
        self.userName = userName
        self.sealedSecret = sealedSecret
        self.createdAt = createdAt
    }
}
