// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The parameters and options of a call.
public protocol AmplifyOperationRequest {
    /// The options of this kind of request.
    associatedtype Options

    /// The options.
    var options: Options { get }
}
