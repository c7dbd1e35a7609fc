import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { stopStaleProcessesIn } from '../../process/children/child-process.ts'
import { defaultSettings, type Log, type Settings } from '../context.ts'
import { objectOf, stringOf, type Json } from '../json.ts'
import { checkAssets, controllerChoices, type ControllerChoice } from './assets.ts'
import { startComponents } from './components.ts'
import { loadCredentials } from './credentials.ts'
import { EnvtestBlocked } from './failure.ts'
import { startKubernetes, type RunningKubernetes } from './kubernetes.ts'

/** The state of a cluster, for whoever uses it. */
export type EnvtestState =
  | { is: 'running'; url: string; kubeconfig: string }
  | { is: 'starting'; message: string }
  /** It is started again by itself. */
  | { is: 'failed'; message: string }
  /** Somebody has to act. */
  | { is: 'blocked'; reason: string; message: string }

export interface EnvtestOptions {
  name: string
  /** The folder of the data of the cluster; created if missing. */
  folder: string
  /** The folder of the programs. */
  assets: string | undefined
  log: Log
  settings?: Partial<Settings>
  /** Milliseconds before the first restart after a failure; doubles with each one up to ten seconds. @default 500 */
  firstBackoff?: number
  /** Milliseconds between checks of the API server. @default 10_000 */
  checkInterval?: number
}

/** What a cluster runs with, as it is stored in its folder. */
interface Description {
  controllers: ControllerChoice
  /** The folder of the programs, for a start without the variable that named it. */
  assets?: string | undefined
}

const file = 'envtest.json'

/** Reports whether a folder has the data of a cluster of real programs. */
export function isEnvtest(folder: string): boolean {
  return existsSync(join(folder, file))
}

/**
 * A cluster of real programs on this machine, which is kept running: its programs are started again whenever one of them exits or
 * hangs. Its data stay in its folder.
 */
export class EnvtestCluster {
  readonly name: string
  readonly #options: Required<Omit<EnvtestOptions, 'assets'>>
  readonly #assets: string | undefined
  #controllers: ControllerChoice
  #state: EnvtestState = { is: 'starting', message: 'The API server is starting.' }
  #isStopping = false
  #wake: () => void = () => {}
  #running: Promise<void>

  constructor(options: EnvtestOptions, controllers?: ControllerChoice) {
    const { name, folder, assets, ...rest } = options
    this.name = name
    this.#options = { firstBackoff: 500, checkInterval: 10_000, settings: {}, name, folder, ...rest }
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const stored = readDescription(folder)
    this.#controllers = controllers ?? stored.controllers
    this.#assets = assets ?? stored.assets
    this.#save()
    this.#running = this.#keepRunning()
  }

  get state(): EnvtestState {
    return this.#state
  }

  /** Changes what reconciles the objects of the cluster, which restarts its programs. */
  use(controllers: ControllerChoice): void {
    if (controllers === this.#controllers) {
      // Somebody may have acted.
      if (this.#state.is === 'blocked') this.#wake()
      return
    }
    this.#controllers = controllers
    this.#save()
    this.#state = { is: 'starting', message: 'The API server is starting with other controllers.' }
    this.#wake()
  }

  /** Stops all programs. */
  async stop(): Promise<void> {
    this.#isStopping = true
    this.#wake()
    await this.#running
  }

  /** Stops all programs and deletes the data. */
  async remove(): Promise<void> {
    await this.stop()
    rmSync(this.#options.folder, { recursive: true, force: true })
  }

  #save(): void {
    const description: Description = { controllers: this.#controllers, assets: this.#assets }
    writeFileSync(join(this.#options.folder, file), JSON.stringify(description), { mode: 0o600 })
  }

  async #keepRunning(): Promise<void> {
    const { folder, log, firstBackoff } = this.#options
    await stopStaleProcessesIn(folder, (message, fields) => log(message, { folder, ...fields }))
    for (let failures = 0; !this.#isStopping;) {
      const run = new AbortController()
      this.#wake = () => run.abort()
      let delay = firstBackoff
      try {
        const why = await this.#runOnce(run.signal)
        failures = 0
        if (why === undefined) continue
        log('a program of a cluster ended', { cluster: this.name, why })
        this.#state = { is: 'failed', message: `${why}, and is started again.` }
      } catch (error) {
        if (run.signal.aborted) continue
        failures += 1
        this.#fail(error)
        delay = Math.min(firstBackoff * 2 ** failures, 10_000)
      }
      await sleep(delay, undefined, { signal: run.signal }).catch(() => undefined)
    }
  }

  #fail(error: unknown): void {
    const { log } = this.#options
    const message = shortened(error instanceof Error ? error.message : String(error))
    const isNew = !('message' in this.#state) || this.#state.message !== message
    if (isNew) log('cannot start a cluster', { cluster: this.name, error: message })
    this.#state =
      error instanceof EnvtestBlocked
        ? { is: 'blocked', reason: error.reason, message }
        : { is: 'failed', message }
  }

  /**
   * Runs the programs until one of them ends. Resolves with the reason, once the others have stopped; with undefined if it was
   * interrupted.
   */
  async #runOnce(signal: AbortSignal): Promise<string | undefined> {
    const { name, folder, checkInterval, log } = this.#options
    const controllers = this.#controllers
    const assets = this.#assets ?? ''
    await checkAssets(assets, controllers)
    const credentials = await loadCredentials(folder)
    const kubernetes = await startKubernetes({
      name,
      folder,
      assets,
      credentials,
      controllers,
      checkInterval,
      signal,
      log,
    })
    try {
      const settings = {
        ...defaultSettings,
        ...this.#options.settings,
        nodeVersion: await versionOf(kubernetes),
      }
      const stopComponents =
        controllers === 'none'
          ? async (): Promise<void> => {}
          : await startComponents({
              name,
              client: kubernetes.client,
              credentials,
              controllers,
              settings,
              log,
            })
      try {
        const { url, kubeconfig } = kubernetes
        if (controllers === this.#controllers) this.#state = { is: 'running', url, kubeconfig }
        return await Promise.race([kubernetes.ended, aborted(signal)])
      } finally {
        await stopComponents()
      }
    } finally {
      await kubernetes.stop()
    }
  }
}

/** Returns the first line of a message, and the last one: that of a log, which says why. */
function shortened(message: string): string {
  const [first = '', ...rest] = message.split('\n')
  const last = rest.at(-1)
  return last === undefined ? first : `${first} ${last.slice(0, 500)}`
}

/** Resolves when a signal is aborted. */
async function aborted(signal: AbortSignal): Promise<undefined> {
  if (!signal.aborted) await once(signal, 'abort')
  return undefined
}

async function versionOf({ client }: RunningKubernetes): Promise<string> {
  return stringOf((await client.request({ method: 'GET', path: '/version' }))['gitVersion'])
}

function readDescription(folder: string): Description {
  const path = join(folder, file)
  const stored = existsSync(path) ? objectOf(JSON.parse(readFileSync(path, 'utf8')) as Json) : {}
  const controllers = controllerChoices.find((each) => each === stored['controllers'])
  const assets = stringOf(stored['assets'])
  return { controllers: controllers ?? 'simulated', assets: assets === '' ? undefined : assets }
}
