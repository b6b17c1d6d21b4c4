// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Testing

@testable import GatehouseCore

@Suite("The books of admission") struct AdmissionBooksTests {
    private static let millisecond = 1_000_000

    private func books() -> AdmissionBooks {
        AdmissionBooks(longestWait: 250 * Self.millisecond, computingThreads: 1, readingThreads: 1)
    }

    @Test("Each kind of requests is admitted while the other one fills the queues")
    func priorities() {
        for (flood, other) in [(WorkPriority.beginning, WorkPriority.continuing), (.continuing, .beginning)] {
            var books = books()
            let guess = (computing: Self.millisecond, writing: 0)
            let many = books.addKind(flood, guess: guess, next: nil)
            let few = books.addKind(other, guess: guess, next: nil)
            while books.refusal(of: many, at: 0) == nil { _ = books.admit(many, at: 0) }
            #expect(books.refusal(of: few, at: 0) == nil)
        }
    }

    @Test("The priorities share a full server")
    func sharing() {
        var books = books()
        let guess = (computing: Self.millisecond, writing: 0)
        let continuing = books.addKind(.continuing, guess: guess, next: nil)
        let beginning = books.addKind(.beginning, guess: guess, next: nil)
        var admitted = (continuing: 0, beginning: 0)
        for _ in 0..<1_000 {
            if books.refusal(of: continuing, at: 0) == nil {
                _ = books.admit(continuing, at: 0)
                admitted.continuing += 1
            }
            if books.refusal(of: beginning, at: 0) == nil {
                _ = books.admit(beginning, at: 0)
                admitted.beginning += 1
            }
        }
        #expect(admitted.continuing > 150 && admitted.beginning > 30)
        #expect(admitted.continuing + admitted.beginning <= 502)
    }

    @Test("A stall of the disk refuses none of a few requests")
    func stall() {
        var books = AdmissionBooks(
            longestWait: 250 * Self.millisecond, fewest: 16, computingThreads: 1, readingThreads: 1)
        let kind = books.addKind(.beginning, guess: (computing: 0, writing: 1_000 * Self.millisecond), next: nil)
        for _ in 0..<16 {
            #expect(books.refusal(of: kind, at: 0) == nil)
            _ = books.admit(kind, at: 0)
        }
        #expect(books.refusal(of: kind, at: 0) == .writing)
    }

    @Test("A request waits for a resource as long again as the resource has stood still")
    func standstill() {
        var books = books()
        let kind = books.addKind(.beginning, guess: (computing: 0, writing: 10 * Self.millisecond), next: nil)
        let reading = books.addKind(.beginning, guess: (computing: 0, writing: 0), next: nil)
        let slots = (0..<10).map { _ in books.admit(kind, at: 0) }
        let items = slots.map { books.begin(.writing, in: $0, .beginning, at: 0).reserved }
        // 100 ms of work wait for the disk.
        #expect(books.refusal(of: kind, at: 149 * Self.millisecond) == nil)
        #expect(books.refusal(of: kind, at: 151 * Self.millisecond) == .writing)
        #expect(books.refusal(of: reading, at: 151 * Self.millisecond) == nil)
        books.end(
            .writing, in: slots[0], .beginning, reserved: items[0], took: 10 * Self.millisecond,
            at: 151 * Self.millisecond)
        #expect(books.refusal(of: kind, at: 152 * Self.millisecond) == nil)
    }

    @Test("A resource stands still for the wait of an item only if that waits for the resource")
    func pause() {
        var books = books()
        let guess = (computing: 10 * Self.millisecond, writing: 10 * Self.millisecond)
        let kind = books.addKind(.beginning, guess: guess, next: nil)
        let slot = books.admit(kind, at: 0)
        _ = books.begin(.computing, in: slot, .beginning, at: 0)
        _ = books.begin(.writing, in: slot, .beginning, at: 0)
        books.pause(.computing)
        // 20 ms of work, and one commit that has taken the rest of the time.
        #expect(books.refusal(of: kind, at: 229 * Self.millisecond) == nil)
        #expect(books.refusal(of: kind, at: 231 * Self.millisecond) == .writing)
        books.resume(.computing, at: 231 * Self.millisecond)
        #expect(books.refusal(of: kind, at: 232 * Self.millisecond) == .writing)
    }

    @Test("A request that waits for its event loop waits less for the queues")
    func loops() {
        var books = AdmissionBooks(
            longestWait: 250 * Self.millisecond, fewest: 16, computingThreads: 1, readingThreads: 1)
        let reading = books.addKind(.beginning, guess: (computing: 0, writing: 0), next: nil)
        let busy = LoopWait(time: 251 * Self.millisecond, waiting: 16)
        #expect(books.refusal(of: reading, at: 0, behind: busy) == .serving)
        #expect(books.refusal(of: reading, at: 0, behind: LoopWait(time: 249 * Self.millisecond, waiting: 16)) == nil)
        // A slow machine refuses none of a few requests.
        #expect(books.refusal(of: reading, at: 0, behind: LoopWait(time: 251 * Self.millisecond, waiting: 15)) == nil)
        let signIn = books.addKind(.beginning, guess: (computing: 100 * Self.millisecond, writing: 0), next: nil)
        _ = books.admit(signIn, at: 0)
        let behind = LoopWait(time: 151 * Self.millisecond, waiting: 16)
        #expect(books.refusal(of: signIn, at: 0, behind: behind) == .serving)
        #expect(books.refusal(of: reading, at: 0, behind: behind) == nil)
    }

    @Test("Only the first part of a request's work waits behind that of other requests")
    func parts() {
        var books = books()
        let kind = books.addKind(.beginning, guess: (computing: Self.millisecond, writing: 0), next: nil)
        let slot = books.admit(kind, at: 0)
        let first = books.begin(.computing, in: slot, .beginning, at: 0)
        #expect(!first.isResumed)
        books.end(.computing, in: slot, .beginning, reserved: first.reserved, took: Self.millisecond, at: 1)
        #expect(books.begin(.writing, in: slot, .beginning, at: 1).isResumed)
        let other = books.admit(kind, at: 1)
        #expect(!books.begin(.computing, in: other, .beginning, at: 1).isResumed)
    }

    @Test("An operation does not wait for a queue that it does not use")
    func otherQueues() {
        var books = books()
        let signIn = books.addKind(.beginning, guess: (computing: Self.millisecond, writing: 0), next: nil)
        let reading = books.addKind(.beginning, guess: (computing: 0, writing: 0), next: nil)
        let writing = books.addKind(.beginning, guess: (computing: 0, writing: Self.millisecond), next: nil)
        while books.refusal(of: signIn, at: 0) == nil { _ = books.admit(signIn, at: 0) }
        #expect(books.refusal(of: signIn, at: 0) == .computing)
        #expect(books.refusal(of: reading, at: 0) == nil)
        #expect(books.refusal(of: writing, at: 0) == nil)
    }

    @Test("Requests that are refused early do not make the others seem cheap")
    func earlyEnds() {
        var books = books()
        let kind = books.addKind(.beginning, guess: (computing: 0, writing: 0), next: nil)
        for number in 0..<2_000 {
            let slot = books.admit(kind, at: 0)
            // One of ten requests computes; the others name an unknown client.
            if number % 10 == 0 {
                let reserved = books.begin(.computing, in: slot, .beginning, at: 0).reserved
                books.end(.computing, in: slot, .beginning, reserved: reserved, took: Self.millisecond, at: 0)
            }
            books.leave(slot)
        }
        #expect(books.backlog(.computing) == 0)
        _ = books.admit(kind, at: 0)
        #expect(books.backlog(.computing) > Self.millisecond / 2)
    }

    @Test("Sign-ins that are never continued leave the server to others")
    func abandoned() {
        var books = books()
        let guess = (computing: Self.millisecond, writing: 0)
        let answer = books.addKind(.continuing, guess: guess, next: nil)
        let start = books.addKind(.beginning, guess: (computing: 0, writing: 0), next: answer)
        var lastRefused = 0
        for number in 0..<10_000 {
            let now = number * Self.millisecond / 2
            books.arrive(start)
            if books.refusal(of: start, at: now) == nil {
                books.leave(books.admit(start, at: now))
            } else {
                lastRefused = number
            }
        }
        // The server learns that nothing follows.
        #expect(lastRefused < 5_000)
    }

    @Test("Every piece of work leaves the books, in whatever order its requests and items end")
    func balance() {
        var books = books()
        let kind = books.addKind(.beginning, guess: (computing: 5_000, writing: 7_000), next: nil)
        let slots = (0..<20).map { _ in books.admit(kind, at: 0) }
        var items: [(Int, WorkResource, Int)] = []
        for slot in slots {
            for resource in WorkResource.allCases {
                items.append((slot, resource, books.begin(resource, in: slot, .beginning, at: 0).reserved))
            }
        }
        for slot in slots.prefix(10) { books.leave(slot) }
        for (index, item) in items.reversed().enumerated() {
            let time = index % 3 == 0 ? nil : 3_000 + index
            books.end(item.1, in: item.0, .beginning, reserved: item.2, took: time, at: 0)
        }
        for slot in slots.suffix(10) { books.leave(slot) }
        for resource in WorkResource.allCases { #expect(books.backlog(resource) == 0) }
    }
}
