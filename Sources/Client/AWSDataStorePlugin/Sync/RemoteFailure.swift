// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify

/// The reason why an operation of the service has no result, after all modes that it could try.
enum RemoteFailure: Error, Sendable {
    /// No answer arrived. The same request may succeed later.
    case network(any Error)
    /// The service cannot answer at present. The same request may succeed later, after the time that the service named.
    case unavailable(retryAfter: Duration?, any Error)
    /// The operation needs a sign-in, or the session has expired.
    case signedOut(any Error)
    /// The service has refused the caller in each mode.
    case unauthorized(any Error)
    /// The record has another version in the service, which the answer has unless the service left it out.
    case conflict(remote: MutationSync<AnyModel>?, errors: [GraphQLError])
    /// The condition of the mutation does not hold in the service.
    case conditionFailed([GraphQLError])
    /// The operation is switched off in the service.
    case operationDisabled([GraphQLError])
    /// The service does not accept the request.
    case refused([GraphQLError])
    /// The mutation has succeeded, and the answer has errors.
    case partial(MutationSync<AnyModel>?, [GraphQLError])
    /// The answer is not one of the service, or not a record of the model.
    case undecodable(any Error)
}

extension RemoteFailure {
    /// Whether the same request may succeed later without a change of the caller.
    var mayPass: Bool {
        switch self {
        case .network, .unavailable, .undecodable: true
        case .signedOut, .unauthorized, .conflict, .conditionFailed, .operationDisabled, .refused, .partial: false
        }
    }

    /// Whether the service, or the device in its place, has refused the caller.
    var isRefusalOfCaller: Bool {
        switch self {
        case .signedOut, .unauthorized: true
        case .network, .unavailable, .undecodable, .conflict, .conditionFailed, .operationDisabled, .refused, .partial:
            false
        }
    }

    /// The error behind the failure.
    var cause: any Error {
        switch self {
        case .network(let error), .unavailable(_, let error), .signedOut(let error), .unauthorized(let error),
            .undecodable(let error):
            error
        case .conflict(_, let errors), .conditionFailed(let errors), .operationDisabled(let errors),
            .refused(let errors), .partial(_, let errors):
            GraphQLResponseError<MutationSyncResult>.error(errors)
        }
    }

    /// The error of the app's error handler.
    ///
    /// - Parameter event: the change that the failure belongs to; nil for a query or subscription.
    /// - Returns: the error.
    func dataStoreError(of event: MutationEvent? = nil) -> DataStoreError {
        switch self {
        case .network(let error):
            return .sync("No answer of the service has arrived", "The exchange continues with the network", error)
        case .unavailable(_, let error):
            return .sync("The service cannot answer at present", "The exchange continues later", error)
        case .undecodable(let error):
            return .sync(
                "The answer of the service cannot be read",
                "Compare the models with the service's schema, and generate them again", error)
        case .refused(let errors) where event == nil:
            return .sync(
                "The service does not accept a request: " + errors.map(\.message).joined(separator: " "),
                "Give the API the schema of the models and conflict detection, or generate the models again", cause)
        case .signedOut, .unauthorized, .conflict, .conditionFailed, .operationDisabled, .refused, .partial:
            let cause = cause
            if let error = cause as? any AmplifyError { return .api(error, event) }
            return .api(APIError(error: cause), event)
        }
    }
}

extension GraphQLError {
    /// The service's name for the kind of the error.
    var serviceType: AppSyncErrorType? {
        extensions?["errorType"]?.stringValue.map { AppSyncErrorType($0) }
    }

    /// Whether the service could not carry out the operation at present.
    var mayPass: Bool {
        if let code = extensions?["errorCode"]?.intValue, code == 429 || (500..<600).contains(code) { return true }
        guard let type = extensions?["errorType"]?.stringValue else { return false }
        return Self.passingTypes.contains { type.contains($0) }
    }

    /// Parts of the names of errors that pass.
    private static let passingTypes = [
        "InternalFailure", "InternalServerError", "ExecutionTimeout", "ServiceUnavailable", "Throttling",
        "TooManyRequests", "LimitExceeded", "MaxSubscriptionsReached", "ThroughputExceeded",
    ]
}
