// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#if canImport(Combine)
public import Combine
#else
public import OpenCombine
#endif

extension AmplifyOperation {
    /// Publishes the result, also after it is known.
    public var resultPublisher: AnyPublisher<Success, Failure> {
        Future { [outcome] promise in outcome.whenSettled(promise) }.eraseToAnyPublisher()
    }
}

extension AmplifyInProcessReportingOperation {
    /// Publishes the reports from now on; completes when there is a result.
    public var inProcessPublisher: AnyPublisher<InProcess, Never> {
        reports.value.eraseToAnyPublisher()
    }
}
