// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseDataModel
import GatehouseDataStores
import GatehouseMeasurements
import GatehouseStorage
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire
import Testing

@testable import GatehouseServer

@Suite struct SchemaErrorLogTests {
    @Test func `the log names the API, its revision and the first errors of its schema`() {
        let lines = LogLines()
        let api = StoredAPI(
            id: "a", name: "", schema: "type", revision: 7, createdAt: Date(timeIntervalSince1970: 0))
        let errors = (1...7).map { SchemaNotice("wrong \($0)") }
        SchemaErrorLog(lines.logger).log(SchemaErrors(errors), of: api)
        #expect(lines.all.count == 1)
        let line = lines.all.first ?? ""
        #expect(line.hasPrefix("error This release does not compile the schema of a data API"))
        #expect(line.contains("api=a") && line.contains("revision=7") && line.contains("wrong 5"))
        #expect(line.contains("and 2 more") && !line.contains("wrong 6"))
    }
}

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
