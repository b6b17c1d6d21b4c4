// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Filters for the events that a listener receives.
public enum HubFilters {
    /// Events that pass every filter.
    @preconcurrency
    public static func all(filters: HubFilter...) -> HubFilter {
        { payload in filters.allSatisfy { $0(payload) } }
    }

    /// Events that pass at least one filter.
    @preconcurrency
    public static func any(filters: HubFilter...) -> HubFilter {
        { payload in filters.contains { $0(payload) } }
    }

    /// Events of that name.
    public static func forEventName(_ eventName: HubPayloadEventName) -> HubFilter {
        { payload in payload.eventName == eventName }
    }

    /// Events about that operation.
    public static func forOperation<Request: AmplifyOperationRequest>(
        _ operation: AmplifyOperation<Request, some Any, some AmplifyError>
    ) -> HubFilter {
        let id = operation.id
        return { payload in (payload.context as? any OperationContext)?.operationId == id }
    }
}
