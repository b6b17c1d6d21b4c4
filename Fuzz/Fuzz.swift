// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

/// The parser that this process feeds; libFuzzer owns the command line, so the environment names it.
private let parser: FuzzedParser = {
    let name = ProcessInfo.processInfo.environment["GATEHOUSEBUILD_FUZZ_PARSER"] ?? ""
    guard let parser = FuzzedParser(rawValue: name) else {
        let known = FuzzedParser.allCases.map(\.rawValue).joined(separator: " ")
        FileHandle.standardError.write(Data("GATEHOUSEBUILD_FUZZ_PARSER must be one of: \(known)\n".utf8))
        exit(64)
    }
    return parser
}()

/// What libFuzzer calls with each input that it has thought of.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    unsafe parser.feed(Array(UnsafeBufferPointer(start: start, count: count)))
    return 0
}
