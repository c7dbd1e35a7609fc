/**
 * The value of a key that comes from a user or a cluster, of what an object itself has: a plain read also finds
 * `constructor`, `toString` and `__proto__`, which every object inherits.
 */
export function own<Value>(values: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(values, key) ? values[key] : undefined
}
