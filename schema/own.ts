/**
 * Returns the value of an own key of an object, for keys that come from a user or a cluster: a plain property access
 * also finds `constructor`, `toString` and `__proto__`, which every object inherits.
 */
export function own<Value>(values: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(values, key) ? values[key] : undefined
}
