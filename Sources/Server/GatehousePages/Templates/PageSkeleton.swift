// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Synchronization

/// What a template writes around the texts of a page, for all pages with the same shape.
///
/// The shape of a page is its values with empty texts. A skeleton is made from the shape alone, so it has no text of a
/// client, a request or a browser.
struct PageSkeleton: Sendable {
    /// The byte around the number of a text, which no template contains.
    static let mark = UInt8(ascii: "\u{1}")

    /// The markup before each text, and after the last one.
    let markup: [String]
    /// The numbers of the texts between the markup, in the order of ``PageValues/mapTexts(_:)``.
    private let numbers: [Int]

    /// Creates the skeleton of a shape by rendering it with numbers in place of its texts.
    init(of shape: PageValues, by render: (PageValues) -> String) {
        let mark = Unicode.Scalar(Self.mark)
        var count = 0
        let numbered = shape.mapTexts { _ in
            defer { count += 1 }
            return "\(mark)\(count)\(mark)"
        }
        let pieces = render(numbered).utf8.split(separator: Self.mark, omittingEmptySubsequences: false)
            .map { String(Substring($0)) }
        markup = stride(from: 0, to: pieces.count, by: 2).map { pieces[$0] }
        numbers = stride(from: 1, to: pieces.count, by: 2).compactMap { Int(pieces[$0]) }
        precondition(markup.count == numbers.count + 1, "each text has a number between two marks")
    }

    /// Returns the page with texts, which are escaped.
    func filled(with texts: [String]) -> String {
        var page = markup[0]
        // Room for texts with some escapes as well.
        page.reserveCapacity((markup + texts).reduce(0) { $0 + $1.utf8.count } + 512)
        for (number, next) in zip(numbers, markup.dropFirst()) {
            page += PageEscaping.escaped(texts[number])
            page += next
        }
        return page
    }
}

/// The skeletons of a template's pages, at most `limit`.
///
/// The shapes of a page are few: a form with or without an error, providers, a logo and other parts.
final class PageSkeletons: Sendable {
    private struct Key: Hashable {
        let language: PageLanguage
        let shape: PageValues
    }

    private let limit: Int
    private let kept = Mutex<[Key: PageSkeleton]>([:])

    /// Creates an empty collection.
    init(limit: Int = 64) {
        self.limit = limit
    }

    /// The number of skeletons.
    var count: Int { kept.withLock { $0.count } }

    /// Returns the skeleton of a shape in a language, which `make` makes at the first time.
    func skeleton(of shape: PageValues, in language: PageLanguage, make: () -> PageSkeleton) -> PageSkeleton {
        let key = Key(language: language, shape: shape)
        if let known = kept.withLock({ $0[key] }) { return known }
        let made = make()
        kept.withLock { kept in
            if kept.count >= limit { kept.removeAll() }
            kept[key] = made
        }
        return made
    }
}
