/**
 * The duration in milliseconds of the lease of a reconcile on its object, from its start or last renewal. Servers
 * expire it by the clock of the database, workers slightly earlier by their own clock.
 */
export const reconcileLease = 15_000
