// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#ifndef CSECRETSERVICE_H
#define CSECRETSERVICE_H

#include <stddef.h>
#include <stdint.h>

// Keys in the desktop's Secret Service, through libsecret, which is loaded at the first call: a program that makes none
// needs neither the library nor its headers. `library` is the name under which the system's loader finds it. No call
// shows a dialogue, and each ends after some seconds at the latest. Any thread may call the functions.

/// Bytes of a key.
#define GATEHOUSE_SECRET_BYTES 32

/// Bytes of a message about a failure, with its final zero.
#define GATEHOUSE_SECRET_MESSAGE_BYTES 256

/// The outcome of a call.
enum gatehouse_secret_outcome {
    /// The key was found, stored or removed.
    GATEHOUSE_SECRET_DONE = 0,
    /// The service is unlocked, and has no key of that id.
    GATEHOUSE_SECRET_ABSENT = 1,
    /// The keyring is locked.
    GATEHOUSE_SECRET_LOCKED = 2,
    /// The service has no default keyring.
    GATEHOUSE_SECRET_NO_KEYRING = 3,
    /// The library cannot be loaded, or does not have the functions; the message says why.
    GATEHOUSE_SECRET_NO_LIBRARY = 4,
    /// There is no session bus.
    GATEHOUSE_SECRET_NO_BUS = 5,
    /// The bus has no Secret Service.
    GATEHOUSE_SECRET_NO_SERVICE = 6,
    /// The service failed; the message says how.
    GATEHOUSE_SECRET_FAILED = 7,
};

/// Reads the key of an id.
enum gatehouse_secret_outcome gatehouse_secret_find(const char *library, const char *id, uint8_t *key, char *message);

/// Stores a key under an id, in the default keyring; `label` names it in programs that show keyrings.
enum gatehouse_secret_outcome gatehouse_secret_store(const char *library, const char *id, const char *label,
                                                     const uint8_t *key, char *message);

/// Removes the key of an id.
enum gatehouse_secret_outcome gatehouse_secret_remove(const char *library, const char *id, char *message);

#endif
