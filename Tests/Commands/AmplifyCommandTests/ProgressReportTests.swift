// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDeployment
import Testing

@testable import AmplifyCommand

@Suite struct ProgressReportTests {
    @Test func `a step that fails is shown as failed and does not count as done`() {
        let screen = Script()
        let report = ProgressReport(to: screen, isSilent: false)
        #expect(report.account == "Done: nothing.")
        report.show(.began("Create the first pool"))
        report.show(.ended("Create the first pool", changed: true))
        let before = screen.text
        report.show(.began("Create the second pool"))
        #expect(report.account == "Done: Create the first pool. Perhaps done: Create the second pool.")
        report.show(.ended("Create the second pool", changed: false))
        #expect(report.account == "Done: Create the first pool.")
        // Without a cursor, a step has a line, and a step that fails another one.
        #expect(screen.text.dropFirst(before.count).split(separator: "\n").count == 2)
        let shown = screen.text
        report.fail()
        #expect(screen.text == shown)
    }
}
