// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseStorage
import GatehouseUserPoolModel
import Testing

extension StoreContract {
    /// Settings that lie apart from their pool, and terms documents.
    package static let poolSettings: [StoreContractRule] = [
        StoreContractRule("settings come back as written, of each pool and client apart") { database in
            let store = try await userPools(in: database)
            try await store.write { store in
                for client in [nil, "c", "d"] as [String?] {
                    #expect(try store.riskConfiguration(ofPool: "p", client: client) == nil)
                    let risk = RiskConfigurationType(
                        userPoolId: "p", clientId: client,
                        riskExceptionConfiguration: RiskExceptionConfigurationType(blockedIPRangeList: [client ?? ""]),
                        lastModifiedDate: moment())
                    try store.put(RiskConfigurationType(userPoolId: "p"), ofPool: "p", client: client)
                    try store.put(risk, ofPool: "p", client: client)
                    #expect(try store.riskConfiguration(ofPool: "p", client: client) == risk)
                }
                let logs = LogDeliveryConfigurationType(userPoolId: "p", logConfigurations: [])
                #expect(try store.logDelivery(ofPool: "p") == nil)
                try store.put(logs, ofPool: "p")
                #expect(try store.logDelivery(ofPool: "p") == logs)
                #expect(try store.logDelivery(ofPool: "q") == nil)
            }
        },
        StoreContractRule("settings and terms go with their client and with their pool") { database in
            let store = try await userPools(in: database)
            try await store.write { store in
                try insertFixture("p", store)
                for client in ["client of p", "d"] {
                    try store.put(RiskConfigurationType(clientId: client), ofPool: "p", client: client)
                    try store.insert(terms("of \(client)", ofClient: client))
                }
                try store.deleteAppClient("client of p")
                #expect(try store.riskConfiguration(ofPool: "p", client: "client of p") == nil)
                #expect(try store.riskConfiguration(ofPool: "p", client: "d") != nil)
                #expect(try store.terms(inPool: "p", after: nil, limit: 9).map(\.termsId) == ["of d"])
                try store.deleteUserPool("p")
                #expect(try store.riskConfiguration(ofPool: "p", client: "d") == nil)
                #expect(try !store.hasTerms(1, inPool: "p"))
            }
        },
        StoreContractRule("terms are found by id and by name, and a client has one of each name") { database in
            let store = try await userPools(in: database)
            try await store.write { store in
                let (first, second) = (terms("1", ofClient: "c"), terms("2", ofClient: "c", named: "b"))
                for terms in [first, second, terms("3", ofClient: "d")] { try store.insert(terms) }
                #expect(try store.terms("1", inPool: "p") == first)
                #expect(try store.terms("1", inPool: "q") == nil)
                #expect(try store.terms(named: "b", ofClient: "c", inPool: "p") == second)
                #expect(try store.terms(named: "b", ofClient: "d", inPool: "p") == nil)
                #expect(try store.terms(inPool: "p", after: "1", limit: 1) == [second])
                #expect(try store.hasTerms(3, inPool: "p"))
                #expect(try !store.hasTerms(4, inPool: "p"))
                #expect(throws: StoreConflict.taken("a")) { try store.insert(terms("4", ofClient: "c")) }
                var changed = second
                changed.termsName = "a"
                #expect(throws: StoreConflict.taken("a")) { try store.update(changed) }
                changed.termsName = "z"
                try store.update(changed)
                #expect(try store.terms(named: "z", ofClient: "c", inPool: "p") == changed)
                try store.deleteTerms("2", inPool: "p")
                #expect(try store.terms("2", inPool: "p") == nil)
            }
        },
    ]

    private static func terms(_ id: String, ofClient clientID: String, named name: String = "a") -> TermsType {
        TermsType(
            termsId: id, userPoolId: "p", clientId: clientID, termsName: name, termsSource: .link, enforcement: .none,
            links: ["cognito:default": "https://b.c"], creationDate: moment(), lastModifiedDate: moment(1))
    }
}
