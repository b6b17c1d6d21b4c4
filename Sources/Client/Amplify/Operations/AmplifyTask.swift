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

    /// Goes on after a pause.
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
