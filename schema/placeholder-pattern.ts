/** Matches the placeholders that replace secret values wherever users can read them, to distinguish them from values. */
export const placeholderPattern = /^\(secret [0-9a-f]{16}\)$/
