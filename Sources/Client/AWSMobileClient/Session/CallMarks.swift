// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// How often the app has signed in, signed out and released waiting calls.
///
/// A call keeps the numbers of the moment in which the app made it. If one has grown when the call needs to wait, what
/// the call would wait for has happened already.
struct CallMarks: Sendable, Equatable {
    /// The numbers of the moment in which the app made the present call.
    @TaskLocal static var ofPresentCall: CallMarks?

    var signIns = 0
    var signOuts = 0
    var releases = 0
    /// The number of the sign-in that the app began, or whose challenge it answered, last.
    var turn = 0
}
