/*
 * How much of a thing is accepted, where clients and servers must agree. What only servers know is in `server/`, with
 * the same texts. Every limit is listed in docs/operations/limits.md.
 */

/** Bytes of one text with Kubernetes manifests: as long as the longest request that a Kubernetes API server takes. */
export const mostTextBytes = 3 * 1024 * 1024

/** Resources of one definition. The largest public charts have a few hundred. */
export const mostResources = 5000

/** Errors of one request, or of one text, that are shown; more are counted. Nobody mends more before trying again. */
export const mostErrors = 100

/** Values of one spec. The fields whose differences are ignored can be thousands; nothing else comes near. */
export const mostSpecValues = 10_000

/**
 * Objects of one `apply` or `deleteObjects`, which is one transaction: it holds one connection to the database for a
 * millisecond or two per object, and locks on them all.
 */
export const mostObjects = 2000

/** Entries of one page, ids of one `nodes`, names of one filter. */
export const mostEntries = 1000

/** Objects that one object owns. */
export const mostOwned = 500
