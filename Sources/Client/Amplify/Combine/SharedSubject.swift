// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#if canImport(Combine)
import Combine
#else
import OpenCombine
#endif

/// A subject that several threads use.
///
/// Unchecked because subjects are classes without the mark; they guard their state by locks of their own.
struct SharedSubject<Output, Failure: Error>: @unchecked Sendable {
    let value = PassthroughSubject<Output, Failure>()
}
