import {
  StartTerraformRunDocument,
  RecordTerraformStateDocument,
} from '../../../workers/generated/documents.ts'
import type { Client } from '../../../workers/api-client.ts'
import type { Job, PlannedChange, RunResult } from '../../../workers/terraform/job.ts'
import { packed } from '../../../schema/packed-text.ts'
import { Reports } from '../../../workers/terraform/run/reports.ts'
import type { NewRun, Starter, TerraformRunner } from '../../../workers/terraform/runner.ts'
import type { Process, World } from '../world/world.ts'

/*
 * A model of runs of Terraform: processes of their own, with the reports of real ones. They change the resources of an account one
 * after the other, write their state to a disk after each, and may die at any point.
 */

export interface SimulatedTerraform {
  runner(start: (work: () => void) => void): TerraformRunner
  /** Returns all resources as `id of the object/address`. */
  resources(): string[]
  /** The processes of runs that are alive. */
  readonly running: Process[]
}

/** The resources in the state of an object: their inputs by address. */
type State = Record<string, string>

export interface TerraformOptions {
  world: World
  /** Reports whether providers are unreliable. */
  isTroubled: () => boolean
  /** Called when the model has seen what must not happen. */
  broken: (problem: string) => void
}

export function createSimulatedTerraform({
  world,
  isTroubled,
  broken,
}: TerraformOptions): SimulatedTerraform {
  const random = world.random.fork()
  const accounts = new Map<string, State>()
  /** The state file of each run, which outlives its process. */
  const disk = new Map<string, string>()
  const running: Process[] = []
  /** The runs that are changing resources, with their objects. */
  const changing = new Map<Process, string>()
  let started = 0

  const perform = async (job: Job, reports: Reports, process: Process): Promise<RunResult> => {
    const { id } = job.object
    const state = JSON.parse((await reports.state()) ?? '{}') as State
    const account = accounts.get(id) ?? {}
    accounts.set(id, account)
    await world.wait(random.next() * 4000, '')
    const desired = job.destroys ? {} : desiredBy(job)
    const changes = changesBetween(state, desired)
    const result = (status: RunResult['status']): RunResult => ({
      status,
      plan: { digest: JSON.stringify([state, desired]), changes, total: changes.length, removals: 0 },
      outputs: {},
      resources: Object.keys(state).map((address) => ({ address, type: 'terraform_data', id: address })),
      resourceCount: Object.keys(state).length,
    })
    if (isTroubled() && random.chance(0.3))
      return { status: 'failed', failure: { reason: 'PlanFailed', message: 'A fault.', blocked: false } }
    if (changes.length === 0) return result(job.destroys ? 'destroyed' : 'unchanged')
    if (job.plansOnly) return result('drifted')
    for (const { address } of changes) {
      await world.wait(random.next() * 3000, '')
      if (reports.over.aborted) throw new Error('a later run has started')
      changing.set(process, id)
      const others = [...changing].filter(([each, of]) => each !== process && each.alive && of === id)
      if (others.length > 0) broken(`two runs change ${job.object.kind} ${id} at the same time`)
      const value = desired[address]
      if (value === undefined) {
        delete state[address]
        delete account[address]
      } else {
        state[address] = value
        account[address] = value
      }
      disk.set(job.run, JSON.stringify(state))
      await reports.record(JSON.stringify(state))
    }
    return result(job.destroys ? 'destroyed' : 'applied')
  }

  const live = async (job: Job, client: Client, process: Process): Promise<void> => {
    const reports = new Reports(client, job)
    reports.start()
    try {
      const result = await perform(job, reports, process).finally(() => changing.delete(process))
      await reports.finish(result)
    } catch (error) {
      world.trace.add(process.name, `ends without a result: ${String(error)}`)
    } finally {
      reports.stop()
      running.splice(running.indexOf(process), 1)
    }
  }

  const begin = async (
    outside: (work: () => void) => void,
    run: NewRun,
    { client, epoch, inputs, lost }: Starter,
  ): ReturnType<TerraformRunner['start']> => {
    const { id } = run.object
    const last = lost === undefined ? undefined : disk.get(lost)
    if (lost !== undefined && last !== undefined)
      await client.execute(RecordTerraformStateDocument, { id, run: lost, state: packed(last) })
    const { result } = await client.execute(StartTerraformRunDocument, { id, epoch, run: run.run, inputs })
    if (!result) return 'running'
    const process = world.process(`terraform-${(started += 1)} of ${id}`)
    running.push(process)
    const own = { server: { url: '', token: '' }, folder: '', program: '', memoryMegabytes: 4096, hidden: [] }
    const job: Job = { ...run, ...own }
    outside(() => world.within(process, () => void live(job, client, process)))
    return 'started'
  }

  return {
    get running() {
      return running.filter(({ alive }) => alive)
    },
    runner: (outside) => ({ start: (run, starter) => begin(outside, run, starter) }),
    resources: () =>
      [...accounts].flatMap(([id, account]) => Object.keys(account).map((address) => `${id}/${address}`)),
  }
}

/** Returns the resources of the configurations in the examples. */
function desiredBy({ configuration = '', variables }: Pick<Job, 'configuration' | 'variables'>): State {
  const input = String(variables['name'] ?? 'shop')
  const count = Number(/count = (\d+)/.exec(configuration)?.[1] ?? 1)
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`terraform_data.shop[${index}]`, input]),
  )
}

function changesBetween(before: State, after: State): PlannedChange[] {
  const addresses = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort((one, other) =>
    one < other ? -1 : 1,
  )
  return addresses
    .filter((address) => before[address] !== after[address])
    .map((address) => ({ address, text: `change ${address}`, removes: after[address] === undefined }))
}
