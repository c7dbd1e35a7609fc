import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Secret values that are nowhere else, and a search for them in whatever form they may have got somewhere. */
export interface Canaries {
  /** A new one; its name says later where it was put in. */
  make(name: string): string
  /** Names of those that are in a text, with the form in which they are there. */
  findIn(text: string): string[]
  /** The same for everything below folders and files. */
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
    findIn: (text) => forms().flatMap(([name, form]) => (text.includes(form) ? [name] : [])),
    findBelow: (...paths) => {
      const folder = mkdtempSync(join(tmpdir(), 'qleet-canaries-'))
      try {
        const patterns = join(folder, 'patterns')
        // A pattern is a line, without NUL.
        const lines = forms().filter(([, form]) => !form.includes('\0'))
        writeFileSync(patterns, lines.map(([, form]) => `${form}\n`).join(''))
        // Binary files are searched as texts; each line is a file and a pattern.
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
    // What stands beside it changes the characters at both ends.
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
