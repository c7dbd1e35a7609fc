import { LRUCache } from 'lru-cache'
import type { Dispatcher } from 'undici'
import type { ModuleAddress, ModuleConnection, ModuleRequest } from '../../process/modules/connection.ts'
import { failureOf } from '../../process/modules/failure.ts'
import { createBreaker, type Breaker, type OpenBreaker } from '../../process/upstream/breaker.ts'
import { isPlatformError } from '../../schema/errors.ts'
import type { AddressRules } from '../../schema/clusters/addresses.ts'
import { ModuleError, moduleFailures, unavailableModule } from './module-error.ts'
import type { StoredModule } from './routes.ts'

/** The connections of this server to modules. */
export interface ModuleUpstreams {
  /**
   * Sends a request to a module. Throws UNAVAILABLE if it does not respond; at once, if it did not respond to others before.
   */
  send(module: StoredModule, path: string, request: ModuleRequest): Promise<SentRequest>
  /** Returns the circuit breakers of modules that do not respond, by the id of the module. */
  openBreakers(): ReadonlyMap<string, OpenBreaker>
  close(): Promise<void>
}

export interface SentRequest {
  response: Dispatcher.ResponseData
  /** The address of the API server. */
  url: URL
}

interface Upstream {
  name: string
  address: string
  connection: Promise<ModuleConnection>
  breaker: Breaker<ModuleError>
  /** When the breaker opened; undefined while it is closed. */
  openedAt: number | undefined
}

/** The number of modules that a server keeps connections to. */
const maxModules = 500

export interface UpstreamsOptions {
  /** The policy for addresses. */
  rules: AddressRules
  /** Called when a module begins or ceases to respond, and with undefined when it is no longer connected. */
  onState: (module: string, responds: boolean | undefined) => void
}

export function createUpstreams({ rules, onState }: UpstreamsOptions): ModuleUpstreams {
  const upstreams = new LRUCache<bigint, Upstream>({
    max: maxModules,
    dispose: ({ name, connection }) => {
      onState(name, undefined)
      void closeOf(connection)
    },
  })
  const upstreamOf = ({ id, name, address }: StoredModule): Upstream => {
    const key = JSON.stringify(address)
    const known = upstreams.get(id)
    if (known?.address === key) return known
    const upstream: Upstream = {
      name,
      address: key,
      connection: opened(address, rules),
      openedAt: undefined,
      breaker: createBreaker({
        failures: moduleFailures,
        onChange: ({ state }) => {
          upstream.openedAt = state === 'open' ? Date.now() : undefined
          onState(name, state === 'closed')
        },
      }),
    }
    upstreams.set(id, upstream)
    onState(name, true)
    return upstream
  }
  return {
    send: async (module, path, request) => {
      const upstream = upstreamOf(module)
      try {
        return await sendTo(upstream, { module, path, request })
      } catch (error) {
        if (!(error instanceof ModuleError)) throw error
        throw unavailableModule(module.name, error)
      }
    },
    openBreakers: () =>
      new Map(
        [...upstreams.entries()].flatMap(
          ([
            id,
            {
              breaker: { opened },
            },
          ]): [string, OpenBreaker][] => (opened === undefined ? [] : [[String(id), opened]]),
        ),
      ),
    close: async () => {
      await Promise.all([...upstreams.values()].map(({ connection }) => closeOf(connection)))
    },
  }
}

/** Opens connections. The HTTP client is loaded for the first module, since most servers have none. */
async function opened(address: ModuleAddress, rules: AddressRules): Promise<ModuleConnection> {
  const { openModule } = await import('../../process/modules/connection.ts')
  return openModule(address, rules)
}

async function closeOf(connection: Promise<ModuleConnection>): Promise<void> {
  await connection.then(
    ({ close }) => close(),
    () => undefined,
  )
}

interface Sending {
  module: StoredModule
  path: string
  request: ModuleRequest
}

async function sendTo(
  { connection, breaker, openedAt }: Upstream,
  { module: { isReady, checkedAt }, path, request }: Sending,
): Promise<SentRequest> {
  const { send, url } = await connection
  await breaker.probed()
  // Once a worker has seen the module respond, the next request tries it, whenever the breaker would.
  breaker.enter(openedAt !== undefined && isReady && checkedAt.getTime() > openedAt)
  try {
    const response = await send(path, request)
    breaker.succeeded()
    return { response, url }
  } catch (error) {
    // A request that its client ends, or whose body is refused while it passes, says nothing about the module.
    const isOfClient =
      isPlatformError(error) || (request.signal instanceof AbortSignal && request.signal.aborted)
    const failure = isOfClient ? error : new ModuleError(failureOf(error), { cause: error })
    breaker.failed(failure)
    throw failure
  }
}
