// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseUserPoolModel

extension UserPoolWriter {
    /// The retention of failed attempts after the last failure, in seconds.
    private static let attemptsKept: Double = 86_400
    /// The retention of single-use ids, browser sessions and authorization codes after their expiry, in seconds: a
    /// request that was checked just before the expiry may still use them.
    private static let singleUseIDsKept: Double = 60
    /// The retention of events, in seconds.
    private static let eventsKept: Double = 90 * 86_400

    func purgeExpired(before date: Date, singleUseIDs idDate: Date, limit: Int) throws -> Int {
        let idEnd = idDate.addingTimeInterval(-Self.singleUseIDsKept)
        let statements: [SQL] = [
            """
            DELETE FROM codes WHERE (pool_id, sub, purpose) IN
                (SELECT pool_id, sub, purpose FROM codes WHERE expires_at < \(date)
                ORDER BY expires_at LIMIT \(limit))
            """,
            """
            DELETE FROM refresh_tokens WHERE hash IN
                (SELECT hash FROM refresh_tokens WHERE expires_at < \(date) ORDER BY expires_at LIMIT \(limit))
            """,
            // An access token that was issued just before the end of its family outlives it, and is valid only while
            // the family exists.
            """
            DELETE FROM token_families WHERE (pool_id, id) IN
                (SELECT pool_id, id FROM token_families
                WHERE expires_at < \(date.addingTimeInterval(-TokenFamilyRecord.longestTokenLife))
                ORDER BY expires_at LIMIT \(limit))
            """,
            """
            DELETE FROM failed_attempts WHERE (pool_id, subject) IN
                (SELECT pool_id, subject FROM failed_attempts
                WHERE last_failure_at <= \(date.addingTimeInterval(-Self.attemptsKept))
                ORDER BY last_failure_at LIMIT \(limit))
            """,
            """
            DELETE FROM user_sessions WHERE (pool_id, family_id) IN
                (SELECT pool_id, family_id FROM user_sessions WHERE expires_at < \(date)
                ORDER BY expires_at LIMIT \(limit))
            """,
            """
            DELETE FROM auth_events WHERE (pool_id, sub, position) IN
                (SELECT pool_id, sub, position FROM auth_events
                WHERE created_at <= \(date.addingTimeInterval(-Self.eventsKept))
                ORDER BY created_at LIMIT \(limit))
            """,
            """
            DELETE FROM browser_sessions WHERE hash IN
                (SELECT hash FROM browser_sessions
                WHERE expires_at < \(idEnd.addingTimeInterval(-AuthorizationCodeRecord.lifetime))
                ORDER BY expires_at LIMIT \(limit))
            """,
            """
            DELETE FROM authorization_codes WHERE hash IN
                (SELECT hash FROM authorization_codes WHERE expires_at < \(idEnd) ORDER BY expires_at LIMIT \(limit))
            """,
            // The files of import jobs that were not started in time; the jobs themselves remain visible.
            """
            DELETE FROM import_chunks WHERE (pool_id, job_id) IN
                (SELECT pool_id, id FROM import_jobs WHERE unstarted_until < \(date)
                ORDER BY unstarted_until LIMIT \(limit))
            """,
            """
            UPDATE import_jobs SET status = \(ImportJobRecord.Status.expired), upload_id = NULL, unstarted_until = NULL
            WHERE (pool_id, id) IN
                (SELECT pool_id, id FROM import_jobs WHERE unstarted_until < \(date)
                ORDER BY unstarted_until LIMIT \(limit))
            """,
        ]
        let ids = try purgeSingleUseIDs(before: idDate, limit: limit)
        return try statements.reduce(ids) { rows, statement in rows + (try connection.execute(statement)) }
    }

    /// Removes spent ids, and keeps the time: an id that is valid by an earlier time may have been one of them.
    private func purgeSingleUseIDs(before date: Date, limit: Int) throws -> Int {
        let rows = try connection.execute(
            """
            DELETE FROM used_ids WHERE id IN
                (SELECT id FROM used_ids WHERE expires_at < \(date.addingTimeInterval(-Self.singleUseIDsKept))
                ORDER BY expires_at LIMIT \(limit))
            """
        )
        guard rows > 0 else { return 0 }
        try connection.execute(
            """
            INSERT INTO forward_clock (id, latest) VALUES (1, \(date))
            ON CONFLICT (id) DO UPDATE SET latest = excluded.latest WHERE excluded.latest > forward_clock.latest
            """
        )
        return rows
    }
}
