// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import Testing

@Suite("The queue with two priorities") struct FairQueueTests {
    @Test("Four elements that continue go before one that begins, each kind in its order")
    func order() {
        var queue = FairQueue<Int>()
        for number in 0..<3 { queue.append(100 + number, .beginning) }
        for number in 0..<10 { queue.append(number, .continuing) }
        var order: [Int] = []
        while let element = queue.popFirst() { order.append(element) }
        #expect(order == [0, 1, 2, 3, 100, 4, 5, 6, 7, 101, 8, 9, 102])
    }

    @Test("Further work of begun requests goes before all other work, in its order")
    func resumption() {
        var queue = FairQueue<Int>()
        queue.append(10, .beginning)
        queue.append(20, .continuing)
        queue.append(1, .beginning, isResumed: true)
        queue.append(2, .continuing, isResumed: true)
        #expect(queue.count == 4)
        var order: [Int] = []
        while let element = queue.popFirst() { order.append(element) }
        #expect(order == [1, 2, 20, 10])
    }

    @Test("Elements that arrive while others leave keep their order")
    func arrivals() {
        var queue = FairQueue<Int>()
        var order: [Int] = []
        for number in 0..<1_000 {
            queue.append(number, .beginning)
            if number % 3 != 0, let element = queue.popFirst() { order.append(element) }
        }
        #expect(queue.count == 1_000 - order.count)
        while let element = queue.popFirst() { order.append(element) }
        #expect(order == Array(0..<1_000))
        #expect(queue.popFirst() == nil)
    }
}
