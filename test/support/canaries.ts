import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Secret values that occur nowhere else, and a search for them in every encoding. */
export interface Canaries {
  /** Creates a canary; its name identifies later where it was used. */
  make(name: string): string
  /** Adds a value that somebody else has generated. */
  add(name: string, value: string): void
  /** Returns the names of the canaries in a string, with the encoding of each. */
  findIn(text: string): string[]
  /** Searches everything below folders and files. */
  findBelow(...paths: string[]): string[]
}

export function createCanaries(): Canaries {
  const made = new Map<string, string>()
  const forms = (): [string, string][] =>
    [...made].flatMap(([name, value]) =>
      Object.entries(formsOf(value)).map(([form, text]): [string, string] => [`${name} (${form})`, text]),
    )
  return {
    make: (name) => {
      // With characters that JSON, YAML and URLs write differently.
      const value = `canary/${name}+${randomBytes(9).toString('hex')}=`
      made.set(name, value)
      return value
    },
    add: (name, value) => void made.set(name, value),
    findIn: (text) => forms().flatMap(([name, form]) => (text.includes(form) ? [name] : [])),
    findBelow: (...paths) => {
      const folder = mkdtempSync(join(tmpdir(), 'qleet-canaries-'))
      try {
        const patterns = join(folder, 'patterns')
        // A pattern for grep is a line without NUL.
        const lines = forms().filter(([, form]) => !form.includes('\0'))
        writeFileSync(patterns, lines.map(([, form]) => `${form}\n`).join(''))
        // Searches binary files too; each line of the output is a file and a match.
        const { stdout, stderr, status } = spawnSync('grep', ['-raFo', '-f', patterns, '--', ...paths], {
          encoding: 'utf8',
          maxBuffer: 100_000_000,
        })
        if (status === 2 && !/No such file/.test(stderr)) throw new Error(stderr)
        return [...new Set(stdout.split('\n'))].flatMap((found) =>
          lines.filter(([, form]) => found.endsWith(`:${form}`)).map(([name]) => `${name}: ${found}`),
        )
      } finally {
        rmSync(folder, { recursive: true })
      }
    },
  }
}

function formsOf(value: string): Record<string, string> {
  const base64 = [0, 1, 2].map((offset) => {
    const text = Buffer.from(`${' '.repeat(offset)}${value}`).toString('base64')
    // The neighbouring bytes change the characters at both ends.
    return text.slice(offset === 0 ? 0 : 4, -4)
  })
  return {
    clear: value,
    urlEncoded: encodeURIComponent(value),
    hexadecimal: Buffer.from(value).toString('hex'),
    utf16: Buffer.from(value, 'utf16le').toString('latin1'),
    ...Object.fromEntries(base64.map((text, offset) => [`base64 at ${offset}`, text])),
    ...Object.fromEntries(
      base64.map((text, offset) => [
        `base64url at ${offset}`,
        text.replaceAll('+', '-').replaceAll('/', '_'),
      ]),
    ),
  }
}
