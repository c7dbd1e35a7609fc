import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { counted } from '../../../schema/counted.ts'
import type { Job, RunResult } from '../job.ts'
import { prepare, readLockFile, undeclaredVariables, type Prepared } from './configuration.ts'
import { noteCreated } from './created.ts'
import { errorsInText, EventLog } from './events.ts'
import { offerCredentials, type OfferedCredentials } from './role-credentials.ts'
import { isOutOfMemory, isUnavailable, RunError } from './failure.ts'
import { findIsolation, type Isolation } from './isolation.ts'
import { addressesIn, readPlan, readState } from './plan.ts'
import { runProgram, type Ended, type ProgramOptions } from './program.ts'
import type { Reports } from './reports.ts'

/* One run: fetch, init, plan, and unless the plan has to wait, apply. The state is reported whenever it changes. */

const stateFile = 'terraform.tfstate'
const planFile = 'qleetos.tfplan'

/** Milliseconds between two looks at the state file while resources are being changed. */
const stateInterval = 500

/** The commands that fetch providers and modules, and run none of their programs. */
const installing = new Set(['init', 'get'])

/** Runs Terraform for a job to its end, and reports the result. */
export async function runJob(job: Job, reports: Reports): Promise<void> {
  reports.start()
  try {
    await reports.finish(await resultOf(job, reports))
  } finally {
    reports.stop()
  }
}

async function resultOf(job: Job, reports: Reports): Promise<RunResult> {
  const run = new Run(job, reports)
  try {
    return await run.all()
  } catch (error) {
    return { ...run.found, status: 'failed', failure: failureOf(error, run) }
  } finally {
    await run.close()
  }
}

function failureOf(error: unknown, { secrets }: Pick<Run, 'secrets'>): NonNullable<RunResult['failure']> {
  const { reason, blocked } = error instanceof RunError ? error : { reason: 'RunFailed', blocked: false }
  const text = error instanceof Error ? error.message : String(error)
  const shown = secrets
    .filter((secret) => secret.length > 3)
    .reduce((message, secret) => message.replaceAll(secret, '(secret)'), text)
  return { reason, message: shown.slice(0, 2000), blocked }
}

class Run {
  readonly #job: Job
  readonly #reports: Reports
  /** Aborted by the timeout, and when a later run has started. */
  readonly #signal: AbortSignal
  #isolation: Isolation | undefined
  #credentials: OfferedCredentials | undefined
  #found: Partial<RunResult> = {}

  constructor(job: Job, reports: Reports) {
    this.#job = job
    this.#reports = reports
    this.#signal = AbortSignal.any([reports.over, AbortSignal.timeout(job.timeoutMinutes * 60_000)])
  }

  /** What is known so far. */
  get found(): Partial<RunResult> {
    return this.#found
  }

  /** The values that messages must not contain. */
  get secrets(): readonly string[] {
    return [...this.#job.secrets, ...(this.#credentials?.secrets ?? [])]
  }

  async close(): Promise<void> {
    await this.#credentials?.close()
  }

  async all(): Promise<RunResult> {
    const job = this.#job
    this.#isolation = await findIsolation(job)
    if (job.role !== undefined) this.#credentials = await offerCredentials(job.role)
    await this.#reports.progress('Preparing the configuration.', { now: true })
    this.#found = { isolation: this.#isolation.name, program: await this.#version() }
    const prepared = await prepare(job, (folder, args) => this.#program(folder, args))
    this.#found.moduleDigest = prepared.moduleDigest
    const { folder } = prepared
    const state = await this.#reports.state()
    if (state !== undefined) await writeFile(join(folder, stateFile), state, { mode: 0o600 })
    await this.#initialise(prepared)
    await this.#importCreated(folder)
    const plan = await this.#plan(folder)
    this.#found.plan = plan
    if (plan.total === 0) return this.#ended(folder, job.destroys ? 'destroyed' : 'unchanged')
    if (!job.destroys) {
      if (job.plansOnly) return this.#ended(folder, 'drifted')
      const needed = job.approval === 'required' || (job.approval === 'removals' && plan.removals > 0)
      if (needed && plan.digest !== job.approvedPlan) return this.#ended(folder, 'held')
    }
    await this.#apply(folder, plan.total)
    return this.#ended(folder, job.destroys ? 'destroyed' : 'applied')
  }

  async #version(): Promise<string> {
    const { stdout } = await this.#succeeding(this.#job.folder, ['version'], 'TerraformNotUsable')
    return stdout.split('\n')[0]?.trim().slice(0, 100) ?? ''
  }

  async #initialise({ folder }: Prepared): Promise<void> {
    await this.#reports.progress('Installing providers and modules.', { now: true })
    const pinned = this.#job.lockFile === undefined ? [] : ['-lockfile=readonly']
    const { code, stderr } = await this.#program(folder, ['init', '-input=false', '-no-color', ...pinned])
    const lock = await readLockFile(folder)
    if (code === 0) {
      this.#found.lockFile = lock
      return
    }
    // A configuration with other providers than before needs another lock file, which keeps the digests of the same ones.
    const isOutdated = pinned.length > 0 && /lock ?file/i.test(stderr) && !/checksum/i.test(stderr)
    if (!isOutdated) throw this.#failed('InitFailed', stderr)
    const again = await this.#program(folder, ['init', '-input=false', '-no-color'])
    if (again.code !== 0) throw this.#failed('InitFailed', again.stderr)
    this.#found.lockFile = await readLockFile(folder)
  }

  /** Imports what a run that died has created and its last state does not have. */
  async #importCreated(folder: string): Promise<void> {
    const { created = [] } = this.#job
    if (created.length === 0) return
    const { stdout } = await this.#succeeding(folder, ['show', '-json', '-no-color'], 'StateUnreadable')
    const known = addressesIn(stdout)
    const lost: string[] = []
    for (const { address, id } of created.filter((each) => !known.has(each.address))) {
      await this.#reports.progress(`Importing ${address}, which a run that died has created.`, { now: true })
      const args = ['import', '-input=false', '-no-color', '-lock=false', address, id]
      const { code, stderr } = await this.#program(folder, args)
      if (code !== 0) lost.push(`${address} with ID ${id}: ${errorsInText(stderr).slice(0, 300)}`)
    }
    const state = await readFile(join(folder, stateFile), 'utf8').catch(() => '')
    if (isComplete(state)) await this.#reports.record(state)
    if (lost.length > 0) this.#found.lost = lost
  }

  async #plan(folder: string) {
    await this.#reports.progress('Planning.', { now: true })
    const log = new EventLog()
    const destroy = this.#job.destroys ? ['-destroy'] : []
    const args = ['plan', '-input=false', '-json', '-lock=false', `-out=${planFile}`, ...destroy]
    const ended = await this.#program(folder, args, (line) => void log.add(line))
    this.#assertNotStopped()
    const { undeclared } = log
    if (undeclared.length > 0) throw undeclaredVariables(undeclared)
    if (ended.code !== 0) throw this.#failed('PlanFailed', log.errors() ?? ended.stderr)
    const { stdout } = await this.#succeeding(folder, ['show', '-json', planFile], 'PlanFailed')
    return readPlan(stdout, Buffer.from(this.#job.digestKey, 'base64'))
  }

  async #apply(folder: string, total: number): Promise<void> {
    const log = new EventLog()
    const verb = this.#job.destroys ? 'Destroying' : 'Applying'
    await this.#reports.progress(`${verb} ${counted(total, 'change')}.`, { now: true })
    const watching = this.#watchState(folder)
    const ended = await this.#program(
      folder,
      ['apply', '-input=false', '-json', '-lock=false', '-auto-approve', planFile],
      (line) => {
        const created = log.add(line)
        if (created !== undefined) noteCreated(this.#job.folder, created)
        const at = log.current === '' ? '' : ` Now ${log.current}.`
        void this.#reports.progress(`${verb}: ${log.completed} of ${counted(total, 'change')} done.${at}`)
      },
    ).finally(watching.stop)
    await watching.last()
    if (ended.code === 0) return
    const state = await this.#readState(folder)
    Object.assign(this.#found, state)
    this.#assertNotStopped()
    throw this.#failed('ApplyFailed', log.errors() ?? ended.stderr)
  }

  /** Reports the state whenever it changes: Terraform writes it after each resource. */
  #watchState(folder: string): { stop: () => void; last: () => Promise<void> } {
    const report = async (): Promise<void> => {
      const state = await readFile(join(folder, stateFile), 'utf8').catch(() => '')
      // Terraform replaces the content, so that it can be read half-written.
      if (isComplete(state)) await this.#reports.record(state)
    }
    let running: Promise<void> = Promise.resolve()
    let isBusy = false
    const timer = setInterval(() => {
      if (isBusy) return
      isBusy = true
      running = report().finally(() => (isBusy = false))
      running.catch(() => undefined)
    }, stateInterval)
    return {
      stop: () => clearInterval(timer),
      last: async () => {
        await running.catch(() => undefined)
        await report()
      },
    }
  }

  async #ended(folder: string, status: RunResult['status']): Promise<RunResult> {
    return { ...this.#found, ...(await this.#readState(folder)), status }
  }

  async #readState(folder: string): Promise<ReturnType<typeof readState>> {
    const { stdout } = await this.#succeeding(folder, ['show', '-json', '-no-color'], 'StateUnreadable')
    return readState(stdout)
  }

  async #succeeding(folder: string, args: readonly string[], reason: string): Promise<Ended> {
    const ended = await this.#program(folder, args)
    if (ended.code !== 0) throw this.#failed(reason, ended.stderr)
    return ended
  }

  #failed(reason: string, text: string): RunError {
    this.#assertNotStopped()
    const message = errorsInText(text)
    if (isOutOfMemory(message)) {
      const { memoryMegabytes } = this.#job
      return new RunError(
        'OutOfMemory',
        `It needs more than the ${memoryMegabytes} megabytes of memory that the operator of the workers allows each program ` +
          `(QLEET_TERRAFORM_MEMORY_MEGABYTES): ${message.slice(0, 300)}`,
      )
    }
    const isTemporary = isUnavailable(message)
    return new RunError(
      reason,
      message === '' ? `${this.#job.program} has failed without an error.` : message,
      {
        blocked: !isTemporary && reason !== 'ApplyFailed',
      },
    )
  }

  #assertNotStopped(): void {
    if (!this.#signal.aborted) return
    if (this.#reports.over.aborted)
      throw new RunError('Superseded', 'A later run has started.', { blocked: false })
    const message = `It has not ended within ${this.#job.timeoutMinutes} minutes. Raise timeoutMinutes of its definition.`
    throw new RunError('TimedOut', message)
  }

  #program(folder: string, args: readonly string[], onLine?: (line: string) => void): Promise<Ended> {
    const { program, environment, secretVariables, cliConfig } = this.#job
    // Terraform reads these by the types that are declared.
    const variables = Object.entries(secretVariables).map(([name, value]) => [`TF_VAR_${name}`, value])
    // It has credentials of registries, which only the installation of providers and modules needs.
    const isInstalling = installing.has(args[0] ?? '')
    const config = isInstalling ? cliConfig : undefined
    if (this.#isolation === undefined) throw new Error('the isolation has not been determined')
    const options: ProgramOptions = {
      program,
      folder,
      env: {
        PATH: process.env['PATH'] ?? '/usr/local/bin:/usr/bin:/bin',
        HOME: this.#job.folder,
        TMPDIR: this.#job.folder,
        TF_IN_AUTOMATION: '1',
        TF_INPUT: '0',
        CHECKPOINT_DISABLE: '1',
        // A file that does not exist would be an error of its own.
        TF_CLI_CONFIG_FILE: config ?? '/dev/null',
        // Otherwise the provider of AWS acts as the machine of the worker where it is given no credentials.
        AWS_EC2_METADATA_DISABLED: 'true',
        ...(Object.fromEntries(variables) as Record<string, string>),
        ...this.#credentials?.environment,
        ...environment,
      },
      isolation: this.#isolation,
      hidden: cliConfig === undefined || isInstalling ? [] : [cliConfig],
      signal: this.#signal,
    }
    return runProgram(options, args, onLine)
  }
}

function isComplete(state: string): boolean {
  try {
    JSON.parse(state)
    return true
  } catch {
    return false
  }
}
