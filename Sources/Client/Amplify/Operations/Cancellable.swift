// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Something that can be called off.
public protocol Cancellable {
    /// Calls it off; without effect once it has ended.
    func cancel()
}

/// Another name for `Cancellable`, for files that also see Combine's protocol of that name.
public typealias AmplifyCancellable = Cancellable

/// Something that can pause.
public protocol Resumable {
    /// Pauses.
    func pause()

    /// Goes on after a pause.
    func resume()
}
