// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseStorage
import Synchronization
import Testing

@testable import GatehousePostgres

/// The steps of a transaction after each attempt, without a server.
@Suite struct TransactionCourseTests {
    /// A step, in a form that tests compare.
    private enum Step: Equatable {
        case run(TransactionPause, unless: SQL?)
        case lockMigrations
        case ask(SQL, TransactionPause)
        case value(Int)
        case failure(String)

        init(_ step: TransactionStep<Int>) {
            switch step {
            case .run(let pause, let witness): self = .run(pause, unless: witness)
            case .lockMigrations: self = .lockMigrations
            case .ask(let witness, let pause, _): self = .ask(witness, pause)
            case .end(.success(let value)): self = .value(value)
            case .end(.failure(let error)): self = .failure("\(error)")
            }
        }

        static func storage(_ error: StorageError) -> Step { .failure("\(error)") }
    }

    private struct Refusal: Error, CustomStringConvertible {
        let description = "refused"
    }

    /// A monotonic clock that the test moves.
    private final class Clock: Sendable {
        private let moment = Mutex(ContinuousClock.now)

        var now: ContinuousClock.Instant { moment.withLock { $0 } }

        func advance(by duration: Duration) { moment.withLock { $0 += duration } }
    }

    /// A course whose answers are given by the test.
    private final class Conversation {
        let clock: Clock
        private var course: TransactionCourse<Int>

        init(findingOut: Duration = .seconds(5)) {
            let clock = Clock()
            self.clock = clock
            course = TransactionCourse(findingOut: findingOut) { clock.now }
        }

        func after(_ attempt: TransactionAttempt<Int>) -> Step { Step(course.step(after: attempt)) }

        func after(_ answer: WitnessAnswer) -> Step { Step(course.step(after: answer)) }
    }

    private static let witness: SQL = "SELECT id FROM things WHERE id = \(1)"
    private static let loss = LostConnection(reason: "cut")

    private static func unknown(
        _ value: Int, _ witness: SQL? = TransactionCourseTests.witness
    ) -> TransactionAttempt<Int> {
        .unknown(UnansweredCommit(value: value, witness: witness, loss: loss))
    }

    @Test func `a witness that is there makes a lost answer a success`() {
        let course = Conversation()
        #expect(course.after(Self.unknown(1)) == .ask(Self.witness, .none))
        #expect(course.after(.there) == .value(1))
    }

    @Test func `without its witness the body runs again, and looks for the witness in its own snapshot`() {
        let course = Conversation()
        _ = course.after(Self.unknown(1))
        #expect(course.after(.absent) == .run(.none, unless: Self.witness))
        #expect(course.after(.committed(2)) == .value(2))
    }

    @Test func `a first commit that ends after the query for its witness is the result`() {
        let course = Conversation()
        _ = course.after(Self.unknown(1))
        _ = course.after(.absent)
        #expect(course.after(.committedBefore) == .value(1))
    }

    @Test func `a conflict with its own first commit ends as that commit`() {
        let course = Conversation()
        _ = course.after(Self.unknown(1))
        _ = course.after(.absent)
        #expect(course.after(.conflict) == .ask(Self.witness, .conflict(1)))
        #expect(course.after(.there) == .value(1))
    }

    @Test(arguments: [StorageError.busy, .inputOutput("shutting down"), .readOnly])
    func `an outage in a later run says nothing of the first commit`(_ error: StorageError) {
        let course = Conversation()
        _ = course.after(Self.unknown(1))
        _ = course.after(.absent)
        #expect(course.after(.failed(error)) == .ask(Self.witness, .outage))
        #expect(course.after(.there) == .value(1))
    }

    @Test(arguments: [true, false])
    func `an error of a later run is the result, unless the first commit has ended in the meantime`(_ hasEnded: Bool) {
        let course = Conversation()
        _ = course.after(Self.unknown(1))
        _ = course.after(.absent)
        #expect(course.after(.failed(Refusal())) == .ask(Self.witness, .none))
        #expect(course.after(.unanswered) == .ask(Self.witness, .outage))
        #expect(course.after(hasEnded ? .there : .absent) == (hasEnded ? .value(1) : .failure("refused")))
    }

    @Test func `an error of a body without a witness is the result`() {
        let course = Conversation()
        _ = course.after(Self.unknown(1, nil))
        #expect(course.after(.failed(Refusal())) == .failure("refused"))
    }

    @Test func `if nothing answers in five seconds, the outcome is unknown`() {
        let course = Conversation()
        #expect(course.after(Self.unknown(1)) == .ask(Self.witness, .none))
        course.clock.advance(by: .seconds(4.9))
        #expect(course.after(.unanswered) == .ask(Self.witness, .outage))
        course.clock.advance(by: .seconds(0.1))
        #expect(course.after(.unanswered) == .storage(.unknownOutcome))
    }

    @Test func `the five seconds begin with the first lost answer, and bound later runs too`() {
        let course = Conversation()
        _ = course.after(Self.unknown(1))
        course.clock.advance(by: .seconds(3))
        #expect(course.after(.absent) == .run(.none, unless: Self.witness))
        #expect(course.after(Self.unknown(2)) == .ask(Self.witness, .outage))
        course.clock.advance(by: .seconds(2))
        #expect(course.after(.absent) == .storage(.unknownOutcome))
    }

    @Test func `a run that changed nothing does not make the first commit forgotten`() {
        let course = Conversation()
        _ = course.after(Self.unknown(1))
        _ = course.after(.absent)
        #expect(course.after(Self.unknown(2, nil)) == .ask(Self.witness, .outage))
        #expect(course.after(.there) == .value(1))
    }

    @Test func `a transaction that changed nothing runs again at once`() {
        let course = Conversation()
        #expect(course.after(Self.unknown(1, nil)) == .run(.none, unless: nil))
        #expect(course.after(.unreachable(Self.loss)) == .run(.outage, unless: nil))
        #expect(course.after(.committed(2)) == .value(2))
    }

    @Test func `without a time for it the course does not ask, and the outcome is unknown`() {
        let course = Conversation(findingOut: .zero)
        #expect(course.after(Self.unknown(1)) == .storage(.unknownOutcome))
    }

    @Test func `a connection that is lost before the commit costs a run and asks nothing`() {
        let course = Conversation()
        for _ in 0..<8 { #expect(course.after(.lost(Self.loss)) == .run(.none, unless: nil)) }
        #expect(course.after(.lost(Self.loss)) == .storage(.inputOutput("the connection was lost again and again")))
    }

    @Test func `nine conflicts are a failure, after pauses that grow`() {
        let course = Conversation()
        for number in 1...8 { #expect(course.after(.conflict) == .run(.conflict(number), unless: nil)) }
        #expect(course.after(.conflict) == .storage(.serializationFailure))
    }

    @Test func `a body that changes the schema gets the lock of migrations`() {
        let course = Conversation()
        #expect(course.after(.changesSchema) == .lockMigrations)
        #expect(course.after(.committed(1)) == .value(1))
    }
}
