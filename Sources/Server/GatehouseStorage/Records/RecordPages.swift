// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
import GatehouseDataStores
import GatehouseGraphQL

/// Reads of pages: places with the short records there in one statement, then the long records, as far as the bytes of
/// all are bounded.
struct RecordPages {
    /// The bytes of records after which a page ends, and of those that are read at once; a page has one record at least.
    private static let mostBytes = 5_000_000
    /// The bytes of records after which a page ends, those included that the filter leaves out.
    private static let mostBytesRead = 16_000_000
    /// The bytes of records in several pages.
    private static let mostBytesOfPages = 20_000_000
    /// The places that are read at once for one page.
    private static let mostPlaces = 1_000
    /// The places that are read at once, of all owners and groups together.
    private static let mostPlacesOfMembers = 8_192

    private let sql: any SQLReader
    private let table: RecordTable
    private let query: RecordQuery
    private let places: RecordPlaces
    /// The owners and groups whose records are read; `nil` for all records.
    private let members: [PlaceSearch.Member]?

    init(_ sql: any SQLReader, _ query: RecordQuery, in table: RecordTable) {
        self.sql = sql
        self.table = table
        self.query = query
        places = RecordPlaces(
            sql: sql, table: table, index: query.key == nil ? nil : query.index, isDescending: query.isDescending)
        members = query.scope.memberValues
    }

    /// The page of the query.
    func page() throws -> RecordPage {
        var page = try PageInWork(query, query.key)
        while let count = page.nextCount(
            of: min(Self.mostPlaces, Self.mostPlacesOfMembers / max(1, members?.count ?? 1)))
        {
            let read = try places.first(
                count + 1, searches(page.rest, page: 0), pages: 1, bytes: Self.mostBytes)
            let found = read.places[0]
            let taken = Self.beginning(of: found.prefix(count), bytes: Self.mostBytes)
            let records = try records(at: taken, having: read.records)
            page.take(
                taken, records, isEnd: taken.count == found.count, mostBytes: Self.mostBytes,
                mostBytesRead: Self.mostBytesRead)
        }
        return page.page
    }

    /// The first page of each partition.
    func pages(of partitions: [GraphQLValue]) throws -> [RecordPage] {
        var pages = try partitions.map { partition in
            var key = query.key ?? KeyCondition(partition: partition)
            key.partition = partition
            return try PageInWork(query, key)
        }
        let count = max(1, min(query.limit, query.readLimit))
        let wanted = pages.enumerated().flatMap { searches($0.element.rest, page: $0.offset) }
        let read = try RecordPlaces(
            sql: sql, table: table, index: query.index, isDescending: query.isDescending
        ).first(count + 1, wanted, pages: pages.count, bytes: Self.mostBytesOfPages)
        let found = read.places
        var bytes = 0
        let taken = found.map { found in
            let taken = Self.beginning(of: found.prefix(count), bytes: Self.mostBytesOfPages - bytes)
            bytes += taken.reduce(0) { $0 + $1.bytes }
            return taken
        }
        let records = try records(at: taken.joined(), having: read.records)
        for index in pages.indices {
            pages[index].take(
                taken[index], records, isEnd: taken[index].count == found[index].count, mostBytes: .max,
                mostBytesRead: .max)
        }
        return pages.map(\.page)
    }

    /// The records at some places: those that were read with the places, and the others in one more statement.
    private func records(
        at places: some Sequence<RecordPlace>, having read: [[UInt8]: Record]
    ) throws -> [[UInt8]: Record] {
        let missing = Set(places.map(\.key).filter { read[$0] == nil })
        return missing.isEmpty ? read : try RecordRow.find(sql, missing, in: table).merging(read) { $1 }
    }

    private func searches(_ range: PlaceRange, page: Int) -> [PlaceSearch] {
        members?.map { PlaceSearch(page: page, range: range, member: $0) }
            ?? [PlaceSearch(page: page, range: range, member: nil)]
    }

    /// The first places whose records have some bytes together; one at least.
    private static func beginning(of places: ArraySlice<RecordPlace>, bytes: Int) -> ArraySlice<RecordPlace> {
        var sum = 0
        for (index, place) in zip(places.indices, places) {
            sum += place.bytes
            if sum > bytes, index > places.startIndex { return places[..<index] }
        }
        return places
    }
}

/// A page while its records are read.
private struct PageInWork {
    private let query: RecordQuery
    private let key: KeyCondition?
    private let isExact: Bool
    private let filtersDeleted: Bool
    private var records: [Record] = []
    private var read = 0
    /// The bytes of the records in the page.
    private var bytes = 0
    /// The bytes of all records that were read.
    private var bytesRead = 0
    private var units = 0
    private var last: RecordPosition?
    private var isComplete = false
    /// The places that have not been read.
    private(set) var rest: PlaceRange

    init(_ query: RecordQuery, _ key: KeyCondition?) throws(RecordRefusal) {
        self.query = query
        self.key = key
        filtersDeleted = query.filter?.fields.contains("_deleted") ?? false
        let range = key.map { KeyRange($0) }
        isExact = range?.isExact ?? true
        rest = range?.range ?? .all
        guard let position = query.after else { return }
        rest = rest.after(try Self.place(of: position, query.index, key), isDescending: query.isDescending)
    }

    private static func place(
        of position: RecordPosition, _ index: String?, _ key: KeyCondition?
    ) throws(RecordRefusal) -> [UInt8] {
        guard let bytes = OrderedBytes.key(position.key) else { throw .unorderedKey }
        guard index != nil, let key else { return bytes }
        guard let place = OrderedBytes.place(partition: key.partition, sort: position.sort, key: bytes) else {
            throw .unorderedKey
        }
        return place
    }

    /// The number of places to read next, `most` at most; `nil` for a page that is done.
    func nextCount(of most: Int) -> Int? {
        guard !isComplete else { return nil }
        let wanted = query.limit - records.count
        let count = query.filter == nil && isExact ? wanted : max(wanted, 100)
        return max(1, min(count, most, query.readLimit - read))
    }

    /// Adds the records at some places, until the page is full.
    mutating func take(
        _ places: ArraySlice<RecordPlace>, _ found: [[UInt8]: Record], isEnd: Bool, mostBytes: Int, mostBytesRead: Int
    ) {
        for (index, place) in zip(places.indices, places) {
            read += 1
            bytesRead += place.bytes
            units += RecordPage.units(ofBytes: place.bytes)
            guard let record = found[place.key] else { continue }
            let sort = query.index == nil || key == nil ? nil : OrderedBytes.sort(inPlace: place.place)
            last = RecordPosition(sort: sort, key: record.key)
            if isWanted(record, sort) {
                records.append(record)
                bytes += place.bytes
            }
            let isFull = records.count >= query.limit || bytes >= mostBytes
            if isFull || read >= query.readLimit || bytesRead >= mostBytesRead {
                isComplete = true
                if isEnd, index == places.endIndex - 1 { last = nil }
                return
            }
        }
        if isEnd {
            isComplete = true
            last = nil
        } else if let place = places.last {
            rest = rest.after(place.place, isDescending: query.isDescending)
        }
    }

    private func isWanted(_ record: Record, _ sort: GraphQLValue?) -> Bool {
        guard query.includesDeleted || !record.isDeleted, query.scope.contains(record.fields) else { return false }
        if !isExact, let key, !isIn(key, record, sort) { return false }
        return query.filter?.holds(for: filtersDeleted ? record.versioned : record.fields) ?? true
    }

    private func isIn(_ key: KeyCondition, _ record: Record, _ sort: GraphQLValue?) -> Bool {
        guard key.prefix.isEmpty else { return key.holds(for: record.fields, sort: key.sortFields) }
        let value = query.index == nil ? SortKey.value(of: Array(record.key.values.dropFirst())) : sort
        return value.flatMap { key.sort?.holds(for: $0) } ?? false
    }

    /// The page so far.
    var page: RecordPage { RecordPage(records, next: last, read: units) }
}

extension RecordScope {
    /// The owners and groups whose records are in the scope, each once; `nil` for all records.
    var memberValues: [PlaceSearch.Member]? {
        switch self {
        case .everything: return nil
        case .nothing: return []
        case .members(let memberships):
            var seen: Set<PlaceSearch.Member> = []
            return memberships.flatMap { membership in
                membership.values.compactMap { value in
                    OrderedBytes.partition(.string(value)).map {
                        PlaceSearch.Member(field: membership.field, value: $0)
                    }
                }
            }.filter { seen.insert($0).inserted }
        }
    }
}
