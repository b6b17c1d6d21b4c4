// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// An admitted request, which reports its work to the ``Admission``.
package struct AdmittedRequest: Sendable {
    /// The request that the current task handles.
    @TaskLocal package static var current: AdmittedRequest?

    let admission: Admission
    fileprivate let slot: Int
    /// The order in which its work waits.
    package let priority: WorkPriority
    /// The executor on which the request stays, if it does.
    var seat: ComputeSeat?

    init(admission: Admission, slot: Int, priority: WorkPriority) {
        self.admission = admission
        self.slot = slot
        self.priority = priority
    }

    /// Reports that work begins to wait in a queue; its caller must call ``WorkItem/end(took:)`` on every way out.
    package func begin(_ resource: WorkResource) -> WorkItem {
        let (reserved, isResumed) = admission.begin(resource, in: slot, priority)
        return WorkItem(admitted: self, resource: resource, reserved: reserved, isResumed: isResumed)
    }

    /// Reports that the request has ended.
    package func leave() {
        admission.leave(slot)
    }
}

/// Work of a request that waits in a queue or is being done.
package struct WorkItem: Sendable {
    private let admitted: AdmittedRequest
    private let resource: WorkResource
    private let reserved: Int
    /// Whether earlier work of the request was done, so that this work goes first.
    package let isResumed: Bool

    fileprivate init(admitted: AdmittedRequest, resource: WorkResource, reserved: Int, isResumed: Bool) {
        self.admitted = admitted
        self.resource = resource
        self.reserved = reserved
        self.isResumed = isResumed
    }

    /// Ends the work, which took `time` nanoseconds after its wait; `nil` if it was dropped.
    package func end(took time: Int?) {
        admitted.admission.end(resource, in: admitted.slot, admitted.priority, reserved: reserved, took: time)
    }
}
