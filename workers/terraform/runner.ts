import { spawn } from 'node:child_process'
import { mkdir, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Client } from '../api-client.ts'
import type { AwsSettings } from '../aws/clients.ts'
import { RecordTerraformStateDocument, StartTerraformRunDocument } from '../generated/documents.ts'
import { programFile } from '../../process/installation.ts'
import { defined } from '../../schema/defined.ts'
import { packed } from '../../schema/packed-text.ts'
import type { Job } from './job.ts'
import { readCreated, type Created } from './run/created.ts'

/** What a reconcile decides about a run. The runner adds what belongs to its machine. */
export type NewRun = Omit<
  Job,
  'server' | 'folder' | 'program' | 'cliConfig' | 'memoryMegabytes' | 'hidden' | 'created'
>

/** The reconcile that starts a run. */
export interface Starter {
  client: Client
  epoch: number
  /** The digest of what the run is started with. */
  inputs: string
  /** The id of the run before, which has ended without a result. */
  lost?: string | undefined
}

/** Starts runs of Terraform, which continue without their worker. */
export interface TerraformRunner {
  /**
   * Starts a run. Resolves with `busy` when the machine has as many runs as its operator allows, and with `running` when another
   * run of the object is alive.
   */
  start(run: NewRun, starter: Starter): Promise<'started' | 'busy' | 'running'>
}

export interface TerraformSettings {
  server: { url: string; token: string }
  /** The name or path of the program. */
  program: string
  /** The path of the CLI configuration of the operator. */
  cliConfig?: string | undefined
  /** The folder of the folders of runs. */
  folder: string
  /** The maximum number of runs on the machine at the same time. */
  maxRuns: number
  /** The memory that each program of a run may use, in megabytes. */
  memoryMegabytes: number
  /** Files and folders that programs of a run must not see. */
  hidden: readonly string[]
  /** How workers reach AWS. */
  aws: AwsSettings
}

const pidFile = 'pid'

/** Creates a runner whose runs are processes on this machine. */
export function createTerraformRunner(settings: TerraformSettings): TerraformRunner {
  const { folder: root, maxRuns, server, program, cliConfig, memoryMegabytes } = settings
  const { identity, endpoint } = settings.aws
  const hidden = [...settings.hidden, ...(typeof identity === 'object' ? [identity.tokenFile] : [])]
  return {
    start: async (run, { client, epoch, inputs, lost }) => {
      await mkdir(root, { recursive: true, mode: 0o700 })
      if ((await livingRuns(root)) >= maxRuns) return 'busy'
      await removeOldRuns(root)
      const created =
        lost === undefined
          ? []
          : await recoverState(join(root, lost), { client, id: run.object.id, run: lost })
      const { result } = await client.execute(StartTerraformRunDocument, {
        id: run.object.id,
        epoch,
        run: run.run,
        inputs,
      })
      if (!result) return 'running'
      const folder = join(root, run.run)
      await mkdir(folder, { mode: 0o700 })
      const environment = {
        ...(endpoint === undefined ? {} : { AWS_ENDPOINT_URL: endpoint }),
        ...run.environment,
      }
      const own = { server, folder, program, memoryMegabytes, hidden, created, ...defined({ cliConfig }) }
      const role = run.role && { ...run.role, ...defined({ identity, endpoint }) }
      const job: Job = { ...run, environment, ...own, ...defined({ role }) }
      await launch(job, identity === 'environment')
      return 'started'
    },
  }
}

/**
 * Starts the process of a run, which belongs to no process group and no pipe of the worker.
 *
 * @param actsAsWorker Passes on by what the AWS SDK identifies the worker. The programs of the run do not get it.
 */
async function launch(job: Job, actsAsWorker: boolean): Promise<void> {
  const { NODE_COMPILE_CACHE, PATH, HOME, NODE_EXTRA_CA_CERTS } = process.env
  await using errors = await open(join(job.folder, 'log'), 'a', 0o600)
  const child = spawn(process.execPath, [programFile('workers/terraform/run/main.ts')], {
    cwd: job.folder,
    detached: true,
    stdio: ['pipe', errors.fd, errors.fd],
    env: defined({
      ...(actsAsWorker ? ofAws(process.env) : {}),
      NODE_COMPILE_CACHE,
      PATH,
      HOME,
      NODE_EXTRA_CA_CERTS,
    }),
  })
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    child.stdin?.once('error', reject)
    child.stdin?.end(JSON.stringify(job), () => resolve())
  })
  if (child.pid !== undefined) await writeFile(join(job.folder, pidFile), String(child.pid))
  child.unref()
}

function ofAws(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => name.startsWith('AWS_')))
}

/** Returns the number of runs that are alive on this machine. */
async function livingRuns(root: string): Promise<number> {
  const alive = await Promise.all((await readdir(root)).map((name) => isAlive(join(root, name))))
  return alive.filter(Boolean).length
}

async function isAlive(folder: string): Promise<boolean> {
  const pid = Number(await readFile(join(folder, pidFile), 'utf8').catch(() => '0'))
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Milliseconds for which the folder of a run that could not report its state is kept. */
const keptFor = 30 * 24 * 3_600_000

async function removeOldRuns(root: string): Promise<void> {
  for (const name of await readdir(root)) {
    const folder = join(root, name)
    const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: Date.now() }))
    if (Date.now() - mtimeMs > keptFor && !(await isAlive(folder)))
      await rm(folder, { recursive: true, force: true })
  }
}

/** Stores the last state of a run that has died on this machine, and removes its folder. Resolves with what it has created. */
async function recoverState(
  folder: string,
  { client, id, run }: { client: Client; id: string; run: string },
): Promise<Created[]> {
  if (await isAlive(folder)) return []
  const found = (await readdir(folder, { recursive: true }).catch(() => [])).find(
    (path) => path.endsWith('terraform.tfstate') && !path.includes('.terraform/'),
  )
  const state = found === undefined ? '' : await readFile(join(folder, found), 'utf8')
  // It may have died while it was writing.
  if (state.trimEnd().endsWith('}'))
    await client.execute(RecordTerraformStateDocument, { id, run, state: packed(state) })
  const created = await readCreated(folder)
  await rm(folder, { recursive: true, force: true })
  return created
}
