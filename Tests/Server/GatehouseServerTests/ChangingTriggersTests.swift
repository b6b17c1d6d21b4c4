// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseTestSupport
import GatehouseTesting
import Logging
import Testing

@testable import GatehouseServer

@Suite struct ChangingTriggersTests {
    private let folder: TemporaryFolder
    private let triggers: ChangingTriggers

    init() throws {
        folder = try TemporaryFolder()
        triggers = ChangingTriggers(
            path: folder.path("triggers.json"), clock: TestClock().wallClock,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    private func write(_ text: String) throws {
        try Data(text.utf8).write(to: folder.url.appendingPathComponent("triggers.json"))
    }

    @Test func `functions follow the file, and a faulty file changes nothing`() throws {
        #expect(!triggers.knows("arn:one"))
        try write(#"{"functions": {"arn:one": {"program": "/bin/sh"}}}"#)
        #expect(triggers.knows("arn:one"))
        try write(#"{"functions": {"arn:two": {"program": "/bin/sh"}}}"#)
        #expect(triggers.knows("arn:two"))
        #expect(!triggers.knows("arn:one"))
        try write("{")
        #expect(triggers.knows("arn:two"))
        try FileManager.default.removeItem(at: folder.url.appendingPathComponent("triggers.json"))
        #expect(!triggers.knows("arn:two"))
    }
}
