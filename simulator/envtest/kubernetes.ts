import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Agent, request } from 'undici'
import { startChild, type Child } from '../../process/children/child-process.ts'
import { startOnStablePort } from '../../process/children/stable-port.ts'
import type { Log } from '../context.ts'
import { kubeconfigOf } from '../kubeconfig.ts'
import { apiServerArguments, etcdArguments, managerArguments, schedulerArguments } from './arguments.ts'
import type { ControllerChoice, ProgramName } from './assets.ts'
import { createApiClient, type ApiClient } from './client.ts'
import { readIdentity, type Credentials, type IdentityName } from './credentials.ts'

/* The programs of one cluster: etcd, API server, and the controllers of Kubernetes if they are asked for. */

export interface KubernetesOptions {
  name: string
  /** The folder of the cluster, with its credentials. */
  folder: string
  /** The folder of the programs. */
  assets: string
  credentials: Credentials
  controllers: ControllerChoice
  /** Writes survive a loss of power. @default true */
  isDurable?: boolean
  /** Milliseconds between checks of a running API server, which also limit each of them. @default 10_000 */
  checkInterval?: number
  /** Ends a start that is not complete. */
  signal?: AbortSignal
  log: Log
}

export interface RunningKubernetes {
  url: string
  /** The kubeconfig of the administrator. */
  kubeconfig: string
  client: ApiClient
  etcdUrl: string
  /** The arguments of the API server, without its port. */
  apiServerArguments: readonly string[]
  /** Resolves with the reason when one of the programs exits or no longer responds. */
  ended: Promise<string>
  stop(): Promise<void>
}

/** The number of failed checks in a row after which it counts as hung. */
const maxFailures = 3

/** Starts the programs of a cluster, one after the other. Throws if one does not become ready; then none is left. */
export async function startKubernetes(options: KubernetesOptions): Promise<RunningKubernetes> {
  const { name, folder, credentials, controllers, checkInterval = 10_000 } = options
  const children: { name: ProgramName; child: Child }[] = []
  const closings: (() => void | Promise<void>)[] = []
  const stop = async (): Promise<void> => {
    for (const close of closings.reverse()) await close()
    for (const { child } of children.reverse()) await child.stop()
  }
  const start = async (program: ProgramName, args: readonly string[], probe: () => Promise<void>) => {
    const child = await startProgram(options, { program, args, probe })
    children.push({ name: program, child })
    return child
  }
  try {
    const etcdUrl = await startEtcd(options, start)
    const args = apiServerArguments(credentials, etcdUrl)
    const admin = await readIdentity(credentials, 'admin')
    const { url, client } = await startOnStablePort(
      { file: join(folder, 'api-port'), name: 'kube-apiserver' },
      async (port) => {
        const server = `https://127.0.0.1:${port}`
        const api = createApiClient(server, admin)
        try {
          await start('kube-apiserver', [...args, `--secure-port=${port}`], () => assertFurnished(api))
        } catch (error) {
          await api.close()
          throw error
        }
        return { url: server, client: api }
      },
    )
    closings.push(() => client.close())
    if (controllers === 'kubernetes') await startControllers(options, url, start)
    const hung = watchHealth(createApiClient(url, admin, checkInterval), checkInterval)
    closings.push(hung.stop)
    return {
      url,
      kubeconfig: kubeconfigOf({ name, url, ca: admin.ca, admin }),
      client,
      etcdUrl,
      apiServerArguments: args,
      ended: Promise.race([
        hung.detected,
        ...children.map(({ name: program, child }) => endOf(program, child)),
      ]),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

interface NewProgram {
  program: ProgramName
  args: readonly string[]
  probe: () => Promise<void>
}

type Start = (program: ProgramName, args: readonly string[], probe: () => Promise<void>) => Promise<Child>

async function startProgram(
  { folder, assets, log, signal }: KubernetesOptions,
  { program, args, probe }: NewProgram,
): Promise<Child> {
  return startChild({
    name: program,
    dataDir: folder,
    command: join(assets, program),
    args,
    // Every argument names the folder or the port, so the first one identifies the program.
    ownArgument: args[0] ?? '',
    env: { PATH: process.env['PATH'], HOME: folder },
    probe,
    readyWithinMs: 120_000,
    graceMs: 10_000,
    ...(signal === undefined ? {} : { signal }),
    log: (message, fields) => log(message, { ...fields, folder }),
  })
}

/** Starts etcd. Resolves with its URL. */
async function startEtcd(
  { folder, credentials, isDurable = true }: KubernetesOptions,
  start: Start,
): Promise<string> {
  const { ca, certificate, key } = await readIdentity(credentials, 'apiserver')
  const dataFolder = join(folder, 'etcd')
  const choice = { file: join(folder, 'etcd-port'), name: 'etcd' }
  return startOnStablePort(choice, async (port) => {
    const dispatcher = new Agent({ connect: { ca, cert: certificate, key } })
    const url = `https://127.0.0.1:${port}`
    try {
      await start('etcd', etcdArguments({ dataFolder, credentials, port, isDurable }), async () => {
        const { statusCode, body } = await request(`${url}/health`, { dispatcher })
        const text = await body.text()
        if (statusCode !== 200) throw new Error(text)
      })
      return url
    } finally {
      await dispatcher.destroy()
    }
  })
}

async function startControllers(options: KubernetesOptions, url: string, start: Start): Promise<void> {
  const { folder, credentials } = options
  const kubeconfigFor = async (name: IdentityName): Promise<string> => {
    const identity = await readIdentity(credentials, name)
    const file = join(folder, 'pki', `${name}.kubeconfig`)
    await writeFile(file, kubeconfigOf({ name: options.name, url, ca: identity.ca, admin: identity }), {
      mode: 0o600,
    })
    return file
  }
  const atOnce = async (): Promise<void> => undefined
  const kubeconfig = await kubeconfigFor('manager')
  await start('kube-controller-manager', managerArguments({ kubeconfig, folder, credentials }), atOnce)
  await start('kube-scheduler', schedulerArguments(await kubeconfigFor('scheduler')), atOnce)
}

/** Throws until the API server has the roles and namespaces that it creates when it starts. */
async function assertFurnished(client: ApiClient): Promise<void> {
  for (const path of [
    '/apis/rbac.authorization.k8s.io/v1/clusterroles/cluster-admin',
    '/api/v1/namespaces/default',
    '/api/v1/namespaces/kube-system',
  ])
    await client.request({ method: 'GET', path })
}

/** Resolves with the reason when a program exits, with the end of its log. */
async function endOf(program: ProgramName, { exited }: Child): Promise<string> {
  const { code, signal } = await exited
  return `${program} exited with ${signal ?? `code ${code}`}`
}

/** Checks an API server until it is stopped. */
function watchHealth(
  client: ApiClient,
  interval: number,
): { detected: Promise<string>; stop: () => Promise<void> } {
  let failures = 0
  let timer: NodeJS.Timeout | undefined
  const detected = new Promise<string>((resolve) => {
    const check = async (): Promise<void> => {
      try {
        await client.request({ method: 'GET', path: '/api/v1/namespaces/kube-system' })
        failures = 0
      } catch (error) {
        failures += 1
        const why = error instanceof Error ? error.message : String(error)
        if (failures >= maxFailures) resolve(`kube-apiserver does not respond: ${why}`)
      }
    }
    timer = setInterval(() => void check(), interval)
  })
  return {
    detected,
    stop: () => {
      clearInterval(timer)
      return client.close()
    },
  }
}
