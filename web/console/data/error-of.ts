/** Returns what was thrown as an error, which it is unless a library throws something else. */
export function errorOf(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown))
}
