/** Removes undefined entries, for types that distinguish absent from undefined. */
export function defined<T extends object>(value: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const entries = Object.entries(value).filter(([, entry]) => entry !== undefined)
  // Object.fromEntries loses the key types; no key was added or renamed.
  return Object.fromEntries(entries) as { [K in keyof T]: Exclude<T[K], undefined> }
}
