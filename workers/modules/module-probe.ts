import type { Dispatcher } from 'undici'
import type { AddressRules } from '../../schema/clusters/addresses.ts'
import { descriptionPath, maxDescriptionBytes, ModuleDescription } from '../../schema/modules/description.ts'
import { openModule, type ModuleAddress, type ModuleConnection } from '../../process/modules/connection.ts'
import { failureOf } from '../../process/modules/failure.ts'

/** The result of a check of the API server of a module. */
export interface ModuleCheck {
  /** Milliseconds until the response began. */
  latency: number
  /** What the module says of itself; undefined if it says nothing. */
  description?: ModuleDescription
}

/** Thrown when the API server of a module does not work. The message is for users. */
export class ModuleFailure extends Error {
  readonly reason: string
  /** True if it did not respond at all. */
  readonly isUnreachable: boolean

  constructor(reason: string, message: string, isUnreachable = false) {
    super(message)
    this.reason = reason
    this.isUnreachable = isUnreachable
  }
}

/** Checks API servers of modules. */
export interface ModuleProbe {
  /** Throws a ModuleFailure. */
  check(address: ModuleAddress, signal: AbortSignal): Promise<ModuleCheck>
}

/** Milliseconds within which a check has to be answered. */
const checkTimeout = 10_000

/** Creates a probe that connects anew for each check: one connection each half minute needs no pool. */
export function createModuleProbe(rules: AddressRules): ModuleProbe {
  return {
    check: async (address, signal) => {
      const connection = openModule(address, rules)
      try {
        return await checkModule(connection, AbortSignal.any([signal, AbortSignal.timeout(checkTimeout)]))
      } finally {
        await connection.destroy()
      }
    },
  }
}

async function checkModule(connection: ModuleConnection, signal: AbortSignal): Promise<ModuleCheck> {
  const { response, latency } = await get(connection, descriptionPath, signal)
  // A module without a description, such as one of the legacy system, works if it responds.
  if (response.statusCode >= 400 && response.statusCode < 500) {
    await response.body.dump()
    return { latency }
  }
  if (response.statusCode >= 500) throw await failedBy(descriptionPath, response)
  const description = parsed(await textOf(response))
  const { health } = description
  if (health === undefined) return { latency, description }
  const checked = await get(connection, health, signal)
  if (checked.response.statusCode >= 400) throw await failedBy(health, checked.response)
  await checked.response.body.dump()
  return { latency: checked.latency, description }
}

interface Answered {
  response: Dispatcher.ResponseData
  latency: number
}

async function get({ send }: ModuleConnection, path: string, signal: AbortSignal): Promise<Answered> {
  const start = performance.now()
  try {
    const headers = { accept: 'application/json', 'user-agent': 'qleetos' }
    const response = await send(path, { method: 'GET', headers, signal, headersTimeout: checkTimeout })
    return { response, latency: performance.now() - start }
  } catch (error) {
    const isTimeout = error instanceof Error && error.name === 'TimeoutError'
    const why = isTimeout ? 'it did not respond in time' : failureOf(error)
    throw new ModuleFailure('Unreachable', `The API server does not respond: ${why}.`, true)
  }
}

async function failedBy(path: string, { statusCode, body }: Dispatcher.ResponseData): Promise<ModuleFailure> {
  await body.dump()
  return new ModuleFailure('Unhealthy', `The API server responds to GET ${path} with status ${statusCode}.`)
}

async function textOf({ body }: Dispatcher.ResponseData): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of body) {
    // The body has no encoding, so its chunks are buffers.
    const buffer = chunk as Buffer
    length += buffer.length
    if (length > maxDescriptionBytes) {
      body.destroy()
      const message = `The description at ${descriptionPath} is longer than ${maxDescriptionBytes / 1024} kB.`
      throw new ModuleFailure('InvalidDescription', message)
    }
    chunks.push(buffer)
  }
  return Buffer.concat(chunks).toString()
}

function parsed(text: string): ModuleDescription {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new ModuleFailure('InvalidDescription', `The description at ${descriptionPath} is not JSON.`)
  }
  const { data, error } = ModuleDescription.safeParse(value)
  if (data !== undefined) return data
  const [issue] = error.issues
  const where = issue === undefined || issue.path.length === 0 ? '' : ` ${issue.path.join('.')}`
  const message = `The description at ${descriptionPath} has an invalid value${where}: ${issue?.message ?? ''}.`
  throw new ModuleFailure('InvalidDescription', message)
}
