// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import AWSAPIPlugin
public import AWSCognitoAuthPlugin
public import AWSDataStorePlugin
import Amplify
public import Foundation
import Synchronization

/// A device of a test, with an app that has DataStore.
///
/// A device has its own user, its own network and its own store. Several devices of one server share the process of the
/// test, so the test calls ``dataStore`` in place of `Amplify.DataStore`.
///
/// Pauses below five seconds pass at once; longer ones end when the test moves the server's clock.
public final class TestDevice: Sendable {
    private struct State {
        var process: DeviceProcess
        /// The number of events before the present process, or before its last start of the exchange.
        var mark: Int
    }

    /// The name of the device.
    public let name: String
    let app: DeviceApp
    private let ownClock: DeviceClock
    private let folder: URL
    private let state: Mutex<State>

    /// Launches the app on a new device.
    init(_ name: String, app: DeviceApp, clock: DeviceClock, folder: URL) throws {
        self.name = name
        self.app = app
        ownClock = clock
        self.folder = folder
        state = Mutex(State(process: try DeviceProcess(app), mark: 0))
    }

    deinit {
        // The plugins have tasks that nothing else ends.
        let (process, folder) = (state.withLock(\.process), folder)
        Task {
            await process.die()
            // What cannot be removed is left to the system, which empties its temporary folder.
            try? FileManager.default.removeItem(at: folder)
        }
    }

    // MARK: - The app

    /// The app's DataStore, of the present process.
    public var dataStore: AWSDataStorePlugin { state.withLock(\.process.dataStore) }

    /// The app's Auth plugin, of the present process.
    public var auth: AWSCognitoAuthPlugin { state.withLock(\.process.auth) }

    /// The app's API plugin, of the present process.
    public var api: AWSAPIPlugin { state.withLock(\.process.api) }

    /// Ends the app as a crash does: nothing is finished or tidied up, and the files remain.
    ///
    /// Calls of ``dataStore`` fail until ``launch()``.
    public func kill() async {
        await state.withLock(\.process).die()
        app.network.cutSockets()
    }

    /// Lets the store make a number of further commits; the later ones fail, as after the end of the process.
    ///
    /// ``kill()`` ends the process itself.
    package func failWrites(after count: Int) { state.withLock(\.process).writeLimit.set(count) }

    /// Plants a fault in the sender of the app, in this process and in later ones; nil removes it.
    package func plant(_ fault: PlantedFault?) { app.faults.set(fault) }

    /// Launches the app again, with the files and the sign-in of the process before.
    ///
    /// - Throws: the error of a plugin that does not accept the configuration.
    public func launch() throws {
        // Before the lock: the plugins send events.
        let process = try DeviceProcess(app)
        markNow()
        state.withLock { $0.process = process }
    }

    /// Ends the app as a crash does, and launches it again.
    ///
    /// - Throws: the error of a plugin that does not accept the configuration.
    public func relaunch() async throws {
        await kill()
        try launch()
    }

    // MARK: - The user

    /// Signs a user in with a password.
    ///
    /// - Throws: `AuthError`, or ``TestDeviceError`` if the user's account demands a further step.
    public func signIn(_ username: String, password: String = TestGatehouse.password) async throws {
        markNow()
        let result = try await auth.signIn(username: username, password: password)
        guard result.isSignedIn else {
            throw TestDeviceError("The sign-in of \(username) has another step: \(result.nextStep).")
        }
    }

    /// Signs the user out.
    public func signOut() async {
        markNow()
        _ = await auth.signOut()
    }

    // MARK: - The network and the clock

    /// Whether the device has a network.
    public var isOnline: Bool { app.network.isOnline }

    /// Takes the network away: requests under way get no answer, and connections break.
    public func goOffline() { app.network.setOnline(false) }

    /// Gives the network back.
    public func goOnline() { app.network.setOnline(true) }

    /// Makes the clock of the device differ from the server's by a number of seconds; negative if it is slow.
    public func setClock(ahead seconds: TimeInterval) { ownClock.setError(seconds) }

    // MARK: - For the waits

    /// The number of events before the present process, or before its last start of the exchange.
    var mark: Int { state.withLock(\.mark) }

    /// Counts the events until now as those of before.
    func markNow() {
        let count = app.events.count
        state.withLock { $0.mark = count }
    }
}

/// A device of a test cannot do what the test asks for.
public struct TestDeviceError: Error, CustomStringConvertible {
    /// What is wrong.
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}
