// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The names of the metrics, with their help texts for `/metrics`.
package enum MetricName: String, CaseIterable, Sendable {
    case requests = "gatehouse_requests_total"
    case requestDuration = "gatehouse_request_duration_seconds"
    case throttled = "gatehouse_throttled_total"
    case overload = "gatehouse_overload_refused_total"
    case connections = "gatehouse_connections"
    case connectionsRefused = "gatehouse_connections_refused_total"
    case connectionsTimedOut = "gatehouse_connections_timed_out_total"
    case streams = "gatehouse_streams"
    case signIns = "gatehouse_sign_ins_total"
    case passwordHashFailures = "gatehouse_password_hash_failures_total"
    case messagesQueued = "gatehouse_messages_queued_total"
    case messageAttempts = "gatehouse_message_attempts_total"
    case triggerCalls = "gatehouse_trigger_calls_total"
    case triggerDuration = "gatehouse_trigger_duration_seconds"
    case providerFetches = "gatehouse_provider_fetches_total"
    case providerFetchDuration = "gatehouse_provider_fetch_duration_seconds"
    case dataRequests = "gatehouse_data_requests_total"
    case dataRefusals = "gatehouse_data_refusals_total"
    case dataRecordsRead = "gatehouse_data_records_read_total"
    case dataDuration = "gatehouse_data_request_duration_seconds"
    case dataSubscribers = "gatehouse_data_subscribers"
    case dataEvents = "gatehouse_data_events_total"
    case dataReadersDropped = "gatehouse_data_readers_dropped_total"
    case dataFeedLag = "gatehouse_data_feed_lag_seconds"
    case databaseDuration = "gatehouse_database_duration_seconds"
    case databaseRunsAgain = "gatehouse_database_runs_again_total"
    case databaseSize = "gatehouse_database_size_bytes"
    case databaseWaitingWrites = "gatehouse_database_waiting_writes"
    case jobs = "gatehouse_jobs_total"
    case jobDuration = "gatehouse_job_duration_seconds"
    case logLinesDropped = "gatehouse_log_lines_dropped_total"

    /// The description of the metric, in one line.
    package var help: String {
        switch self {
        case .requests: "Requests by operation and by code of the response."
        case .requestDuration: "Seconds from a request's head to its response, by operation."
        case .throttled: "Requests refused by a rate limit, by limit (address or account)."
        case .overload:
            "Requests refused because they would have waited too long, by queue (computing, writing, reading, serving, "
                + "hashing, programs), or because too many streams are open (streams)."
        case .connections: "Open connections."
        case .connectionsRefused: "Connections closed at once because there were too many."
        case .connectionsTimedOut: "Connections closed because a deadline passed."
        case .streams: "Open responses in chunks and WebSockets."
        case .signIns:
            "Steps of sign-ins by step (authentication flow or challenge) and result (signed_in, challenged, or the "
                + "code of the refusal)."
        case .passwordHashFailures:
            "Failed computations of hashes of imported passwords, for example for lack of memory; two per password."
        case .messagesQueued: "Messages passed to delivery or to the outbox, by medium."
        case .messageAttempts:
            "Attempts to deliver messages, by medium and result (sent, refused for good, or postponed to another attempt)."
        case .triggerCalls: "Calls of trigger functions by result."
        case .triggerDuration: "Seconds that calls of trigger functions took, with all attempts."
        case .providerFetches:
            "Requests to identity providers by result (answered, other_status, or the reason of the failure)."
        case .providerFetchDuration: "Seconds that requests to identity providers took."
        case .dataRequests:
            "Requests to data APIs by API and operation (query, mutation, subscription, or none for a request that was "
                + "refused before)."
        case .dataRefusals:
            "Requests to data APIs that were refused, or a part of them, by API, operation and reason "
                + "(unauthenticated, unauthorized, invalid, conflict, limit, function, failure)."
        case .dataRecordsRead: "Records that requests to data APIs have read from the database, by API and operation."
        case .dataDuration: "Seconds that requests to data APIs took, by API and operation."
        case .dataSubscribers: "Subscriptions in force, by API."
        case .dataEvents: "Events that were handed to subscribers, by API; one for each subscriber."
        case .dataReadersDropped: "Subscriptions that were ended because their readers were too slow, by API."
        case .dataFeedLag: "Seconds that the oldest change of a data API waits for its commit."
        case .databaseDuration: "Seconds that transactions took, with the time that they waited, by access."
        case .databaseRunsAgain:
            "Runs of transactions after a conflict or a lost connection, by operation (none for the server's own work)."
        case .databaseSize: "Size of the database's files in bytes, with the write-ahead log."
        case .databaseWaitingWrites: "Writes that wait for the next commit."
        case .jobs: "Rounds of background jobs by job and result."
        case .jobDuration: "Seconds that rounds of background jobs took, by job."
        case .logLinesDropped: "Lines of the log that were dropped because its reader was too slow."
        }
    }
}
