// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

#if canImport(Glibc)
// The compiler takes `sigaction` as declared there once a dependency has imported it.
import CoreFoundation
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Prints the input that a parser reads at a trap, since a trap ends the process.
///
/// One parser at a time can be reported.
enum TrapReport {
    /// Feeds inputs to a parser, on this thread; a trap prints the command that replays the input.
    static func feed(_ count: Int, from mutator: Mutator, toParser name: String, _ parse: ([UInt8]) -> Void) {
        var mutator = mutator
        let stack = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)
        var former = unsafe stack_t()
        unsafe handle(stack, &former)
        for number in 1...count {
            let input = mutator.next()
            prepare("The parser \(name) read mutation \(number) of its corpus at this trap.", name, input)
            parse(input)
        }
        for signal in signals { unsafe sigaction(signal, formerActions + Int(signal), nil) }
        unsafe sigaltstack(&former, nil)
        unsafe stack.deallocate()
    }

    /// Handles the signals of traps on a stack of their own: a parser may have used up this thread's.
    private static func handle(_ stack: UnsafeMutableRawBufferPointer, _ former: inout stack_t) {
        var ours = unsafe stack_t()
        unsafe ours.ss_sp = stack.baseAddress
        unsafe ours.ss_size = .init(stack.count)
        unsafe sigaltstack(&ours, &former)
        var action = sigaction()
        #if canImport(Darwin)
        unsafe action.__sigaction_u.__sa_handler = printReport
        #else
        unsafe action.__sigaction_handler.sa_handler = printReport
        #endif
        action.sa_flags = CInt(SA_ONSTACK)
        for signal in signals { unsafe sigaction(signal, &action, formerActions + Int(signal)) }
    }

    private static func prepare(_ title: String, _ name: String, _ input: [UInt8]) {
        let command = "echo \(Data(input).base64EncodedString()) | base64 -d >input"
        let text = "\n\(title) To replay it:\n\(command) && Scripts/fuzz.sh --replay \(name) input\n"
        unsafe reportLength = 0
        unsafe report.copyBytes(from: text.utf8.prefix(report.count))
        unsafe reportLength = min(text.utf8.count, report.count)
    }
}

private let signals = [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP]

// A handler of signals reads only memory that was allocated before. The thread of the one parser writes it.
nonisolated(unsafe) private let report = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 1)
nonisolated(unsafe) private var reportLength = 0
nonisolated(unsafe) private let formerActions = UnsafeMutablePointer<sigaction>.allocate(capacity: 64)

/// Prints the report, and leaves the signal to the former handler: the instruction that trapped is executed again.
private func printReport(_ signal: CInt) {
    unsafe _ = write(STDERR_FILENO, report.baseAddress, reportLength)
    unsafe sigaction(signal, formerActions + Int(signal), nil)
}
