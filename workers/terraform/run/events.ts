import { stripVTControlCharacters } from 'node:util'
import { z } from 'zod'
import type { Created } from './created.ts'

/* The lines of JSON that Terraform prints: https://developer.hashicorp.com/terraform/internals/machine-readable-ui */

const Diagnostic = z.object({
  severity: z.string(),
  summary: z.string(),
  detail: z.string().default(''),
  address: z.string().optional(),
  range: z.object({ filename: z.string(), start: z.object({ line: z.number() }) }).optional(),
})
type Diagnostic = z.infer<typeof Diagnostic>

const Event = z.object({
  type: z.string(),
  diagnostic: Diagnostic.optional(),
  hook: z
    .object({
      resource: z.object({ addr: z.string() }),
      action: z.string().default(''),
      id_value: z.string().optional(),
    })
    .optional(),
  changes: z.object({ add: z.number(), change: z.number(), remove: z.number() }).optional(),
})

/** Collects what users need to know of the events of one command. */
export class EventLog {
  readonly #errors: Diagnostic[] = []
  readonly #warnings: Diagnostic[] = []
  #completed = 0
  #current = ''

  /** Adds a line. Returns the resource that it says was created; undefined if it says something else. */
  add(line: string): Created | undefined {
    const event = parsed(line)
    if (event === undefined) return undefined
    const { type, diagnostic, hook } = event
    if (diagnostic !== undefined)
      (diagnostic.severity === 'error' ? this.#errors : this.#warnings).push(diagnostic)
    if (hook === undefined) return undefined
    const { resource, action, id_value: id } = hook
    if (type === 'apply_start') this.#current = resource.addr
    if (type !== 'apply_complete') return undefined
    this.#completed += 1
    return action === 'create' && id !== undefined ? { address: resource.addr, id } : undefined
  }

  /** The number of resources that have been changed. */
  get completed(): number {
    return this.#completed
  }

  /** The resource that was begun last; empty if there is none. */
  get current(): string {
    return this.#current
  }

  /** The names of variables that were given although the configuration does not declare them. */
  get undeclared(): string[] {
    return this.#warnings.flatMap(({ summary, detail }) => {
      const [, name] = /variable named "([^"]+)"/.exec(detail) ?? []
      return summary === 'Value for undeclared variable' && name !== undefined ? [name] : []
    })
  }

  /** Returns the errors in one line; undefined if there were none. */
  errors(): string | undefined {
    if (this.#errors.length === 0) return undefined
    const [first, ...more] = this.#errors.map(described)
    return more.length === 0 ? first : `${first} And ${more.length} more: ${more.slice(0, 2).join(' ')}`
  }
}

function parsed(line: string): z.infer<typeof Event> | undefined {
  try {
    return Event.safeParse(JSON.parse(line)).data
  } catch {
    return undefined
  }
}

function described({ summary, detail, address, range }: Diagnostic): string {
  const where = [
    ...(address === undefined ? [] : [address]),
    ...(range === undefined ? [] : [`${range.filename}:${range.start.line}`]),
  ]
  const text = detail === '' ? summary : `${summary}: ${detail.replaceAll(/\s+/g, ' ').trim()}`
  const sentence = /[.!?]$/.test(text) ? text : `${text}.`
  return where.length === 0 ? sentence : `${where.join(' at ')}: ${sentence}`
}

/** Returns the errors in the text that a command prints without JSON. */
export function errorsInText(stderr: string): string {
  const lines = stripVTControlCharacters(stderr)
    .split('\n')
    .map((line) => line.replace(/^[╷│╵\s]+/, '').trim())
    .filter((line) => line !== '' && !line.startsWith('Warning:'))
  return lines.join(' ').replace(/^Error: /, '')
}
