// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

/// What the command line says.
struct Arguments {
    /// The command line lacks something.
    struct Missing: Error, CustomStringConvertible {
        let description =
            "usage: SignIn <amplify_outputs.json> <URL of the outbox, such as http://localhost:9229/dev/outbox>"
    }

    /// The content of `amplify_outputs.json`.
    let outputs: Data
    /// Where the development server shows the messages it would have sent.
    let outbox: URL

    init(_ arguments: ArraySlice<String>) throws {
        guard arguments.count == 2, let path = arguments.first, let outbox = arguments.last.flatMap(URL.init(string:))
        else { throw Missing() }
        outputs = try Data(contentsOf: URL(fileURLWithPath: path))
        self.outbox = outbox
    }
}
