// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

/// The limits of project records.
///
/// The service model has further ones, such as 2,000 files in a state and 1 MiB in a file.
enum ProjectLimits {
    /// The projects of a server.
    static let projects = 1_000
    /// The environments of a project.
    static let environments = 50
    /// The states that an environment keeps.
    static let states = 10
    /// The bytes of all files of a state.
    static let bytesOfState = 5_242_880
    /// The bytes of the files in one response; in Base64, they are shorter than the longest answer that clients read.
    static let bytesOfAnswer = 2_621_440
    /// The bytes of a path in UTF-8.
    static let bytesOfPath = 1_024
    /// The contents of a project that no state uses yet: those of ten pushes at the same time.
    static let unusedContents = 20_000
    /// The bytes of a project's contents that no state uses yet.
    static let unusedBytes = 10 * bytesOfState
    /// The seconds after which a content that no state uses may be removed.
    static let unusedLifetime: TimeInterval = 86_400
    /// The seconds for which a lock is held after it was taken or renewed.
    static let lockLifetime: TimeInterval = 600
    /// The projects of a page without `MaxResults`.
    static let page = 60
}
