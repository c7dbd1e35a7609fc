import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createApiServer } from './api/server.ts'
import { bootstrap } from './bootstrap.ts'
import { loadCertificates } from './certificates/certificates.ts'
import { defaultSettings, type ClusterContext, type Log, type Settings } from './context.ts'
import { builtinControllers, startControllers } from './controllers/controllers.ts'
import { serveEstablished } from './controllers/definitions.ts'
import { kubeconfigOf } from './kubeconfig.ts'
import { createRegistry } from './resources/registry.ts'
import { backends, standIns } from './stand-ins/index.ts'
import { openStore } from './storage/store.ts'

export interface SimulatedCluster {
  name: string
  url: string
  /** The kubeconfig of the administrator. */
  kubeconfig: string
  /** Forgets the past states of objects from which no watch starts any more. */
  compact(): void
  stop(): Promise<void>
}

export interface ClusterOptions {
  name: string
  /** The folder of the cluster's data; created if missing. */
  dataDir: string
  /** The port. @default the former one of the cluster, else a free one */
  port?: number
  log?: Log
  settings?: Partial<Settings>
}

/**
 * Milliseconds for which a watch can start from a past revision: the interval at which an API server lets etcd compact its history.
 * https://kubernetes.io/docs/reference/command-line-tools-reference/kube-apiserver/ (`--etcd-compaction-interval`)
 */
const retention = 5 * 60_000

/** Facts that a cluster keeps across restarts. */
interface Identity {
  port: number
  token: string
  /** The key that signs service account tokens, as PEM. */
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
    backends,
  }
  serveEstablished(context)
  const server = createApiServer(context, certificates, { adminToken: identity.token })
  const controllers = startControllers(context, [...builtinControllers, ...standIns])
  await bootstrap(context)
  const port = await server.listen(options.port ?? identity.port)
  saveIdentity(dataDir, { ...identity, port })
  const url = `https://127.0.0.1:${port}`
  return {
    name,
    url,
    kubeconfig: kubeconfigOf({ name, url, token: identity.token, ...certificates }),
    compact: () => context.store.compact(retention),
    async stop() {
      await controllers.stop()
      await server.stop()
      context.store.close()
    },
  }
}

/** Reports whether a cluster was ever started in this folder. */
export function clusterExists(dataDir: string): boolean {
  return existsSync(identityFile(dataDir))
}

/** Removes the data of a stopped cluster. */
export function removeCluster(dataDir: string): void {
  rmSync(dataDir, { recursive: true, force: true })
}

function identityFile(dataDir: string): string {
  return join(dataDir, 'identity.json')
}

function loadIdentity(dataDir: string): Identity {
  const file = identityFile(dataDir)
  // Only saveIdentity writes the file, and only this user can read it.
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Identity
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const tokenKey = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  return { port: 0, token: randomBytes(24).toString('base64url'), tokenKey }
}

function saveIdentity(dataDir: string, identity: Identity): void {
  writeFileSync(identityFile(dataDir), JSON.stringify(identity), { mode: 0o600 })
}
