// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Dispatch
public import Foundation

extension String {
    /// Returns the string with an upper-case first letter: `userName` becomes `UserName`.
    public func pascalCased() -> String {
        prefix(1).uppercased() + dropFirst()
    }

    /// Returns the string with a lower-case first letter: `UserName` becomes `userName`.
    public func camelCased() -> String {
        prefix(1).lowercased() + dropFirst()
    }

    /// Returns the string with an `s` at its end.
    public func pluralize() -> String {
        self + "s"
    }
}

extension Array {
    /// Splits the array into parts of `size` elements, the last of which may be shorter.
    ///
    /// A size below 1 counts as 1.
    public func chunked(into size: Int) -> [[Element]] {
        let size = Swift.max(size, 1)
        return stride(from: 0, to: count, by: size).map { start in
            Array(self[start..<Swift.min(start + size, count)])
        }
    }
}

extension Result where Success == Void {
    /// A success without a value.
    public static var successfulVoid: Result<Void, Failure> { .success(()) }
}

extension AsyncSequence {
    /// Calls the block for each element, one after the other.
    ///
    /// - Throws: the sequence's error, or the block's, which ends the reading.
    public func forEach(_ block: (Element) async throws -> Void) async rethrows {
        for try await element in self {
            try await block(element)
        }
    }
}

extension Task where Success == Never, Failure == Never {
    /// Waits for a number of seconds; returns at once if it is not positive.
    ///
    /// - Throws: `CancellationError` if the task is cancelled.
    public static func sleep(seconds: Double) async throws {
        // The clock overflows at about 292 years.
        try await sleep(for: .seconds(seconds > 0 ? min(seconds, 1e9) : 0))
    }
}

extension TimeInterval {
    /// Converts milliseconds to seconds.
    public static func milliseconds(_ value: Double) -> TimeInterval {
        value / 1_000
    }

    /// Returns the number of seconds.
    public static func seconds(_ value: Double) -> TimeInterval {
        value
    }

    /// Converts minutes to seconds.
    public static func minutes(_ value: Double) -> TimeInterval {
        value * 60
    }

    /// Converts hours to seconds.
    public static func hours(_ value: Double) -> TimeInterval {
        value * 3_600
    }

    /// Converts days of 24 hours to seconds.
    public static func days(_ value: Double) -> TimeInterval {
        value * 86_400
    }
}

extension DispatchSource {
    /// Makes a timer that calls the block once, the interval from now; it starts with `resume()`.
    public static func makeOneOffDispatchSourceTimer(
        interval: DispatchTimeInterval,
        queue: DispatchQueue,
        block: @escaping () -> Void
    ) -> any DispatchSourceTimer {
        makeOneOffDispatchSourceTimer(deadline: .now() + interval, queue: queue, block: block)
    }

    /// Makes a timer that calls the block once, at the deadline; it starts with `resume()`.
    public static func makeOneOffDispatchSourceTimer(
        deadline: DispatchTime,
        queue: DispatchQueue,
        block: @escaping () -> Void
    ) -> any DispatchSourceTimer {
        let timer = makeTimerSource(queue: queue)
        timer.schedule(deadline: deadline)
        timer.setEventHandler(handler: block)
        return timer
    }
}

/// An encodable value whose type is not named.
public struct AnyEncodable: Encodable {
    private let value: any Encodable

    init(_ value: some Encodable) {
        self.value = value
    }

    /// Encodes the value as its own type does.
    ///
    /// - Throws: the error of the value's type or of the encoder.
    public func encode(to encoder: any Encoder) throws {
        try value.encode(to: encoder)
    }
}

extension Encodable {
    /// Returns this value without the name of its type.
    public func eraseToAnyEncodable() -> AnyEncodable {
        AnyEncodable(self)
    }
}
