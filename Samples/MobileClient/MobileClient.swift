// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSMobileClient
import Foundation

/// An app of `AWSMobileClient` in a terminal: each line of the input is a call.
///
/// ```
/// GATEHOUSE_AWSCONFIGURATION=.gatehouse/awsconfiguration.json swift run MobileClient
/// ```
@main
struct MobileClient {
    static func main() {
        let arguments = CommandLine.arguments.dropFirst()
        if arguments.contains(where: { ["-h", "--help"].contains($0) }) { return print(Help.text) }
        guard arguments.isEmpty else {
            FileHandle.standardError.write(Data("usage: MobileClient (MobileClient --help says more)\n".utf8))
            exit(64)
        }
        // A line is complete for a script that reads it, also in a pipe.
        setvbuf(stdout, nil, _IOLBF, 0)
        exit(App().run() ? 0 : 1)
    }
}
