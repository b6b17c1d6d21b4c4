// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// An error of models and of their store.
public enum DataStoreError: Error {
    /// The API has refused a change of a record.
    case api(any AmplifyError, MutationEvent? = nil)

    /// The configuration does not fit the models.
    case configuration(ErrorDescription, RecoverySuggestion, (any Error)? = nil)

    /// A record has changed here and in the service.
    case conflict(DataStoreSyncConflict)

    /// The condition of a change does not hold, or has no meaning there.
    case invalidCondition(ErrorDescription, RecoverySuggestion, (any Error)? = nil)

    /// A text is not a value of the type.
    case decodingError(ErrorDescription, RecoverySuggestion)

    /// A part of the library has failed.
    case internalOperation(ErrorDescription, RecoverySuggestion, (any Error)? = nil)

    /// The database cannot be used.
    case invalidDatabase(path: String, (any Error)? = nil)

    /// No model of that name is registered.
    case invalidModelName(String)

    /// A call cannot be carried out.
    case invalidOperation(causedBy: (any Error)? = nil)

    /// More than one record fits.
    case nonUniqueResult(model: String, count: Int)

    /// The exchange with the service has failed.
    case sync(ErrorDescription, RecoverySuggestion, (any Error)? = nil)

    /// Anything else.
    case unknown(ErrorDescription, RecoverySuggestion, (any Error)? = nil)
}

extension DataStoreError: DescribedAmplifyError {
    /// The values of the case.
    public var amplifyErrorDetails: AmplifyErrorDetails {
        switch self {
        case .api(let error, _):
            AmplifyErrorDetails(error.errorDescription, error.recoverySuggestion, error)
        case .configuration(let description, let suggestion, let cause),
            .invalidCondition(let description, let suggestion, let cause),
            .internalOperation(let description, let suggestion, let cause),
            .sync(let description, let suggestion, let cause),
            .unknown(let description, let suggestion, let cause):
            AmplifyErrorDetails(description, suggestion, cause)
        case .decodingError(let description, let suggestion):
            AmplifyErrorDetails(description, suggestion, nil)
        case .conflict(let conflict):
            AmplifyErrorDetails(
                "The record of \(conflict.localModel.modelName) has changed here and in the service",
                "Compare the two models of the error", nil)
        case .invalidDatabase(let path, let cause):
            AmplifyErrorDetails(
                "The database \(path) cannot be opened",
                Self.explanation(of: cause) ?? "Check the path and its access rights", cause)
        case .invalidModelName(let name):
            AmplifyErrorDetails(
                "No model with the name \(name) is registered",
                "Pass AmplifyModels() to the plugin, or call ModelRegistry.register(modelType:) before the first call",
                nil)
        case .invalidOperation(let cause as any AmplifyError):
            AmplifyErrorDetails(cause.errorDescription, cause.recoverySuggestion, cause)
        case .invalidOperation(let cause):
            AmplifyErrorDetails(
                "The call cannot be carried out", Self.explanation(of: cause) ?? "See the underlying error", cause)
        case .nonUniqueResult(let model, let count):
            AmplifyErrorDetails(
                "\(count) records of \(model) fit, where one was expected", "Use a predicate that fits one record", nil)
        }
    }

    private static func explanation(of cause: (any Error)?) -> String? {
        (cause as? any ExplainedError)?.explanation
    }

    /// Makes `.unknown`.
    public static func unforeseenError(_ details: AmplifyErrorDetails) -> DataStoreError {
        .unknown(details.description, details.suggestion, details.cause)
    }

    /// The error for a text that is not a date or time of the type.
    public static func invalidDateFormat(_ value: String) -> DataStoreError {
        .decodingError(
            "Could not parse \(value) as a Date using the ISO8601 format.",
            "Compare the text with the formats of TemporalFormat")
    }
}

/// A record that has changed here and in the service.
public struct DataStoreSyncConflict: Sendable {
    /// The record as it is here.
    public let localModel: any Model

    /// The record as it is in the service.
    public let remoteModel: any Model

    /// The errors in the service's answer.
    public let errors: [GraphQLError]?

    /// The change that was refused.
    public let mutationType: GraphQLMutationType

    /// Makes a conflict.
    package init(
        localModel: any Model, remoteModel: any Model, errors: [GraphQLError]?, mutationType: GraphQLMutationType
    ) {
        self.localModel = localModel
        self.remoteModel = remoteModel
        self.errors = errors
        self.mutationType = mutationType
    }
}
