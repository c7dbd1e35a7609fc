import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { maxListed, type Plan, type PlannedChange, type StateResource } from '../job.ts'

/* The JSON of plans and states: https://developer.hashicorp.com/terraform/internals/json-format */

const Change = z.object({
  actions: z.array(z.string()),
  before: z.unknown().optional(),
  after: z.unknown().optional(),
  after_unknown: z.unknown().optional(),
})

const ResourceChange = z.object({
  address: z.string(),
  mode: z.string().default('managed'),
  previous_address: z.string().optional(),
  deposed: z.string().optional(),
  action_reason: z.string().optional(),
  change: Change,
})

const PlanJson = z.object({
  resource_changes: z.array(ResourceChange).default([]),
  output_changes: z.record(z.string(), Change).default({}),
})

/**
 * Summarises a plan as `terraform show -json` prints it.
 *
 * @param digestKey The key of its digest, without which values could be guessed from it.
 */
export function readPlan(json: string, digestKey: Buffer): Plan {
  const { resource_changes: resources, output_changes: outputs } = PlanJson.parse(JSON.parse(json))
  const changing = resources.filter(({ mode, change, previous_address: moved }) => {
    return mode === 'managed' && (isChange(change.actions) || moved !== undefined)
  })
  const changedOutputs = Object.entries(outputs).filter(([, { actions }]) => isChange(actions))
  const all = [
    ...changing.map(({ address, change, deposed, previous_address: from }): PlannedChange => {
      const { actions } = change
      const old = deposed === undefined ? '' : ` (deposed ${deposed})`
      const moved = from === undefined ? '' : `, moved from ${from}`
      return {
        address,
        text: `${actionText(actions)} ${address}${old}${moved}`,
        removes: actions.includes('delete') || actions.includes('forget'),
      }
    }),
    ...changedOutputs.map(([name, { actions }]): PlannedChange => {
      return { address: `output.${name}`, text: `${actionText(actions)} output ${name}`, removes: false }
    }),
  ]
  // Removals are what users have to see.
  const ordered = [...all.filter(({ removes }) => removes), ...all.filter(({ removes }) => !removes)]
  return {
    digest: createHmac('sha256', digestKey)
      .update(JSON.stringify([changing, changedOutputs]))
      .digest('hex')
      .slice(0, 32),
    changes: ordered.slice(0, maxListed),
    total: all.length,
    removals: all.filter(({ removes }) => removes).length,
  }
}

function isChange(actions: readonly string[]): boolean {
  return actions.some((action) => action !== 'no-op' && action !== 'read')
}

function actionText(actions: readonly string[]): string {
  const removes = actions.includes('delete')
  if (removes && actions.includes('create')) return 'replace'
  if (removes) return 'delete'
  return actions.find((action) => action !== 'no-op') ?? 'move'
}

interface ModuleJson {
  resources: { address: string; mode: string; type: string; values: Record<string, unknown> }[]
  child_modules: ModuleJson[]
}

const ModuleJson: z.ZodType<ModuleJson> = z.lazy(() =>
  z.object({
    resources: z
      .array(
        z.object({
          address: z.string(),
          mode: z.string(),
          type: z.string(),
          values: z.record(z.string(), z.unknown()).default({}),
        }),
      )
      .default([]),
    child_modules: z.array(ModuleJson).default([]),
  }),
)

const StateJson = z.object({
  values: z
    .object({
      outputs: z
        .record(
          z.string(),
          z.object({ sensitive: z.boolean().default(false), value: z.unknown().optional() }),
        )
        .default({}),
      root_module: ModuleJson,
    })
    .optional(),
})

export interface ReadState {
  outputs: Record<string, { value?: unknown; sensitive: boolean }>
  resources: StateResource[]
  resourceCount: number
}

/** Reads the outputs and the resources of a state as `terraform show -json` prints it. */
export function readState(json: string): ReadState {
  const { values } = StateJson.parse(JSON.parse(json))
  const resources = values === undefined ? [] : resourcesIn(values.root_module)
  return {
    outputs: values?.outputs ?? {},
    resources: resources.slice(0, maxListed),
    resourceCount: resources.length,
  }
}

/** Returns the addresses of all managed resources in a state as `terraform show -json` prints it. */
export function addressesIn(json: string): ReadonlySet<string> {
  const { values } = StateJson.parse(JSON.parse(json))
  return new Set(values === undefined ? [] : resourcesIn(values.root_module).map(({ address }) => address))
}

function resourcesIn({ resources, child_modules: children }: ModuleJson): StateResource[] {
  const own = resources
    .filter(({ mode }) => mode === 'managed')
    .map(({ address, type, values }) => ({ address, type, id: idIn(values) }))
  return [...own, ...children.flatMap(resourcesIn)]
}

/** Returns the id of a resource, which nearly all have. */
function idIn({ id, arn, name }: Record<string, unknown>): string {
  return [id, arn, name].find((each): each is string => typeof each === 'string') ?? ''
}
