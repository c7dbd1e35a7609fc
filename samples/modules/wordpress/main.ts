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
  QLEET_TOKEN: token = readFileSync('.qleet/admin-token', 'utf8').trim(),
  MODULE_PORT: port = '7300',
  MODULE_DATA: data = '.qleet/wordpress-module.json',
  MODULE_ENDPOINT: given,
} = process.env

const log = (message: string): void => void process.stdout.write(`${message}\n`)
const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort())

const client = createClient({ url, token, program: 'the WordPress module', retryFor: 60_000 })
const store = new Store(data)
const api = createApi({ store, identify: identifyBy(url, moduleName), log })
api.listen(Number(port), '127.0.0.1')
await once(api, 'listening')
const endpoint = given ?? `http://127.0.0.1:${(api.address() as AddressInfo).port}`
await register(client, endpoint)
log(`The module "${moduleName}" serves ${endpoint} for ${url}.`)

await runReconciler({ client, store, log, signal: stopping.signal })
api.close()
api.closeAllConnections()
