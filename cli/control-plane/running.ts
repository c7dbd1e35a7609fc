import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient, type Client } from '../../client-sdk/index.ts'
import { isPlatformError } from '../../schema/errors.ts'
import { defaultProject } from '../../schema/names.ts'
import { kindByNoun, formatTarget, type Target } from '../kind-names.ts'
import { issueKubeconfig } from '../settings/kubeconfig.ts'
import { replaceFile } from '../settings/replace-file.ts'
import type { Io } from '../terminal/io.ts'
import type { TaskList } from '../terminal/task-list.ts'
import { messageOf, phaseOf } from '../objects/record.ts'
import { waitFor } from '../waiting/wait-for.ts'
import { loginLink } from './console.ts'
import { ensureDefaultRuntime, type FirstRuntimeProvider } from './first-runtime.ts'
import type { ControlPlaneInfo } from './location.ts'
import { deploySample } from './sample.ts'

/** A running control plane and what was set up in it. */
export interface RunningControlPlane {
  info: ControlPlaneInfo
  /** Path of the kubeconfig of the default runtime, if there is one. */
  kubeconfig?: string
  /** True if the sample application is deployed. */
  sample: boolean
}

interface SetUp {
  io: Io
  tasks: TaskList
  info: ControlPlaneInfo
  sample: boolean
  /** Sets up nothing. */
  empty: boolean
  /** The provider of the first runtime. @default that of an existing one, else simulated */
  provider: FirstRuntimeProvider | undefined
  /** Deadline on the clock of `performance.now()`. */
  deadline: number
}

type Waiting = Pick<SetUp, 'io' | 'tasks' | 'deadline'> & { client: Client }

/** Sets up a control plane for use: a default runtime, its kubeconfig and, if requested, the sample application. */
export async function setUp({
  io,
  tasks,
  info,
  sample,
  empty,
  provider,
  deadline,
}: SetUp): Promise<RunningControlPlane> {
  if (empty) return { info, sample: false }
  const client = await localClient(info)
  const wait = { client, io, tasks, deadline }
  const name = await ensureDefaultRuntime(client, provider)
  const runtime = { kind: kindByNoun('runtime'), name, project: defaultProject }
  await waitAsTask(wait, `Runtime ${name}`, [runtime])
  const [kubeconfig] = await Promise.all([
    saveKubeconfig(client, name, { dataDir: info.dataDir, deadline }),
    sample && setUpSample(wait),
  ])
  return { info, kubeconfig, sample }
}

async function setUpSample(wait: Waiting): Promise<void> {
  const title = 'Sample application'
  wait.tasks.set(title, { title, state: 'running' })
  await waitAsTask(wait, title, await deploySample(wait.client, wait.io))
}

/** Returns a client of a control plane on this machine. */
export async function localClient({ serverUrl: url, tokenFile }: ControlPlaneInfo): Promise<Client> {
  const token = (await readFile(tokenFile, 'utf8')).trim()
  return createClient({ url, token, retryFor: 10_000 })
}

/** Returns a link that logs in to the console of a control plane on this machine, once. */
export async function localLoginLink(info: ControlPlaneInfo): Promise<string> {
  return loginLink(await localClient(info), info.serverUrl)
}

/** Lifetime of the kubeconfig in seconds. A year is acceptable, since the data directory holds all other keys too. */
const kubeconfigLifetime = 365 * 86_400

async function saveKubeconfig(
  client: Client,
  name: string,
  { dataDir, deadline }: { dataDir: string; deadline: number },
): Promise<string> {
  const path = join(dataDir, 'kubeconfig')
  for (;;) {
    try {
      const { kubeconfig } = await issueKubeconfig(client, {
        name,
        project: defaultProject,
        seconds: kubeconfigLifetime,
      })
      await replaceFile(path, kubeconfig)
      return path
    } catch (error) {
      // A cluster that was ready when the control plane stopped may need some seconds to start again.
      const isLate = performance.now() > deadline
      if (isLate || !isPlatformError(error) || error.code !== 'UNAVAILABLE') throw error
      await sleep(500)
    }
  }
}

/** Waits for several objects as one task, whose detail is the unready object that changed last. */
async function waitAsTask(
  { client, io, tasks, deadline }: Waiting,
  title: string,
  targets: readonly Target[],
): Promise<void> {
  tasks.set(title, { title, state: 'running' })
  try {
    await waitFor(targets, {
      client,
      goal: 'ready',
      timeout: Math.max(0, deadline - performance.now()),
      signal: io.signal,
      onChange: (target, object) => {
        if (object !== undefined && phaseOf(object) !== 'Ready') {
          const name = targets.length === 1 ? '' : `${formatTarget(target)}: `
          tasks.set(title, {
            title,
            state: 'running',
            detail: `${name}${messageOf(object) || phaseOf(object)}`,
          })
        }
      },
    })
    tasks.set(title, { title, state: 'done' })
  } catch (error) {
    tasks.set(title, { title, state: 'failed' })
    throw error
  }
}

/** Returns how to call qleetctl from the shell: npm scripts do not add it to the PATH of the user. */
export function programName({ env }: Io): string {
  return env['npm_lifecycle_event'] === undefined && env['npm_command'] === undefined
    ? 'qleetctl'
    : 'npx qleetctl'
}
