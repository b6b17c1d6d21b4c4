// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseServerCrypto
import GatehouseTestSupport
import GatehouseTesting
import Testing

@testable import GatehouseServer

@Suite struct OutboxFileTests {
    @Test func `a file of the outbox that cannot be used is named in warnings, without the code of a message`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("outbox.sealed")
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        let lines = LogLines()
        let sealer = Sealer(ring: try KeyRing.generate(id: "test", entropy: .seeded(1)), entropy: .seeded(2))
        let file = OutboxFile(folder: folder.path, capacity: 2, sealer: sealer, logger: lines.logger)
        #expect(file.messages().isEmpty)
        file.append(
            Message(
                to: "ada@example.org", medium: .email, kind: .signUp, code: "123456", subject: "Code", body: "123456",
                at: Date(timeIntervalSince1970: 0)))
        let warnings = ["The outbox's file cannot be read", "A message of the outbox could not be stored"]
        #expect(lines.all.count == warnings.count)
        for (line, warning) in zip(lines.all, warnings) {
            #expect(line.hasPrefix("warning " + warning) && line.contains("file=\(path)"))
            #expect(!line.contains("123456") && !line.contains("ada@example.org"))
        }
    }
}
