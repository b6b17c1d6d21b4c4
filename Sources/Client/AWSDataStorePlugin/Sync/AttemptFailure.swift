// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The reason why one attempt in one mode has no result.
enum AttemptFailure: Error, Sendable {
    /// The device has no token or credentials for the mode.
    case withoutIdentity(any Error, isSignedOut: Bool)
    /// The app's configuration has no values for the mode.
    case notConfigured(any Error)
    /// The service has refused the caller.
    case refusedCaller(any Error)
    /// Another mode would not help.
    case final(RemoteFailure)
}

extension AttemptFailure {
    /// Reads an error of a call or of a subscription.
    init(_ error: any Error) {
        if error.isOperationCancelledError {
            self = .final(.network(error))
            return
        }
        self =
            switch error {
            case let error as AttemptFailure: error
            case let error as RemoteFailure: .final(error)
            case let error as APIError: AttemptFailure(error)
            case let error as AuthError: AttemptFailure(error, of: error)
            case is URLError: .final(.network(error))
            default: .final(.unavailable(retryAfter: nil, error))
            }
    }

    private init(_ error: APIError) {
        switch error {
        case .httpStatusError(let status, let response): self.init(status, response, error)
        case .networkError(_, _, let cause): self.init(network: (cause as? URLError)?.code, error)
        case .operationError(_, _, let cause): self.init(operation: cause, error)
        case .invalidConfiguration, .pluginError: self = .notConfigured(error)
        case .invalidURL: self = .final(.refused([GraphQLError(message: error.errorDescription)]))
        case .unknown: self = .final(.undecodable(error))
        }
    }

    private init(_ status: Int, _ response: HTTPURLResponse, _ error: APIError) {
        switch status {
        case 401, 403: self = .refusedCaller(error)
        case 408, 429, 500...: self = .final(.unavailable(retryAfter: Self.wait(in: response), error))
        default: self = .final(.refused([GraphQLError(message: error.errorDescription)]))
        }
    }

    /// The time that the service asks for, in the form of seconds; its other form, a date, does not count.
    private static func wait(in response: HTTPURLResponse) -> Duration? {
        guard let text = response.value(forHTTPHeaderField: "Retry-After"), let seconds = Int(text), seconds >= 0 else {
            return nil
        }
        return .seconds(seconds)
    }

    private init(network code: URLError.Code?, _ error: APIError) {
        switch code {
        case .dataLengthExceedsMaximum?, .cannotDecodeRawData?, .cannotDecodeContentData?, .cannotParseResponse?:
            self = .final(.undecodable(error))
        case .badURL?, .unsupportedURL?:
            self = .final(.refused([GraphQLError(message: error.errorDescription)]))
        default: self = .final(.network(error))
        }
    }

    private init(operation cause: (any Error)?, _ error: APIError) {
        switch cause {
        case let cause as AuthError: self.init(error, of: cause)
        case is URLError: self = .final(.network(error))
        case let cause as GraphQLResponseError<MutationSyncResult>:
            if case .error(let errors) = cause { self.init(errors) } else { self.init(kind: error.failureKind, error) }
        default: self.init(kind: error.failureKind, error)
        }
    }

    private init(kind: APIFailureKind?, _ error: APIError) {
        self =
            switch kind {
            case .refusedSubscription: .refusedCaller(error)
            // The app's provider of tokens has thrown an error of its own.
            case .noToken, .noCredentials: .withoutIdentity(error, isSignedOut: true)
            case .unwritableRequest: .final(.refused([GraphQLError(message: error.errorDescription)]))
            case .foreignAnswer, .missingValue: .final(.undecodable(error))
            case nil: .final(.unavailable(retryAfter: nil, error))
            }
    }

    /// Reads an error of the session, from which the token or the credentials come.
    private init(_ error: any Error, of cause: AuthError) {
        switch cause {
        case .signedOut, .sessionExpired, .invalidState: self = .withoutIdentity(error, isSignedOut: true)
        case .notAuthorized, .validation: self = .withoutIdentity(error, isSignedOut: false)
        case .configuration: self = .notConfigured(error)
        // The session could not be renewed at present.
        case .service: self = .final(.network(error))
        // The store of the session cannot be read, for example. The user may still be signed in, so that changes stay.
        case .unknown(_, let inner):
            self = inner is URLError ? .final(.network(error)) : .withoutIdentity(error, isSignedOut: true)
        }
    }

    /// Reads the errors of an answer without a value.
    ///
    /// - Parameters:
    ///   - errors: the errors.
    ///   - model: the model of the record in a conflict, where the service does not name it.
    init(_ errors: [GraphQLError], model: ModelName? = nil) {
        let types = errors.map(\.serviceType)
        let error = GraphQLResponseError<MutationSyncResult>.error(errors)
        self =
            if types.contains(.unauthorized) {
                .refusedCaller(error)
            } else if let conflict = errors.first(where: { $0.serviceType == .conflictUnhandled }) {
                .final(.conflict(remote: conflict.remoteRecord(of: model), errors: errors))
            } else if types.contains(.conditionalCheck) {
                .final(.conditionFailed(errors))
            } else if types.contains(.operationDisabled) {
                .final(.operationDisabled(errors))
            } else if errors.contains(where: \.mayPass) {
                .final(.unavailable(retryAfter: nil, error))
            } else {
                .final(.refused(errors))
            }
    }

    /// Reads an answer that is not, or not only, a value; nil for a value with errors.
    init?<R: Decodable & Sendable>(_ error: GraphQLResponseError<R>, model: ModelName) {
        switch error {
        case .error(let errors): self.init(errors, model: model)
        case .partial: return nil
        // The text of the answer may have values of records.
        case .transformationError(_, let reason): self = .final(.undecodable(reason))
        case .unknown: self = .final(.undecodable(error))
        }
    }
}

extension RemoteFailure {
    /// Whether the answer is longer than the API plugin reads.
    var isOfTooLongAnswer: Bool {
        guard case .undecodable(let error) = self, case .networkError(_, _, let cause)? = error as? APIError else {
            return false
        }
        return (cause as? URLError)?.code == .dataLengthExceedsMaximum
    }

    /// Whether the answer is not one of a GraphQL service, for example the page of a proxy or a part of an answer.
    var isForeignAnswer: Bool {
        guard case .undecodable(let cause) = self, !isOfTooLongAnswer, let error = cause as? APIError else {
            return false
        }
        return switch error {
        case .unknown, .networkError: true
        case .operationError: error.failureKind == .foreignAnswer
        case .httpStatusError, .invalidConfiguration, .invalidURL, .pluginError: false
        }
    }
}

extension GraphQLError {
    /// The record of the service in a conflict; nil if the error does not have it.
    ///
    /// - Parameter model: the model where the record does not have `__typename`.
    /// - Returns: the record with its version.
    fileprivate func remoteRecord(of model: ModelName?) -> MutationSync<AnyModel>? {
        guard case .object(var members)? = extensions?["data"] else { return nil }
        if members["__typename"] == nil, let model { members["__typename"] = .string(model) }
        guard let json = try? JSONEncoder().encode(JSONValue.object(members)) else { return nil }
        let decoder = JSONDecoder(dateDecodingStrategy: ModelDateFormatting.decodingStrategy)
        return try? decoder.decode(MutationSync<AnyModel>.self, from: json)
    }
}
