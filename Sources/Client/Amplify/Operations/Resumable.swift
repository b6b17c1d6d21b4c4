// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Something that can pause.
public protocol Resumable {
    /// Pauses.
    func pause()

    /// Goes on after a pause.
    func resume()
}
