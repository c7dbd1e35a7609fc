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

/** Colours a text, or leaves it as it is. */
export type Paint = (colour: Colour, text: string) => string

/** Colours only for people: on a terminal, and not against https://no-color.org or a terminal that has none. */
export function painter(sink: Sink, env: Readonly<Record<string, string | undefined>>): Paint {
  const isRefused = (env['NO_COLOR'] ?? '') !== '' || env['TERM'] === 'dumb'
  if (!sink.isTTY || isRefused) return (_, text) => text
  return (colour, text) => {
    const [on, off] = codes[colour]
    return text === '' ? '' : `${sequence(`${on}m`)}${text}${sequence(`${off}m`)}`
  }
}

/** The colour of a phase: what is well, what needs a person, what is on its way. */
export function phaseColour(phase: string): Colour {
  if (phase === 'Ready') return 'green'
  return ['Failed', 'Parked', 'Blocked', 'Unreachable'].includes(phase) ? 'red' : 'yellow'
}
