// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// What a call asks for, with its options.
public protocol AmplifyOperationRequest {
    /// The options of this kind of request.
    associatedtype Options

    /// The options.
    var options: Options { get }
}
