// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import CognitoShapes
package import GatehouseUserPoolModel

extension UserType {
    /// Creates the form of a user that `ListUsers` and `AdminCreateUser` return.
    package init(_ user: UserRecord, onlyAttributes: Set<String>? = nil) {
        let attributes = UserAttributes.listed(user)
        self.init(
            username: user.username,
            attributes: onlyAttributes.map { wanted in attributes.filter { wanted.contains($0.name) } } ?? attributes,
            userCreateDate: user.createdAt,
            userLastModifiedDate: user.modifiedAt,
            enabled: user.isEnabled,
            userStatus: user.status)
    }
}
