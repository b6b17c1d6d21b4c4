// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCore

/// The contents of a developer's server, for its overview page.
package struct DevelopmentOverview: Sendable {
    /// A user pool with a few of its users.
    package struct Pool: Sendable {
        /// The pool's id, such as `us-east-1_Ab1Cd2Ef3`.
        package let id: String
        /// The pool's name, which need not be unique.
        package let name: String
        /// The number of all users; `users` contains the first ones.
        package let numberOfUsers: Int
        /// The addresses of the pool's domains.
        package let domains: [String]
        /// The names and types of the pool's identity providers.
        package let providers: [(name: String, type: String)]
        /// The pool's app clients in the order of the page.
        package let clients: [Client]
        /// The first users of the pool.
        package let users: [User]

        /// Creates a pool.
        package init(
            id: String, name: String, numberOfUsers: Int, domains: [String] = [],
            providers: [(name: String, type: String)] = [], clients: [Client], users: [User]
        ) {
            self.id = id
            self.name = name
            self.numberOfUsers = numberOfUsers
            self.domains = domains
            self.providers = providers
            self.clients = clients
            self.users = users
        }
    }

    /// An app client, without its secret.
    package struct Client: Sendable {
        /// The client's id, which apps name.
        package let id: String
        /// The client's name, which need not be unique.
        package let name: String
        /// The address of the page on which users of the client sign in; `nil` for a client without pages.
        package let loginPage: String?

        /// Creates a client.
        package init(id: String, name: String, loginPage: String? = nil) {
            self.id = id
            self.name = name
            self.loginPage = loginPage
        }
    }

    /// A user, without credentials.
    package struct User: Sendable {
        /// The user name, which is the `sub` in pools that sign in with an alias only.
        package let username: String
        /// The status as in the service's API, such as `CONFIRMED`.
        package let status: String
        /// Whether the user may sign in.
        package let isEnabled: Bool
        /// The e-mail address; `nil` for a user without one.
        package let email: String?

        /// Creates a user.
        package init(username: String, status: String, isEnabled: Bool, email: String?) {
            self.username = username
            self.status = status
            self.isEnabled = isEnabled
            self.email = email
        }
    }

    /// The data API of the server's schema, without its key.
    package struct API: Sendable {
        /// The API's id, which `gatehouse api` takes.
        package let id: String
        /// The address to which apps send requests.
        package let endpoint: String

        /// Creates an API.
        package init(id: String, endpoint: String) {
            self.id = id
            self.endpoint = endpoint
        }
    }

    /// The release of the server.
    package let version: String
    /// The URL at which programs reach the server.
    package let baseURL: String
    /// The AWS region of the pools.
    package let region: String
    /// The pool, client and identity pool of the first start.
    package let first: (userPoolID: String, clientID: String, identityPoolID: String)
    /// The data API; `nil` without a schema.
    package let api: API?
    /// The folder with the configuration files of clients.
    package let folder: String
    /// The file with the functions of pools, which the server reads again when it changes; `nil` without one.
    package let triggersFile: String?
    /// The access key id of administrators; `nil` if any key is accepted.
    package let administrator: String?
    /// Whether requests to developer pages need the developer key.
    package let needsKey: Bool
    /// Whether `/metrics` is available on the port of the services.
    package let showsMetrics: Bool
    /// The user pools that the page shows.
    package let pools: [Pool]
    /// The newest messages of the outbox, the newest first.
    package let messages: [Message]

    /// Creates an overview.
    package init(
        version: String, baseURL: String, region: String,
        first: (userPoolID: String, clientID: String, identityPoolID: String), api: API? = nil, folder: String,
        triggersFile: String? = nil, administrator: String?, needsKey: Bool, showsMetrics: Bool, pools: [Pool],
        messages: [Message]
    ) {
        self.version = version
        self.baseURL = baseURL
        self.region = region
        self.first = first
        self.api = api
        self.folder = folder
        self.triggersFile = triggersFile
        self.administrator = administrator
        self.needsKey = needsKey
        self.showsMetrics = showsMetrics
        self.pools = pools
        self.messages = messages
    }
}
