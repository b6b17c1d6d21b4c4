// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Dispatch

/// Calls the client, and blocks until it answers, as a program without a run loop may.
///
/// - Parameter call: the call, which receives the completion.
/// - Returns: the value of the answer.
/// - Throws: the error of the answer.
func answer<Value>(_ call: (@escaping (Value?, Error?) -> Void) -> Void) throws -> Value {
    let answered = DispatchSemaphore(value: 0)
    var answers: [(value: Value?, error: Error?)] = []
    call {
        answers.append(($0, $1))
        answered.signal()
    }
    answered.wait()
    guard let answer = answers.first else { throw Mistake("the call has no answer") }
    if let error = answer.error { throw error }
    guard let value = answer.value else { throw Mistake("the call has neither a value nor an error") }
    return value
}

/// Calls the client, and blocks until it answers.
///
/// - Parameter call: the call, which receives the completion.
/// - Throws: the error of the answer.
func finish(_ call: (@escaping (Error?) -> Void) -> Void) throws {
    let _: Void = try answer { completion in call { completion($0 == nil ? () : nil, $0) } }
}
