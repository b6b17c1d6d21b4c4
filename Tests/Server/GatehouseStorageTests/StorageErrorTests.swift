// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseStorage
import GatehouseWire
import Testing

/// The faults that callers of operations get for errors of the database.
@Suite struct StorageErrorTests {
    @Test(arguments: [StorageError.unknownOutcome, .serializationFailure, .busy, .full, .closed])
    func `an outage is a service that is unavailable`(_ error: StorageError) {
        let fault = ServiceFault(unforeseen: error)
        #expect(fault.code == .serviceUnavailable)
        #expect(fault.cause as? StorageError == error)
    }

    @Test func `a value that no store keeps is an invalid parameter`() {
        let fault = ServiceFault(unforeseen: StorageError.unstorableValue)
        #expect(fault == .invalidParameter(fault.message))
        #expect(fault.cause as? StorageError == .unstorableValue)
    }

    @Test func `an error of the program is an internal error`() {
        #expect(ServiceFault(unforeseen: StorageError.missingRow("users")).code == .internalError)
    }
}
