// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The authorization of a request and the model of its records.
@available(*, deprecated, message: "Use authMode of the request.")
public struct AWSPluginOptions: Sendable {
    /// The authorization; nil for the one of the request, or the default of the API.
    public let authType: AWSAuthorizationType?

    /// The name of the model.
    public let modelName: String?

    /// Makes options.
    public init(authType: AWSAuthorizationType?, modelName: String) {
        self.authType = authType
        self.modelName = modelName
    }
}

@available(*, deprecated, message: "Use authMode of the request.")
extension AWSPluginOptions: ModeOptions {}

/// The authorization of a request of a synchronization and the model of its records.
public struct AWSAPIPluginDataStoreOptions: Sendable {
    /// The authorization; nil for the one of the request, or the default of the API.
    public let authType: AWSAuthorizationType?

    /// The name of the model.
    public let modelName: String

    /// Makes options.
    public init(authType: AWSAuthorizationType?, modelName: String) {
        self.authType = authType
        self.modelName = modelName
    }
}

extension AWSAPIPluginDataStoreOptions: ModeOptions {}

/// Options of a request with an authorization, which counts before the request's own.
package protocol ModeOptions {
    /// The authorization; nil for the one of the request, or the default of the API.
    var authType: AWSAuthorizationType? { get }
}
