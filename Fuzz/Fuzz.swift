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

/// libFuzzer calls this once, before it reads the corpus: writes hostile text of full length into the corpus.
@_cdecl("LLVMFuzzerInitialize")
public func prepareFuzzing() -> CInt {
    guard let folder = ProcessInfo.processInfo.environment["GATEHOUSEBUILD_FUZZ_SEEDS"] else { return 0 }
    for text in HostileText.allCases {
        for (index, input) in parser.inputs(carrying: text.bytes(8_192)).prefix(4).enumerated() {
            let file = URL(fileURLWithPath: folder).appendingPathComponent("hostile-\(text)-\(index)")
            guard (try? Data(input).write(to: file)) != nil else { return 1 }
        }
    }
    return 0
}

/// libFuzzer calls this with each input that it generates.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    unsafe parser.feed(Array(UnsafeBufferPointer(start: start, count: count)))
    return 0
}
