import { usageError } from '../cli-error.ts'

export type Labels = Record<string, string>

/** Parses a label selector such as `team=web,tier=front`. */
export function parseSelector(text: string | undefined): Labels {
  if (text === undefined) return {}
  const entries = text.split(',').map((part): [string, string] => {
    const [, key, value] = /^\s*([^=!\s]+)\s*==?\s*([^=\s]*)\s*$/.exec(part) ?? []
    if (key === undefined || value === undefined) {
      throw usageError(`-l "${text}" is not a selector such as team=web,tier=front`)
    }
    return [key, value]
  })
  return Object.fromEntries(entries)
}
