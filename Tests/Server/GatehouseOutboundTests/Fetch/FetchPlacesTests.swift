// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Testing

@testable import GatehouseOutbound

@Suite("Places for requests")
struct FetchPlacesTests {
    @Test("A slow host takes its own places and leaves the others")
    func slowHost() {
        let places = FetchPlaces(limit: 3, perHost: 2)
        #expect(places.take("slow") && places.take("slow"))
        #expect(!places.take("slow"))
        #expect(places.take("other"))
        #expect(!places.take("third"))
        places.giveBack("slow")
        #expect(places.take("third"))
        #expect(!places.take("slow"))
        places.giveBack("third")
        #expect(places.take("slow"))
    }
}
