import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createClient } from '../../../client-sdk/index.ts'
import { createApi } from './api.ts'
import { identifyBy } from './callers.ts'
import { runReconciler } from './reconciler.ts'
import { moduleName, register } from './register.ts'
import { Store } from './store.ts'

/* Serves the module until it is stopped. All settings have defaults for a control plane that `npm start` runs. */

const {
  QLEET_SERVER_URL: url = 'http://127.0.0.1:1323',
  QLEET_TOKEN: givenToken,
  MODULE_PORT: port = '7300',
  MODULE_DATA: data = '.qleet/wordpress-module.json',
  MODULE_ENDPOINT: givenEndpoint,
} = process.env

const tokenFile = '.qleet/admin-token'

const log = (message: string): void => void process.stdout.write(`${message}\n`)
const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort())

async function serve(): Promise<void> {
  const token = givenToken ?? readFileSync(tokenFile, 'utf8').trim()
  const client = createClient({ url, token, program: 'the WordPress module', retryFor: 60_000 })
  const store = new Store(data)
  const api = createApi({ store, identify: identifyBy(url, moduleName), log })
  api.listen(Number(port), '127.0.0.1')
  await once(api, 'listening')
  const endpoint = givenEndpoint ?? `http://127.0.0.1:${(api.address() as AddressInfo).port}`
  await register(client, endpoint)
  log(`The module "${moduleName}" serves ${endpoint} for ${url}.`)
  await runReconciler({ client, store, log, signal: stopping.signal })
  api.close()
  api.closeAllConnections()
}

/** Returns what went wrong, and what to do. Errors of the SDK have that in their messages. */
function describe(error: unknown): string {
  const { code, path, message = String(error) } = error as { code?: string; path?: string; message?: string }
  if (code === 'ENOENT' && path === tokenFile)
    return `There is no ${tokenFile}: start a control plane with npm start, or set QLEET_SERVER_URL and QLEET_TOKEN.`
  if (code === 'EADDRINUSE') return `Port ${port} is in use: set MODULE_PORT to another one.`
  return message
}

await serve().catch((error: unknown) => {
  process.stderr.write(`Error: ${describe(error)}\n`)
  process.exit(1)
})
