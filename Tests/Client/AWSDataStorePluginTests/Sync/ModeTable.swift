// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import Foundation
import GeneratedModels
import Testing

@testable import AWSDataStorePlugin

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A row of the table: the rules of a model, and the modes that its operations try.
struct ModeRow: Sendable, CustomTestStringConvertible {
    /// The modes of the operations, as words.
    struct Modes: Sendable {
        var read = ""
        var create = ""
        var update = ""
        var delete = ""
        var onCreate = ""
        var onUpdate = ""

        /// The same modes for each operation.
        static func all(_ modes: String) -> Modes {
            Modes(read: modes, create: modes, update: modes, delete: modes, onCreate: modes, onUpdate: modes)
        }

        subscript(operation: TriedOperation) -> [String] {
            let words =
                switch operation {
                case .sync: read
                case .create: create
                case .update: update
                case .delete: delete
                case .onCreate: onCreate
                case .onUpdate: onUpdate
                }
            return words.split(separator: " ").map(String.init)
        }
    }

    let testDescription: String
    let rules: AuthRules
    let signedIn: Modes
    let signedOut: Modes

    init(_ name: String, _ rules: AuthRules, signedIn: Modes, signedOut: Modes = Modes()) {
        testDescription = name
        self.rules = rules
        self.signedIn = signedIn
        self.signedOut = signedOut
    }

    var schema: ModelSchema {
        ModelSchema(
            name: "PublicRecord", authRules: rules, attributes: [.primaryKey(fields: ["id"])],
            fields: ["id": ModelField(name: "id", type: .string, isRequired: true)], primaryKeyFieldKeys: ["id"])
    }

    static let all: [ModeRow] = [
        ModeRow("no rules", [], signedIn: .all("default"), signedOut: .all("default")),
        ModeRow("owner", [AuthRule(allow: .owner)], signedIn: .all("pool")),
        ModeRow("owner by OIDC", [AuthRule(allow: .owner, provider: .oidc)], signedIn: .all("oidc")),
        ModeRow("groups", [AuthRule(allow: .groups, groups: ["Admin"])], signedIn: .all("pool")),
        ModeRow(
            "groups by OIDC", [AuthRule(allow: .groups, groups: ["Admin"], provider: .oidc)], signedIn: .all("oidc")),
        ModeRow("private", [AuthRule(allow: .private)], signedIn: .all("pool")),
        ModeRow("private by IAM", [AuthRule(allow: .private, provider: .iam)], signedIn: .all("iam")),
        ModeRow("public", [AuthRule(allow: .public)], signedIn: .all("key"), signedOut: .all("key")),
        ModeRow(
            "public by IAM", [AuthRule(allow: .public, provider: .iam)], signedIn: .all("iam"), signedOut: .all("iam")),
        ModeRow("custom", [AuthRule(allow: .custom)], signedIn: .all("function"), signedOut: .all("function")),
        ModeRow(
            "the document's example",
            [AuthRule(allow: .owner), AuthRule(allow: .public, provider: .apiKey, operations: [.read])],
            signedIn: ModeRow.Modes(
                read: "pool key", create: "pool", update: "pool", delete: "pool", onCreate: "pool key",
                onUpdate: "pool key"),
            signedOut: ModeRow.Modes(read: "key", onCreate: "key", onUpdate: "key")),
        ModeRow(
            "owners create and delete, others read and update",
            [
                AuthRule(allow: .private, provider: .iam, operations: [.read, .update]),
                AuthRule(allow: .owner, provider: .oidc, operations: [.create, .delete]),
            ],
            signedIn: ModeRow.Modes(
                read: "iam", create: "oidc", update: "iam", delete: "oidc", onCreate: "oidc iam", onUpdate: "iam")),
        ModeRow(
            "a rule for writing only", [AuthRule(allow: .owner, operations: [.create])],
            signedIn: ModeRow.Modes(create: "pool", onCreate: "pool")),
        ModeRow(
            "rules of all kinds, the last one first",
            [
                AuthRule(allow: .public), AuthRule(allow: .public, provider: .iam),
                AuthRule(allow: .private, provider: .iam), AuthRule(allow: .private),
                AuthRule(allow: .groups, groups: ["Admin"], provider: .oidc), AuthRule(allow: .owner),
                AuthRule(allow: .custom),
            ],
            signedIn: .all("function pool oidc iam key"), signedOut: .all("iam key function")),
    ]
}

/// An operation of the table.
enum TriedOperation: CaseIterable {
    case sync, create, update, delete, onCreate, onUpdate

    var isSubscription: Bool { self == .onCreate || self == .onUpdate }
}

/// A sign-in state of the table.
enum SignInCase: CaseIterable {
    case userPool, openID, both, nobody

    var caller: Caller {
        switch self {
        case .userPool: Caller(userPool: "ada", openID: nil)
        case .openID: Caller(userPool: nil, openID: "issuer|ada")
        case .both: Caller(userPool: "ada", openID: "issuer|ada")
        case .nobody: .nobody
        }
    }
}

/// A way to fail.
enum Way: CaseIterable {
    // The next mode is tried.
    case signedOut, expired, noCredentials, providerThrew, notConfigured, noKey, status401, status403, unauthorized
    case unauthorizedException
    // The next mode would not help.
    case noNetwork, busy, overloaded, garbled, refused, operationDisabled

    /// What the operation says if each mode has failed like this; nil if only the first one is tried.
    var endOfAll: FailureKind? {
        switch self {
        case .signedOut, .expired, .providerThrew: .signedOut
        case .noCredentials, .notConfigured, .noKey, .status401, .status403, .unauthorized, .unauthorizedException:
            .unauthorized
        case .noNetwork, .busy, .overloaded, .garbled, .refused, .operationDisabled: nil
        }
    }

    /// What the operation says of the first mode.
    var end: FailureKind? {
        switch self {
        case .noNetwork: .network
        case .busy, .overloaded: .unavailable
        case .garbled: .undecodable
        case .refused: .refused
        case .operationDisabled: .operationDisabled
        default: nil
        }
    }

    private struct ProviderError: Error {}

    private func tokenError(_ cause: any Error) -> APIError {
        .operationError("Failed to retrieve authorization token.", "", cause)
    }

    private func status(_ code: Int) -> APIError {
        guard let url = URL(string: "https://api.example.org"),
            let response = HTTPURLResponse(url: url, statusCode: code, httpVersion: nil, headerFields: [:])
        else { return .unknown("no response", "") }
        return .httpStatusError(code, response)
    }

    /// The answer of the API plugin to a query or mutation.
    var answer: ScriptedAPI.Answer {
        switch self {
        case .signedOut: .failure(tokenError(AuthError.signedOut("", "")))
        case .expired: .failure(tokenError(AuthError.sessionExpired("", "")))
        case .noCredentials:
            .failure(.operationError("Failed to retrieve AWS credentials.", "", AuthError.notAuthorized("", "")))
        case .providerThrew: .failure(tokenError(ProviderError()))
        case .notConfigured: .failure(.invalidConfiguration("no provider", ""))
        case .noKey: .failure(.pluginError(PluginError.pluginConfigurationError("no key", "")))
        case .status401: .failure(status(401))
        case .status403: .failure(status(403))
        case .unauthorized: .errors([.ofType("Unauthorized")])
        case .unauthorizedException: .errors([.ofType("UnauthorizedException")])
        case .noNetwork: .failure(.networkError("no network", nil, URLError(.notConnectedToInternet)))
        case .busy: .failure(status(429))
        case .overloaded: .failure(status(503))
        case .garbled: .failure(.operationError("Could not decode to JSONValue from the GraphQL Response", "", nil))
        case .refused: .errors([.ofType("ValidationError")])
        case .operationDisabled: .errors([.ofType("OperationDisabled")])
        }
    }

    /// The error of a subscription, as the API plugin reports it.
    var subscriptionError: APIError {
        switch answer {
        case .failure(.httpStatusError(let code, _)) where code == 401 || code == 403:
            .operationError("Subscription item event failed with error: Unauthorized", "", nil)
        case .failure(let error): error
        case .errors(let errors):
            .operationError(
                "Subscription item event failed with error", "",
                GraphQLResponseError<MutationSyncResult>.error(errors))
        case .value, .partial: .unknown("no error", "")
        }
    }
}

/// The case of a failure, without its values.
enum FailureKind: Equatable {
    case network, unavailable, signedOut, unauthorized, conflict, conditionFailed, operationDisabled, refused, partial
    case undecodable

    init(_ failure: RemoteFailure) {
        self =
            switch failure {
            case .network: .network
            case .unavailable: .unavailable
            case .signedOut: .signedOut
            case .unauthorized: .unauthorized
            case .conflict: .conflict
            case .conditionFailed: .conditionFailed
            case .operationDisabled: .operationDisabled
            case .refused: .refused
            case .partial: .partial
            case .undecodable: .undecodable
            }
    }
}
