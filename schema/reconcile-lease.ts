/**
 * Milliseconds for which a reconcile has its object for itself, from its begin or the last word of its worker. Servers end
 * it by the clock of the database, workers a little earlier by their own.
 */
export const reconcileLease = 15_000
