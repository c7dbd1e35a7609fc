import { execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { closeSync, openSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { isProgramMissing } from '../program-failure.ts'
import { readableName } from '../resources/unique-name.ts'
import { ProviderBlocked, type InProgress, type ProviderSettings, type RuntimeProvider } from './provider.ts'

/** Provides clusters in containers on the machine of the worker: https://kind.sigs.k8s.io */
export const kind: RuntimeProvider = {
  isTrusted: true,
  ensure: async ({ object, assertHeld, signal }, settings) => {
    const run = kindOf(settings, signal)
    const name = clusterName(object)
    const creation = await creationOf(name)
    if (creation.isRunning) return creating
    const clusters = (await run('get', 'clusters')).split('\n')
    if (clusters.includes(name)) {
      await removeCreation(name)
      return { kubeconfig: await run('get', 'kubeconfig', '--name', name) }
    }
    assertHeld()
    if (creation.failure !== undefined) {
      await removeCreation(name)
      throw blocked(creation.failure)
    }
    await startCreation(settings, name)
    return creating
  },
  remove: async ({ object, assertHeld, signal }, settings) => {
    const name = clusterName(object)
    const run = kindOf(settings, signal)
    if ((await creationOf(name)).isRunning)
      return { reason: 'Creating', message: 'Waiting until kind has finished creating the cluster.' }
    assertHeld()
    await run('delete', 'cluster', '--name', name, '--kubeconfig', pathOf(name, 'kubeconfig'))
    await removeCreation(name)
    return 'gone'
  },
}

const creating: InProgress = { reason: 'Creating', message: 'kind is creating the cluster.' }

/**
 * Returns a name that is stable between reconciles and unique among all runtimes of all control planes on the machine.
 * It is short because container names are derived from it.
 */
export function clusterName({
  name,
  id,
  createdAt,
}: {
  name: string
  id: string
  createdAt: string
}): string {
  const readable = readableName(name, 24)
  const own = createHash('sha256').update(`${id} ${createdAt}`).digest('hex').slice(0, 8)
  return ['qleet', readable, own].filter((part) => part !== '').join('-')
}

function kindOf({ kindProgram = 'kind' }: ProviderSettings, signal: AbortSignal) {
  return async (...args: string[]): Promise<string> => {
    try {
      const { stdout } = await promisify(execFile)(kindProgram, args, {
        signal,
        timeout: 45_000,
        maxBuffer: 4_000_000,
      })
      return stdout
    } catch (error) {
      signal.throwIfAborted()
      if (isProgramMissing(error)) throw notInstalled()
      const { stderr } = error as { stderr?: string }
      throw blocked(stderr ?? String(error))
    }
  }
}

function notInstalled(): ProviderBlocked {
  return new ProviderBlocked(
    'KindNotInstalled',
    'The worker finds no executable program "kind". Install it on the machine of the worker ' +
      '(https://kind.sigs.k8s.io/docs/user/quick-start/#installation), or use a runtime of provider simulated or kubeconfig.',
  )
}

/** Converts the output of a failed kind command to an error that says what is missing. */
function blocked(output: string): ProviderBlocked {
  if (/docker daemon|docker.sock|executable file not found|failed to get docker info|podman/i.test(output)) {
    return new ProviderBlocked(
      'NoContainerEngine',
      'kind needs Docker or Podman, and neither is running on the machine of the worker. Start one and check that the ' +
        'user of the worker has access (docker info), or use a runtime of provider simulated or kubeconfig.',
    )
  }
  const lines = output.split('\n').map((line) => line.trim())
  const line =
    lines.find((line) => line.startsWith('ERROR:')) ??
    lines.find((line) => line !== '') ??
    'it printed no error'
  return new ProviderBlocked('KindFailed', `kind failed: ${line.replace(/^ERROR: /, '').slice(0, 500)}`)
}

/*
 * A creation takes minutes, longer than a reconcile and perhaps longer than the worker runs, so it is a detached
 * process. Its process id and its output are in files, where the next reconcile finds them.
 */

interface Creation {
  isRunning: boolean
  /** The output of a failed creation. */
  failure?: string
}

const folder = join(tmpdir(), `qleet-kind-${userInfo().uid}`)

function pathOf(name: string, what: 'pid' | 'log' | 'kubeconfig'): string {
  return join(folder, `${name}.${what}`)
}

async function creationOf(name: string): Promise<Creation> {
  const pid = Number(await readFile(pathOf(name, 'pid'), 'utf8').catch(() => ''))
  if (pid === 0) return { isRunning: false }
  try {
    process.kill(pid, 0)
    return { isRunning: true }
  } catch {
    return { isRunning: false, failure: await readFile(pathOf(name, 'log'), 'utf8').catch(() => '') }
  }
}

async function startCreation({ kindProgram = 'kind' }: ProviderSettings, name: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const log = openSync(pathOf(name, 'log'), 'w', 0o600)
  // With a separate kubeconfig, so that kind does not modify that of the user who runs the worker.
  const args = ['create', 'cluster', '--name', name, '--kubeconfig', pathOf(name, 'kubeconfig')]
  const child = spawn(kindProgram, args, { detached: true, stdio: ['ignore', log, log] })
  closeSync(log)
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve)
    child.once('error', () => reject(notInstalled()))
  })
  child.unref()
  await writeFile(pathOf(name, 'pid'), String(child.pid), { mode: 0o600 })
}

async function removeCreation(name: string): Promise<void> {
  await Promise.all(
    (['pid', 'log', 'kubeconfig'] as const).map((what) => rm(pathOf(name, what), { force: true })),
  )
}
