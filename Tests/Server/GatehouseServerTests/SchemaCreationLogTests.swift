// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseStorage
import GatehouseTestSupport
import GatehouseWire
import Testing

@testable import GatehouseServer

@Suite struct SchemaCreationLogTests {
    @Test func `a failure of the server has its cause, and a refused schema its fault`() {
        let lines = LogLines()
        let log = SchemaCreationLog(lines.logger)
        log.log(ServiceFault(.serviceUnavailable, "words for clients", cause: StorageError.full), ofAPI: "a")
        log.log(ServiceFault("BadRequestException", "words for clients"), ofAPI: "b")
        #expect(
            lines.all == [
                "error The creation of a data API's schema failed api=a cause=StorageError: the disk is full "
                    + "fault=ServiceUnavailableException",
                "notice The schema of a data API was refused api=b fault=BadRequestException",
            ])
    }
}
