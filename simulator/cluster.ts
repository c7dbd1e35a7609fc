import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createApiServer } from './api/server.ts'
import { bootstrap } from './bootstrap.ts'
import { loadCertificates } from './certificates/certificates.ts'
import { defaultSettings, type ClusterContext, type Log, type Settings } from './context.ts'
import { startControllers } from './controllers/controllers.ts'
import { serveEstablished } from './controllers/definitions.ts'
import { kubeconfigOf } from './kubeconfig.ts'
import { createRegistry } from './resources/registry.ts'
import { openStore } from './storage/store.ts'

export interface SimulatedCluster {
  name: string
  url: string
  /** The text of a kubeconfig for the administrator. */
  kubeconfig: string
  stop(): Promise<void>
}

export interface ClusterOptions {
  name: string
  /** Folder of the cluster's data; made when missing. */
  dataDir: string
  /** @default the one it had before, else a free one */
  port?: number
  log?: Log
  settings?: Partial<Settings>
}

/** The facts that a cluster keeps over a restart. */
interface Identity {
  port: number
  token: string
  /** PEM of the key service account tokens are signed with. */
  tokenKey: string
}

export async function startCluster(options: ClusterOptions): Promise<SimulatedCluster> {
  const { name, dataDir } = options
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const certificates = await loadCertificates(dataDir)
  const identity = loadIdentity(dataDir)
  const settings = { ...defaultSettings, ...options.settings }
  const context: ClusterContext = {
    name,
    store: openStore({ file: join(dataDir, 'objects.sqlite'), history: settings.watchHistory }),
    registry: createRegistry(),
    log: options.log ?? (() => {}),
    settings,
    ca: certificates.ca,
    now: () => new Date(),
    tokenKey: identity.tokenKey,
    issuer: 'https://kubernetes.default.svc.cluster.local',
  }
  serveEstablished(context)
  const server = createApiServer(context, certificates, { adminToken: identity.token })
  const controllers = startControllers(context)
  await bootstrap(context)
  const port = await server.listen(options.port ?? identity.port)
  saveIdentity(dataDir, { ...identity, port })
  const url = `https://127.0.0.1:${port}`
  return {
    name,
    url,
    kubeconfig: kubeconfigOf({ name, url, token: identity.token, certificates }),
    async stop() {
      await controllers.stop()
      await server.stop()
      context.store.close()
    },
  }
}

/** True when a cluster was ever started in this folder. */
export function clusterExists(dataDir: string): boolean {
  return existsSync(identityFile(dataDir))
}

/** Removes a stopped cluster's data. */
export function removeCluster(dataDir: string): void {
  rmSync(dataDir, { recursive: true, force: true })
}

function identityFile(dataDir: string): string {
  return join(dataDir, 'identity.json')
}

function loadIdentity(dataDir: string): Identity {
  const file = identityFile(dataDir)
  // Written by saveIdentity only, readable by this user only.
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Identity
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const tokenKey = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  return { port: 0, token: randomBytes(24).toString('base64url'), tokenKey }
}

function saveIdentity(dataDir: string, identity: Identity): void {
  writeFileSync(identityFile(dataDir), JSON.stringify(identity), { mode: 0o600 })
}
