import { sequence } from './escapes.ts'
import type { Sink } from './io.ts'

const codes = {
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  blue: [34, 39],
  magenta: [35, 39],
  cyan: [36, 39],
  dim: [2, 22],
  bold: [1, 22],
} as const

export type Colour = keyof typeof codes

/** Wraps text in a colour, or returns it unchanged where colours are off. */
export type Paint = (colour: Colour, text: string) => string

/** Returns a `Paint` that colours only on a terminal, and honours https://no-color.org and `TERM=dumb`. */
export function painter(sink: Sink, env: Readonly<Record<string, string | undefined>>): Paint {
  const isDisabled = (env['NO_COLOR'] ?? '') !== '' || env['TERM'] === 'dumb'
  if (!sink.isTTY || isDisabled) return (_, text) => text
  return (colour, text) => {
    const [on, off] = codes[colour]
    return text === '' ? '' : `${sequence(`${on}m`)}${text}${sequence(`${off}m`)}`
  }
}

/** Returns the colour of a phase: green for ready, red for needing attention, yellow for in progress. */
export function phaseColour(phase: string): Colour {
  if (phase === 'Ready') return 'green'
  return ['Failed', 'Quarantined', 'Blocked', 'Unreachable'].includes(phase) ? 'red' : 'yellow'
}
