// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDialogue
import Testing

@testable import SignIn

/// The menus of the sample.
@Suite struct MenuTests {
    @Test func `no two things of a menu have the same title`() {
        #expect(Set(EntranceMenu.allCases.map(\.title)).count == EntranceMenu.allCases.count)
        #expect(Set(AccountMenu.allCases.map(\.title)).count == AccountMenu.allCases.count)
    }

    @Test func `all that is listed fits 80 columns`() {
        let lists = [
            EntranceMenu.allCases.map { ($0.rawValue, $0.title) }, AccountMenu.allCases.map { ($0.rawValue, $0.title) },
            SignInWay.allCases.map { ($0.rawValue, $0.title) },
        ]
        for list in lists {
            let width = list.map(\.0.count).max() ?? 0
            #expect(list.allSatisfy { 8 + width + $0.1.count <= 80 })
        }
    }
}
