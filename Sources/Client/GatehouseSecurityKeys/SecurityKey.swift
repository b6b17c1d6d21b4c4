// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CFIDO2
import Dispatch
import Foundation
import GatehouseSession
import Synchronization

/// A security key that is open; it is closed with the last reference.
///
/// Unchecked, because the pointer never changes, the owner of the key makes one call at a time, and the only call
/// during another is `cancel()`, which writes one message and uses no memory of the running call.
@safe final class SecurityKey: @unchecked Sendable {
    private let device: OpaquePointer

    /// Opens a key.
    ///
    /// - Parameters:
    ///   - path: where it is.
    ///   - limit: how long a call waits for the key, opening it included.
    ///   - prepare: sets up the library's view of it.
    /// - Throws: `FIDOFault`; also for a key without CTAP2.
    init(
        path: String, limit: Duration, prepare: (OpaquePointer) -> Int32 = { _ in FIDO_OK }
    ) throws(FIDOFault) {
        guard let device = unsafe fido_dev_new() else { throw FIDOFault(code: FIDO_ERR_INTERNAL) }
        unsafe self.device = device
        try unsafe FIDOFault.check(prepare(device))
        // Before the key is opened, because a key that does not answer would block the opening for ever.
        let milliseconds = Int32(clamping: Int64(limit / .milliseconds(1)))
        try unsafe FIDOFault.check(fido_dev_set_timeout(device, milliseconds))
        try unsafe FIDOFault.check(fido_dev_open(device, path))
        guard unsafe fido_dev_is_fido2(device) else { throw FIDOFault(code: FIDO_ERR_INVALID_COMMAND) }
    }

    deinit {
        var device: OpaquePointer? = unsafe device
        // A device that was never opened says so, which changes nothing.
        _ = unsafe fido_dev_close(device)
        unsafe fido_dev_free(&device)
    }

    /// Opens the one key that is plugged in.
    ///
    /// - Parameter limit: how long a call waits for the key.
    /// - Returns: the key.
    /// - Throws: `FIDOFault`: `FIDO_ERR_NOTFOUND` without any, `severalKeys`.
    static func connected(limit: Duration) throws(FIDOFault) -> SecurityKey {
        let most = 8
        var list = unsafe fido_dev_info_new(most)
        defer { unsafe fido_dev_info_free(&list, most) }
        var count = 0
        try unsafe FIDOFault.check(fido_dev_info_manifest(list, most, &count))
        guard count <= 1 else { throw .severalKeys }
        guard count == 1, let path = unsafe fido_dev_info_path(fido_dev_info_ptr(list, 0)) else {
            throw FIDOFault(code: FIDO_ERR_NOTFOUND)
        }
        return try unsafe SecurityKey(path: String(cString: path), limit: limit)
    }

    var hasPIN: Bool { unsafe fido_dev_has_pin(device) }

    /// Whether it verifies the user without a PIN, for example with a fingerprint.
    var verifiesByItself: Bool { unsafe fido_dev_has_uv(device) }

    /// The number of wrong PINs that the key still accepts.
    func pinAttempts() throws(FIDOFault) -> Int {
        var count: Int32 = 0
        try unsafe FIDOFault.check(fido_dev_get_retry_count(device, &count))
        return Int(count)
    }

    /// Has a call that runs on another thread end.
    func cancel() {
        // Nothing hangs on it: it is repeated until the call has ended.
        _ = unsafe fido_dev_cancel(device)
    }
}

// MARK: - Passkeys

extension SecurityKey {
    /// Makes a passkey that the key can find by itself.
    func makePasskey(
        _ options: PasskeyCreationOptions, clientDataHash hash: [UInt8], pin: String?
    ) throws(FIDOFault) -> (id: [UInt8], authenticatorData: [UInt8]) {
        var made = unsafe fido_cred_new()
        guard unsafe made != nil else { throw FIDOFault(code: FIDO_ERR_INTERNAL) }
        defer { unsafe fido_cred_free(&made) }
        let (domain, handle) = (options.relyingPartyID, options.userHandle)
        try unsafe FIDOFault.check(fido_cred_set_type(made, COSE_ES256))
        try unsafe FIDOFault.check(fido_cred_set_clientdata_hash(made, hash, hash.count))
        try unsafe FIDOFault.check(fido_cred_set_rp(made, domain, domain))
        try unsafe FIDOFault.check(
            fido_cred_set_user(made, handle, handle.count, options.userName, options.displayName, nil))
        try unsafe FIDOFault.check(fido_cred_set_rk(made, FIDO_OPT_TRUE))
        for id in options.excludedIDs { try unsafe FIDOFault.check(fido_cred_exclude(made, id, id.count)) }
        if asksByItself(options.userVerification, pin) {
            try unsafe FIDOFault.check(fido_cred_set_uv(made, FIDO_OPT_TRUE))
        }
        try unsafe FIDOFault.check(fido_dev_make_cred(device, made, pin))
        return (
            id: unsafe Self.bytes(fido_cred_id_ptr(made), fido_cred_id_len(made)),
            authenticatorData: unsafe Self.bytes(fido_cred_authdata_raw_ptr(made), fido_cred_authdata_raw_len(made))
        )
    }

    /// Signs with a passkey; where there are several, with the newest.
    func prove(
        _ options: PasskeyRequestOptions, clientDataHash hash: [UInt8], pin: String?
    ) throws(FIDOFault) -> PasskeyProof {
        var proof = unsafe fido_assert_new()
        guard unsafe proof != nil else { throw FIDOFault(code: FIDO_ERR_INTERNAL) }
        defer { unsafe fido_assert_free(&proof) }
        try unsafe FIDOFault.check(fido_assert_set_clientdata_hash(proof, hash, hash.count))
        try unsafe FIDOFault.check(fido_assert_set_rp(proof, options.relyingPartyID))
        for id in options.allowedIDs { try unsafe FIDOFault.check(fido_assert_allow_cred(proof, id, id.count)) }
        if asksByItself(options.userVerification, pin) {
            try unsafe FIDOFault.check(fido_assert_set_uv(proof, FIDO_OPT_TRUE))
        }
        try unsafe FIDOFault.check(fido_dev_get_assert(device, proof, pin))
        guard unsafe fido_assert_count(proof) > 0 else { throw FIDOFault(code: FIDO_ERR_NO_CREDENTIALS) }
        return PasskeyProof(
            id: unsafe Self.bytes(fido_assert_id_ptr(proof, 0), fido_assert_id_len(proof, 0)),
            authenticatorData: Self.content(
                ofByteString: unsafe Self.bytes(fido_assert_authdata_ptr(proof, 0), fido_assert_authdata_len(proof, 0))),
            signature: unsafe Self.bytes(fido_assert_sig_ptr(proof, 0), fido_assert_sig_len(proof, 0)),
            userHandle: unsafe Self.bytes(fido_assert_user_id_ptr(proof, 0), fido_assert_user_id_len(proof, 0)))
    }

    private func asksByItself(_ verification: UserVerification, _ pin: String?) -> Bool {
        pin == nil && verifiesByItself && verification != .discouraged
    }

    private static func bytes(_ start: UnsafePointer<UInt8>?, _ count: Int) -> [UInt8] {
        unsafe Array(UnsafeBufferPointer(start: start, count: unsafe start == nil ? 0 : count))
    }

    /// The bytes in a byte string of CBOR, as the library hands out authenticator data, of 37 bytes or more.
    private static func content(ofByteString bytes: [UInt8]) -> [UInt8] {
        Array(bytes.dropFirst(bytes.first == 0x58 ? 2 : 3))
    }
}

/// A signature of a security key, with the data that it covers.
struct PasskeyProof: Sendable {
    let id: [UInt8]
    let authenticatorData: [UInt8]
    let signature: [UInt8]
    /// Empty if the service named the passkey and the key does not return the handle.
    let userHandle: [UInt8]
}

/// Runs calls of libfido2: they block until the user touches the key, so each has a thread of its own.
enum KeyThread {
    /// The interval between repeated cancellations: a key ignores a cancellation that arrives before the call.
    private static let patience = DispatchTimeInterval.milliseconds(100)

    /// Runs a call; if the task is cancelled, cancels the call at the key.
    ///
    /// - Returns: the result of the call.
    /// - Throws: `CancellationError` if the task was cancelled before.
    static func run<Value: Sendable>(
        _ key: SecurityKey?, _ call: @escaping @Sendable () throws(FIDOFault) -> Value
    ) async throws -> Result<Value, FIDOFault> {
        try Task.checkCancellation()
        let finished = DispatchSemaphore(value: 0)
        let hasResult = Atomic(false)
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                Thread.detachNewThread {
                    // The library requires this call on every thread. Passkeys need CTAP2, so U2F is disabled.
                    fido_init(FIDO_DISABLE_U2F_FALLBACK)
                    let result = Result { () throws(FIDOFault) in try call() }
                    finished.signal()
                    hasResult.store(true, ordering: .releasing)
                    continuation.resume(returning: result)
                }
            }
        } onCancel: {
            guard let key else { return }
            Thread.detachNewThread {
                repeat { key.cancel() } while finished.wait(timeout: .now() + patience) == .timedOut
            }
        }
        // If the call ends before the task waits for it, the thread sanitizer needs this to see the order.
        _ = hasResult.load(ordering: .acquiring)
        return result
    }
}
