// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Foundation

/// A piece of work that reports its result through Hub.
///
/// Unchecked because `Operation` is so: the properties here never change, and a request is only read.
open class AmplifyOperation<Request: AmplifyOperationRequest, Success, Failure: AmplifyError>:
    Operation, Cancellable, @unchecked Sendable
{
    /// The result of the operation.
    public typealias OperationResult = Result<Success, Failure>

    /// The category whose channel carries the result.
    public let categoryType: CategoryType

    /// The event name under which the result is dispatched.
    public let eventName: HubPayloadEventName

    /// What was asked for.
    public let request: Request

    /// The operation's identity.
    public let id: UUID

    /// Makes an operation that has not started.
    public init(categoryType: CategoryType, eventName: HubPayloadEventName, request: Request) {
        self.categoryType = categoryType
        self.eventName = eventName
        self.request = request
        id = UUID()
        super.init()
    }

    /// Sends the result to the category's Hub channel.
    public func dispatch(result: OperationResult) {
        let context = AmplifyOperationContext(operationId: id, request: request)
        let payload = HubPayload(eventName: eventName, context: context, data: result)
        Amplify.Hub.dispatch(to: HubChannel(from: categoryType), payload: payload)
    }
}
