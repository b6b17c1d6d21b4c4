// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCore

/// What a developer's server holds, as its first page shows it.
package struct DevelopmentOverview: Sendable {
    /// A user pool with a few of its users.
    package struct Pool: Sendable {
        package let id: String
        package let name: String
        /// The number of all users, of which `users` has the first ones.
        package let numberOfUsers: Int
        package let clients: [Client]
        package let users: [User]

        /// Describes a pool.
        package init(id: String, name: String, numberOfUsers: Int, clients: [Client], users: [User]) {
            self.id = id
            self.name = name
            self.numberOfUsers = numberOfUsers
            self.clients = clients
            self.users = users
        }
    }

    /// An app client, without its secret.
    package struct Client: Sendable {
        package let id: String
        package let name: String

        /// Describes a client.
        package init(id: String, name: String) {
            self.id = id
            self.name = name
        }
    }

    /// A user, without what proves them.
    package struct User: Sendable {
        package let username: String
        /// The status in the service's words, such as `CONFIRMED`.
        package let status: String
        package let isEnabled: Bool
        package let email: String?

        /// Describes a user.
        package init(username: String, status: String, isEnabled: Bool, email: String?) {
            self.username = username
            self.status = status
            self.isEnabled = isEnabled
            self.email = email
        }
    }

    package let version: String
    package let baseURL: String
    package let region: String
    /// The pool, client and identity pool that the first start made.
    package let first: (userPoolID: String, clientID: String, identityPoolID: String)
    /// The folder with the configuration files of clients.
    package let folder: String
    /// The access key id that administrators sign with; `nil` where any key does.
    package let administrator: String?
    /// Whether a request to a developer's page needs the developer's key.
    package let needsKey: Bool
    /// Whether `/metrics` answers on the port of the services.
    package let showsMetrics: Bool
    package let pools: [Pool]
    /// The newest messages of the outbox, the newest first.
    package let messages: [Message]

    /// Describes a server.
    package init(
        version: String, baseURL: String, region: String,
        first: (userPoolID: String, clientID: String, identityPoolID: String), folder: String, administrator: String?,
        needsKey: Bool, showsMetrics: Bool, pools: [Pool], messages: [Message]
    ) {
        self.version = version
        self.baseURL = baseURL
        self.region = region
        self.first = first
        self.folder = folder
        self.administrator = administrator
        self.needsKey = needsKey
        self.showsMetrics = showsMetrics
        self.pools = pools
        self.messages = messages
    }
}
