// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import Testing

@Suite struct ClientPresenceTests {
    private enum Request {
        @TaskLocal static var id = "none"
    }

    @Test func `work that outlives its client is not dropped, and keeps the other values of its task`() async {
        let client = ClientPresence()
        client.leave()
        let (isPresent, id) = await ClientPresence.$current.withValue(client) {
            await Request.$id.withValue("a") {
                await ClientPresence.startTask { (ClientPresence.current != nil, Request.id) }.value
            }
        }
        #expect(!isPresent && id == "a")
    }
}
