/*
 * Limits on which clients and servers must agree. Limits of servers alone are in `server/`. docs/operations/README.md lists
 * all of them.
 */

/**
 * The maximum size in bytes of a field with Kubernetes manifests: the size limit of requests of the Kubernetes API
 * server.
 */
export const maxTextBytes = 3 * 1024 * 1024

/** The maximum size in bytes of all values of a Kubernetes Secret. */
export const maxSecretBytes = 1024 * 1024

/** The maximum number of resources in a definition. The largest public charts have a few hundred. */
export const maxResources = 5000

/**
 * The maximum number of reported errors of a request or a field with manifests; further ones are counted. Users rarely
 * fix more before the next attempt.
 */
export const maxErrors = 100

/** The maximum number of values in a spec. Ignored differences can be thousands of fields; nothing else comes close. */
export const maxSpecValues = 10_000

/**
 * The maximum number of objects in one `apply` or `deleteObjects`. Each is one transaction, which uses a database
 * connection for one to two milliseconds per object and locks all objects.
 */
export const maxObjects = 2000

/** The maximum number of entries of a page, IDs of `nodes` and names in a filter. */
export const maxEntries = 1000

/** The maximum number of objects that an object may own. */
export const maxOwned = 500

/**
 * The default maximum size of a request in bytes (QLEET_MAX_BODY of servers). qleetctl refuses larger files before
 * sending anything.
 */
export const maxRequestBytes = 16_000_000

/** The maximum length of a response of GraphQL in characters of JSON. The introspection of the whole schema has a third of it. */
export const maxResponseLength = 16_000_000
