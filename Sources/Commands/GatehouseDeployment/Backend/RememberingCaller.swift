// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseWire
import Synchronization

/// Calls operations, and asks the server only once for the answer of a reading operation.
///
/// The operations whose names begin with `Describe`, `Get` or `List` are the reading ones. Every other operation may
/// change what they answer, and the memory is empty after it. Faults are not remembered.
struct RememberingCaller: OperationCaller {
    private let caller: any OperationCaller
    private let memory: AnswerMemory

    /// Makes a caller in front of another one.
    ///
    /// - Parameters:
    ///   - caller: sends the requests.
    ///   - memory: what the server has answered, also to the callers of other services.
    init(_ caller: any OperationCaller, memory: AnswerMemory) {
        self.caller = caller
        self.memory = memory
    }

    func call<Operation: ServiceOperation>(
        _ operation: Operation.Type, _ input: Operation.Input
    ) async throws(ServiceFault) -> Operation.Output {
        let name = Operation.name
        guard ["Describe", "Get", "List"].contains(where: { name.hasPrefix($0) }) else {
            // A call that failed may have changed something, too.
            defer { memory.forget() }
            return try await caller.call(operation, input)
        }
        let question = AnswerMemory.Question(
            service: Operation.service, operation: name, input: input.jsonBytes())
        if let answer = memory.answer(to: question) as? Operation.Output { return answer }
        let answer = try await caller.call(operation, input)
        memory.keep(answer, to: question)
        return answer
    }
}

/// What a server has answered to reading operations.
final class AnswerMemory: Sendable {
    /// A call of a reading operation.
    struct Question: Hashable, Sendable {
        let service: ServiceIdentity
        let operation: String
        /// The input as JSON.
        let input: [UInt8]
    }

    private let answers = Mutex<[Question: any WireStructure]>([:])

    /// The answer to a call; `nil` if it was not made since the last change.
    func answer(to question: Question) -> (any WireStructure)? {
        answers.withLock { $0[question] }
    }

    /// Keeps the answer to a call.
    func keep(_ answer: any WireStructure, to question: Question) {
        answers.withLock { $0[question] = answer }
    }

    /// Forgets all answers.
    func forget() {
        answers.withLock { $0.removeAll() }
    }
}
