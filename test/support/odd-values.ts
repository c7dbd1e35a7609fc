import type { Random } from './random.ts'

/** Keys that every JavaScript object inherits. */
export const inheritedKeys = ['__proto__', 'constructor', 'toString', 'valueOf', 'hasOwnProperty'] as const

/** Strings that are known to break software: paths, patterns, encodings, numbers, scripts, and very long ones. */
export const oddStrings: readonly string[] = [
  ...inheritedKeys,
  '',
  ' ',
  '.',
  '..',
  '../../healthz',
  '%2e%2e%2f',
  '%',
  '_',
  '\\',
  "'; DROP TABLE x; --",
  '"',
  '{}',
  '[]',
  'null',
  '-1',
  '0',
  '1e308',
  '99999999999999999999',
  'NaN',
  '\u0000',
  'a\u0000b',
  '\uD800',
  '\u001B[31m',
  '\u202Egnp.exe',
  '𝒳'.repeat(50),
  'a'.repeat(100_000),
]

/** Returns a random JSON value, mostly one that no client would send. */
export function randomValue(random: Random, depth = 3): unknown {
  const kinds: (() => unknown)[] = [
    () => random.pick(oddStrings),
    () => random.pick([0, -1, 1.5, 2 ** 53, -(2 ** 63), 1e308, 5e-324]),
    () => random.chance(0.5),
    () => null,
    () => Array.from({ length: random.below(4) }, () => randomValue(random, depth - 1)),
    () => randomObject(random, depth),
  ]
  return random.pick(depth > 0 ? kinds : kinds.slice(0, 4))()
}

/** Returns an object whose keys are own properties, including `__proto__`, as `JSON.parse` creates them. */
export function randomObject(random: Random, depth = 3): Record<string, unknown> {
  return Object.fromEntries(
    Array.from({ length: random.below(5) }, () => [random.pick(oddStrings), randomValue(random, depth - 1)]),
  )
}
