// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Foundation
import Testing

@Suite struct AtomicTests {
    @Test func `concurrent increments are all counted`() {
        let count = AtomicValue(initialValue: 0)
        DispatchQueue.concurrentPerform(iterations: 1_000) { _ in _ = count.increment() }
        #expect(count.get() == 1_000)
        #expect(count.increment(by: 5) == 1_005 && count.decrement() == 1_004 && count.decrement(by: 4) == 1_000)
    }

    @Test func `an exchange returns the previous value`() {
        let value = AtomicValue(initialValue: "a")
        #expect(value.getAndSet("b") == "a" && value.get() == "b")
        value.set("c")
        #expect(value.get() == "c")
        let flag = AtomicValue(initialValue: false)
        #expect(flag.getAndToggle() == false && flag.getAndToggle() == true && flag.get() == false)
    }

    @Test func `blocks see the value and change it`() {
        let value = AtomicValue(initialValue: [1])
        value.with { $0.append(2) }
        var seen: [Int] = []
        value.atomicallyPerform { seen = $0 }
        #expect(seen == [1, 2])
    }

    @Test func `a collection is changed in place`() {
        let values = AtomicValue(initialValue: [1, 2])
        values.append(3)
        values.append(contentsOf: [4, 5])
        #expect(values.removeFirst() == 1)
        values[0] = 20
        #expect(values[0] == 20 && values.get() == [20, 3, 4, 5])
    }

    @Test func `concurrent writes to a dictionary are all kept`() {
        let dictionary = AtomicDictionary<Int, Int>()
        DispatchQueue.concurrentPerform(iterations: 1_000) { dictionary.set(value: $0, forKey: $0) }
        #expect(dictionary.count == 1_000 && dictionary.keys.sorted() == dictionary.values.sorted())
    }

    @Test func `a dictionary is read, written and iterated like Swift's`() {
        let dictionary: AtomicDictionary = ["a": 1, "b": 2]
        dictionary["c"] = 3
        dictionary["a"] = nil
        #expect(dictionary["a"] == nil && dictionary.getValue(forKey: "b") == 2)
        #expect(dictionary.map(\.value).sorted() == [2, 3])
        dictionary.removeAll()
        #expect(dictionary.count == 0)
        #expect(AtomicDictionary(initialValue: ["x": 1]).values == [1])
    }

    @Test func `a lock is held during a block and released after an error`() throws {
        struct Failure: Error {}
        let lock = NSLock()
        #expect(throws: Failure.self) { try lock.execute { () throws -> Void in throw Failure() } }
        let isFree = lock.execute { lock.try() }
        #expect(!isFree)
        #expect(lock.try())
        lock.unlock()
    }
}
