// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A call of a plugin, whose result is dispatched through Hub.
public protocol AmplifyTaskExecution {
    /// The type of the value.
    associatedtype Success

    /// The type of the request.
    associatedtype Request

    /// The type of the error.
    associatedtype Failure: AmplifyError

    /// The result of the call.
    typealias AmplifyTaskExecutionResult = Result<Success, Failure>

    /// Executes the call, dispatches its result and returns its value.
    ///
    /// - Throws: `Failure`.
    var value: Success { get async throws }

    /// The event name under which the result is dispatched.
    var eventName: HubPayloadEventName { get }

    /// The category whose channel carries the result.
    var eventNameCategoryType: CategoryType { get }

    /// Does the work.
    ///
    /// - Throws: `Failure`; any other error becomes the cause of one.
    func execute() async throws -> Success

    /// Sends the result to the category's Hub channel.
    func dispatch(result: AmplifyTaskExecutionResult)
}

extension AmplifyTaskExecution where Self: DefaultLogger {
    /// Executes the call, dispatches its result and returns its value.
    ///
    /// - Throws: `Failure`.
    public var value: Success {
        get async throws {
            log.info("\(eventName) begins")
            do {
                let value = try await execute()
                log.info("\(eventName) succeeded")
                dispatch(result: .success(value))
                return value
            } catch {
                let failure = Failure(
                    errorDescription: "\(eventName) failed",
                    recoverySuggestion: "See the underlying error for what happened",
                    error: error
                )
                log.error(error: failure)
                dispatch(result: .failure(failure))
                throw failure
            }
        }
    }

    /// Sends the result to the category's Hub channel.
    public func dispatch(result: AmplifyTaskExecutionResult) {
        let payload = HubPayload(eventName: eventName, data: result)
        Amplify.Hub.dispatch(to: HubChannel(from: eventNameCategoryType), payload: payload)
    }
}
