// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Foundation

#if canImport(Combine)
public import Combine
#else
public import OpenCombine
#endif

/// A call in progress.
public protocol AmplifyTask {
    /// The type of the request.
    associatedtype Request

    /// The type of the value.
    associatedtype Success

    /// The type of the error.
    associatedtype Failure: AmplifyError

    /// The value, when there is one.
    ///
    /// - Throws: `Failure`.
    var value: Success { get async throws }

    /// Pauses the work, if it can pause.
    func pause()

    /// Continues after a pause.
    func resume()

    /// Cancels the work.
    func cancel()

    /// Publishes the result.
    var resultPublisher: AnyPublisher<Success, Failure> { get }
}

/// A call in progress that reports how far it is.
public protocol AmplifyInProcessReportingTask {
    /// The type of a report.
    associatedtype InProcess: Sendable

    /// The reports, for one reader.
    var inProcess: AmplifyAsyncSequence<InProcess> { get }

    /// Publishes the reports.
    var inProcessPublisher: AnyPublisher<InProcess, Never> { get }
}

extension AmplifyInProcessReportingTask where InProcess == Progress {
    /// The reports, for one reader.
    public var progress: AmplifyAsyncSequence<InProcess> { inProcess }
}

/// Something that can be called off.
public protocol Cancellable {
    /// Calls it off; without effect once it has ended.
    func cancel()
}

/// Another name for `Cancellable`, for files that also import Combine with its own `Cancellable`.
public typealias AmplifyCancellable = Cancellable

/// Something that can pause.
public protocol Resumable {
    /// Pauses.
    func pause()

    /// Continues after a pause.
    func resume()
}

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
