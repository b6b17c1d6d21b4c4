// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseCrypto
import GatehouseServerCrypto
import GatehouseWire
import Testing

@Suite struct PageTokensTests {
    private let sealer: Sealer
    private let tokens: PageTokens
    private let letters = ["a", "b", "c", "d", "e"]

    init() throws {
        sealer = Sealer(ring: try KeyRing.generate(id: "test", entropy: .seeded(1)), entropy: .seeded(2))
        tokens = PageTokens(sealer: sealer, purpose: .pageToken)
    }

    @Test func `the pages of a list contain each element once, and the last page has no token`() async throws {
        var pages: [[String]] = []
        var token: String?
        repeat {
            let page = try await page(limit: 2, token: token)
            pages.append(page.elements)
            token = page.nextToken
        } while token != nil
        #expect(pages == [["a", "b"], ["c", "d"], ["e"]])
    }

    @Test func `a page that ends with the list has no token`() async throws {
        #expect(try await page(limit: 5).nextToken == nil)
        #expect(try await page(limit: 4).nextToken != nil)
    }

    @Test(arguments: [nil, 0]) func `a page without a limit has up to 60 elements`(limit: Int?) async throws {
        let page = try await tokens.page(of: "numbers", token: nil, limit: limit, position: { String($0) }) {
            (_, limit) async throws(ServiceFault) -> [Int] in
            Array(0..<limit)
        }
        #expect(page.elements.count == 60)
        #expect(page.nextToken != nil)
    }

    @Test func `a token is refused for another list, another purpose and after a change`() async throws {
        let token = try #require(try await page(limit: 2).nextToken)
        #expect(try tokens.open(token, list: "letters of A") == "b")
        #expect(throws: Self.refusal) { try tokens.open(token, list: "letters of B") }
        let others = PageTokens(sealer: sealer, purpose: .identityPage)
        #expect(throws: Self.refusal) { try others.open(token, list: "letters of A") }
        for damaged in ["", "b", "\(token)A", String(token.dropLast(4))] {
            #expect(throws: Self.refusal) { try tokens.open(damaged, list: "letters of A") }
        }
    }

    @Test func `a page with a foreign token is refused before the list is read`() async throws {
        await #expect(throws: Self.refusal) {
            try await tokens.page(of: "letters of A", token: "b", limit: 2, position: { $0 }) {
                (_, _) async throws(ServiceFault) -> [String] in
                Issue.record("the list was read")
                return []
            }
        }
    }

    private static let refusal = ServiceFault("InvalidParameterException", "Invalid pagination token given.")

    private func page(
        limit: Int, token: String? = nil
    ) async throws -> (elements: [String], nextToken: String?) {
        try await tokens.page(of: "letters of A", token: token, limit: limit, position: { $0 }) {
            [letters] (start, limit) async throws(ServiceFault) in
            Array(letters.filter { $0 > start ?? "" }.prefix(limit))
        }
    }
}

@Suite struct TranslatedErrorTests {
    private struct Failure: Error, Equatable {}

    @Test func `a fault of a transaction is thrown unchanged`() async throws {
        await #expect(throws: ServiceFault.rateExceeded) {
            try await ServiceFault.translating { throw ServiceFault.rateExceeded }
        }
    }

    @Test func `another error becomes an internal error whose text does not reveal it`() async throws {
        let fault = await #expect(throws: ServiceFault.self) {
            try await ServiceFault.translating { throw Failure() }
        }
        #expect(fault?.code == .internalError)
        #expect(fault?.message == "Something went wrong.")
        #expect(fault?.cause is Failure)
    }
}
