// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSDataStorePlugin
import Amplify
import Foundation
import GatehouseDialogue

/// The commands of the program, and what they print.
struct Session {
    let terminal: Terminal

    /// Performs one command.
    ///
    /// - Throws: `AuthError`, `DataStoreError` or `Refusal`.
    func perform(_ command: Command) async throws {
        switch command {
        case .signIn(let name): try await signIn(name)
        case .signOut:
            _ = await Amplify.Auth.signOut()
            terminal.say("Signed out.")
        case .add(let text): show("Saved", try await Amplify.DataStore.save(Note(text: text)))
        case .change(let id, let text):
            var note = try await note(id)
            note.text = text
            show("Saved", try await Amplify.DataStore.save(note))
        case .remove(let id):
            let note = try await note(id)
            try await Amplify.DataStore.delete(note)
            show("Removed", note)
        case .list:
            list(try await notes())
            try await tellWaiting()
        case .sync:
            try await sync()
            list(try await notes())
        case .watch: try await watch()
        }
    }

    private func signIn(_ name: String) async throws {
        let result = try await Amplify.Auth.signIn(username: name, password: try terminal.askHidden("Password"))
        guard result.isSignedIn else {
            throw Refusal("The sign-in has another step.", cure: "Sign in with Samples/SignIn, which knows each step.")
        }
        terminal.say("Signed in as \(try await Amplify.Auth.getCurrentUser().username)")
    }

    /// The notes of this device, sorted by their texts.
    private func notes() async throws -> [Note] {
        try await Amplify.DataStore.query(Note.self, sort: .ascending(Note.keys.text))
    }

    private func note(_ id: String) async throws -> Note {
        guard let note = try await Amplify.DataStore.query(Note.self, byIdentifier: id) else {
            throw Refusal("This device has no note \(id).", cure: "The command list prints the notes with their ids.")
        }
        return note
    }

    private func list(_ notes: [Note]) {
        terminal.say("Notes: \(notes.count)")
        for note in notes { show("Note", note) }
    }

    private func show(_ word: String, _ note: Note) {
        terminal.say("\(word): \(note.text), id \(note.id)")
    }

    private func tellWaiting() async throws {
        let waiting = try await UserNotes.waiting()
        if waiting > 0 { terminal.say("Waiting to be sent: \(waiting)") }
    }

    private func sync() async throws {
        try await UserNotes.sync { isOnline in
            terminal.say(isOnline ? "The server answers." : "The server does not answer. The notes wait.")
        }
        terminal.say("All notes are sent.")
    }

    /// Prints the notes whenever they change, until the input ends.
    private func watch() async throws {
        let snapshots = Amplify.DataStore.observeQuery(for: Note.self, sort: .ascending(Note.keys.text))
        let input = Thread {
            while readLine() != nil {}
            snapshots.cancel()
        }
        input.start()
        var last: [String]?
        for try await snapshot in snapshots {
            let texts = snapshot.items.map { "\($0.id) \($0.text)" }
            // A snapshot can differ from the one before only in whether the exchange is complete.
            if texts != last { list(snapshot.items) }
            last = texts
        }
        terminal.say("Goodbye.")
    }
}
