// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Foundation

/// A context of whichever request type.
protocol OperationContext {
    var operationId: UUID { get }
}

/// The operation that a Hub payload describes.
public struct AmplifyOperationContext<Request: AmplifyOperationRequest>: OperationContext {
    /// The operation's identity.
    public let operationId: UUID

    /// The request that the operation performs.
    public let request: Request

    /// Makes a context.
    public init(operationId: UUID, request: Request) {
        self.operationId = operationId
        self.request = request
    }
}

/// The parameters and options of a call.
public protocol AmplifyOperationRequest {
    /// The options of this kind of request.
    associatedtype Options

    /// The settings of this request, which may contain the plugin's own.
    var options: Options { get }
}

/// A request that has an id.
public protocol RequestIdentifier {
    /// An id that distinguishes the request from all others.
    var requestID: String { get }
}
