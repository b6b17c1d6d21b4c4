// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#include "CSecretService.h"

#if defined(__linux__)

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <time.h>

// The time for a whole call, in seconds. A service answers within milliseconds; one that hangs must not hold the app.
#define LONGEST_CALL 8

// The declarations of GLib, GIO and libsecret that are needed; the objects themselves stay opaque.
typedef void Object;
typedef struct List {
    void *data;
    struct List *next;
    struct List *prev;
} List;
typedef struct {
    uint32_t domain;
    int code;
    char *message;
} Error;

enum { SESSION_BUS = 2, WITH_SESSION = 1 << 1, ALL_RESULTS = 1 << 1, WITH_SECRETS = 1 << 3 };

// Every function that is called, with its result and its arguments.
#define FUNCTIONS(F) \
    F(void, g_error_free, (Error *)) \
    F(void, g_list_free, (List *)) \
    F(Object *, g_hash_table_new, (void *, void *)) \
    F(int, g_hash_table_insert, (Object *, void *, void *)) \
    F(void, g_hash_table_unref, (Object *)) \
    F(unsigned, g_str_hash, (const void *)) \
    F(int, g_str_equal, (const void *, const void *)) \
    F(void, g_object_unref, (Object *)) \
    F(Object *, g_cancellable_new, (void)) \
    F(void, g_cancellable_cancel, (Object *)) \
    F(Object *, g_bus_get_sync, (int, Object *, Error **)) \
    F(void, g_dbus_connection_set_exit_on_close, (Object *, int)) \
    F(int, g_dbus_connection_is_closed, (Object *)) \
    F(size_t, secret_service_get_type, (void)) \
    F(Object *, secret_service_open_sync, (size_t, const char *, int, Object *, Error **)) \
    F(List *, secret_service_search_sync, (Object *, Object *, Object *, int, Object *, Error **)) \
    F(int, secret_service_load_collections_sync, (Object *, Object *, Error **)) \
    F(List *, secret_service_get_collections, (Object *)) \
    F(Object *, secret_collection_for_alias_sync, (Object *, const char *, int, Object *, Error **)) \
    F(int, secret_collection_get_locked, (Object *)) \
    F(int, secret_item_get_locked, (Object *)) \
    F(Object *, secret_item_get_secret, (Object *)) \
    F(Object *, secret_item_create_sync, \
        (Object *, Object *, Object *, const char *, Object *, int, Object *, Error **)) \
    F(int, secret_item_delete_sync, (Object *, Object *, Error **)) \
    F(Object *, secret_schema_newv, (const char *, int, Object *)) \
    F(void, secret_schema_unref, (Object *)) \
    F(Object *, secret_value_new, (const char *, ptrdiff_t, const char *)) \
    F(const char *, secret_value_get, (Object *, size_t *)) \
    F(void, secret_value_unref, (Object *))

#define MEMBER(result, name, arguments) result (*name) arguments;

// The functions, as they were found.
typedef struct {
    FUNCTIONS(MEMBER)
} Library;

static void copy_message(char *message, const char *text) {
    strncpy(message, text, GATEHOUSE_SECRET_MESSAGE_BYTES - 1);
    message[GATEHOUSE_SECRET_MESSAGE_BYTES - 1] = 0;
}

// Finds the functions anew for each call, in microseconds: a call of the service takes milliseconds.
static int load(Library *library, const char *name, char *message) {
    // Never closed: GLib cannot be unloaded. The libraries below it are found through it.
    void *handle = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    int found = handle != NULL;
#define FIND(result, function, arguments) \
    if (found) { \
        *(void **)&library->function = dlsym(handle, #function); \
        found = library->function != NULL; \
    }
    FUNCTIONS(FIND)
    const char *reason = found ? NULL : dlerror();
    if (reason) {
        copy_message(message, reason);
    }
    return found;
}

// One call with its limit of time: a thread cancels it when the time is over.
typedef struct {
    Library lib;
    Object *cancellable;
    Object *service;
    Object *schema;
    Object *attributes;
    Error *error;
    pthread_t thread;
    pthread_mutex_t mutex;
    pthread_cond_t ended;
    int is_loaded;
    int has_thread;
    int has_ended;
} Call;

static void *watch(void *argument) {
    Call *call = argument;
    struct timespec end;
    clock_gettime(CLOCK_MONOTONIC, &end);
    end.tv_sec += LONGEST_CALL;
    pthread_mutex_lock(&call->mutex);
    int waited = 0;
    while (!call->has_ended && waited != ETIMEDOUT) {
        waited = pthread_cond_timedwait(&call->ended, &call->mutex, &end);
    }
    int is_late = !call->has_ended;
    pthread_mutex_unlock(&call->mutex);
    if (is_late) {
        call->lib.g_cancellable_cancel(call->cancellable);
    }
    return NULL;
}

static void start_watch(Call *call) {
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_mutex_init(&call->mutex, NULL);
    pthread_cond_init(&call->ended, &monotonic);
    pthread_condattr_destroy(&monotonic);
    call->has_thread = pthread_create(&call->thread, NULL, watch, call) == 0;
}

static void end_watch(Call *call) {
    pthread_mutex_lock(&call->mutex);
    call->has_ended = 1;
    pthread_cond_signal(&call->ended);
    pthread_mutex_unlock(&call->mutex);
    if (call->has_thread) {
        pthread_join(call->thread, NULL);
    }
    pthread_cond_destroy(&call->ended);
    pthread_mutex_destroy(&call->mutex);
}

static enum gatehouse_secret_outcome begin(Call *call, const char *library, const char *id, char *message) {
    memset(call, 0, sizeof *call);
    message[0] = 0;
    call->is_loaded = load(&call->lib, library, message);
    if (!call->is_loaded) {
        return GATEHOUSE_SECRET_NO_LIBRARY;
    }
    call->cancellable = call->lib.g_cancellable_new();
    start_watch(call);
    void *hash = *(void **)&call->lib.g_str_hash;
    void *equal = *(void **)&call->lib.g_str_equal;
    call->attributes = call->lib.g_hash_table_new(hash, equal);
    call->lib.g_hash_table_insert(call->attributes, "key", (void *)id);
    // A type has the value of a text, 0.
    Object *types = call->lib.g_hash_table_new(hash, equal);
    call->lib.g_hash_table_insert(types, "key", NULL);
    call->schema = call->lib.secret_schema_newv("org.gatehouse.SealingKey", 0, types);
    call->lib.g_hash_table_unref(types);
    Object *bus = call->lib.g_bus_get_sync(SESSION_BUS, call->cancellable, &call->error);
    if (!bus) {
        return GATEHOUSE_SECRET_NO_BUS;
    }
    // Otherwise GIO ends the process when the bus ends.
    call->lib.g_dbus_connection_set_exit_on_close(bus, 0);
    int is_closed = call->lib.g_dbus_connection_is_closed(bus);
    if (!is_closed) {
        call->service = call->lib.secret_service_open_sync(
            call->lib.secret_service_get_type(), NULL, WITH_SESSION, call->cancellable, &call->error);
    }
    call->lib.g_object_unref(bus);
    if (is_closed) {
        return GATEHOUSE_SECRET_NO_BUS;
    }
    return call->service ? GATEHOUSE_SECRET_DONE : GATEHOUSE_SECRET_NO_SERVICE;
}

static enum gatehouse_secret_outcome end(Call *call, enum gatehouse_secret_outcome outcome, char *message) {
    if (!call->is_loaded) {
        return outcome;
    }
    end_watch(call);
    if (call->error) {
        if (call->error->message) {
            copy_message(message, call->error->message);
        }
        call->lib.g_error_free(call->error);
    }
    if (call->service) {
        call->lib.g_object_unref(call->service);
    }
    if (call->schema) {
        call->lib.secret_schema_unref(call->schema);
    }
    call->lib.g_hash_table_unref(call->attributes);
    call->lib.g_object_unref(call->cancellable);
    return outcome;
}

static void release(Call *call, List *objects) {
    for (List *each = objects; each; each = each->next) {
        call->lib.g_object_unref(each->data);
    }
    call->lib.g_list_free(objects);
}

// Whether there is a locked keyring: it may have the item that the unlocked ones lack.
static enum gatehouse_secret_outcome outcome_of_absence(Call *call) {
    Object *keyring = call->lib.secret_collection_for_alias_sync(
        call->service, "default", 0, call->cancellable, &call->error);
    if (!keyring) {
        return call->error ? GATEHOUSE_SECRET_FAILED : GATEHOUSE_SECRET_NO_KEYRING;
    }
    call->lib.g_object_unref(keyring);
    if (!call->lib.secret_service_load_collections_sync(call->service, call->cancellable, &call->error)) {
        return GATEHOUSE_SECRET_FAILED;
    }
    enum gatehouse_secret_outcome outcome = GATEHOUSE_SECRET_ABSENT;
    List *keyrings = call->lib.secret_service_get_collections(call->service);
    for (List *each = keyrings; each; each = each->next) {
        if (call->lib.secret_collection_get_locked(each->data)) {
            outcome = GATEHOUSE_SECRET_LOCKED;
        }
    }
    release(call, keyrings);
    return outcome;
}

static List *search(Call *call, int flags) {
    return call->lib.secret_service_search_sync(
        call->service, call->schema, call->attributes, ALL_RESULTS | flags, call->cancellable, &call->error);
}

// Reads the key from an item that is not locked.
static enum gatehouse_secret_outcome read_key(Call *call, Object *item, uint8_t *key) {
    Object *value = call->lib.secret_item_get_secret(item);
    if (!value) {
        return GATEHOUSE_SECRET_FAILED;
    }
    size_t count = 0;
    const char *bytes = call->lib.secret_value_get(value, &count);
    int is_key = bytes && count == GATEHOUSE_SECRET_BYTES;
    if (is_key) {
        memcpy(key, bytes, GATEHOUSE_SECRET_BYTES);
    }
    call->lib.secret_value_unref(value);
    return is_key ? GATEHOUSE_SECRET_DONE : GATEHOUSE_SECRET_FAILED;
}

enum gatehouse_secret_outcome gatehouse_secret_find(const char *library, const char *id, uint8_t *key, char *message) {
    Call call;
    enum gatehouse_secret_outcome outcome = begin(&call, library, id, message);
    if (outcome == GATEHOUSE_SECRET_DONE) {
        List *items = search(&call, WITH_SECRETS);
        outcome = call.error ? GATEHOUSE_SECRET_FAILED : GATEHOUSE_SECRET_ABSENT;
        for (List *each = items; each && outcome != GATEHOUSE_SECRET_DONE; each = each->next) {
            outcome = call.lib.secret_item_get_locked(each->data)
                ? GATEHOUSE_SECRET_LOCKED : read_key(&call, each->data, key);
        }
        release(&call, items);
        if (outcome == GATEHOUSE_SECRET_ABSENT) {
            outcome = outcome_of_absence(&call);
        }
    }
    return end(&call, outcome, message);
}

enum gatehouse_secret_outcome gatehouse_secret_store(const char *library, const char *id, const char *label,
                                                     const uint8_t *key, char *message) {
    Call call;
    enum gatehouse_secret_outcome outcome = begin(&call, library, id, message);
    if (outcome == GATEHOUSE_SECRET_DONE) {
        Object *keyring = call.lib.secret_collection_for_alias_sync(
            call.service, "default", 0, call.cancellable, &call.error);
        if (!keyring) {
            outcome = call.error ? GATEHOUSE_SECRET_FAILED : GATEHOUSE_SECRET_NO_KEYRING;
        } else if (call.lib.secret_collection_get_locked(keyring)) {
            outcome = GATEHOUSE_SECRET_LOCKED;
        } else {
            Object *value = call.lib.secret_value_new(
                (const char *)key, GATEHOUSE_SECRET_BYTES, "application/octet-stream");
            Object *item = call.lib.secret_item_create_sync(
                keyring, call.schema, call.attributes, label, value, 0, call.cancellable, &call.error);
            call.lib.secret_value_unref(value);
            outcome = item ? GATEHOUSE_SECRET_DONE : GATEHOUSE_SECRET_FAILED;
            if (item) {
                call.lib.g_object_unref(item);
            }
        }
        if (keyring) {
            call.lib.g_object_unref(keyring);
        }
    }
    return end(&call, outcome, message);
}

enum gatehouse_secret_outcome gatehouse_secret_remove(const char *library, const char *id, char *message) {
    Call call;
    enum gatehouse_secret_outcome outcome = begin(&call, library, id, message);
    if (outcome == GATEHOUSE_SECRET_DONE) {
        List *items = search(&call, 0);
        outcome = call.error ? GATEHOUSE_SECRET_FAILED : GATEHOUSE_SECRET_ABSENT;
        for (List *each = items; each && !call.error; each = each->next) {
            if (call.lib.secret_item_get_locked(each->data)) {
                outcome = GATEHOUSE_SECRET_LOCKED;
                break;
            }
            outcome = call.lib.secret_item_delete_sync(each->data, call.cancellable, &call.error)
                ? GATEHOUSE_SECRET_DONE : GATEHOUSE_SECRET_FAILED;
        }
        release(&call, items);
        if (outcome == GATEHOUSE_SECRET_ABSENT) {
            outcome = outcome_of_absence(&call);
        }
    }
    return end(&call, outcome, message);
}

#endif
