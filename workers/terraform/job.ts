import { z } from 'zod'
import { Created } from './run/created.ts'
import { terraformApprovals } from '../../schema/terraform.ts'

/* What a reconcile and a run of Terraform pass to each other. Both are JSON: the run is a process of its own. */

/** What a run needs to know. It is passed by standard input, so that it appears on no disk and in no list of processes. */
export const Job = z.strictObject({
  run: z.string(),
  object: z.strictObject({ id: z.string(), kind: z.string(), name: z.string(), project: z.string() }),
  server: z.strictObject({ url: z.string(), token: z.string() }),
  /** The folder of the run. */
  folder: z.string(),
  /** The name or path of the program. */
  program: z.string(),
  /** The path of the CLI configuration of the operator. */
  cliConfig: z.string().optional(),
  configuration: z.string().optional(),
  module: z
    .strictObject({ source: z.string(), version: z.string().optional(), digest: z.string().optional() })
    .optional(),
  variables: z.record(z.string(), z.unknown()),
  /** Variables that are passed only if the configuration declares them. */
  optionalVariables: z.record(z.string(), z.unknown()),
  varsDocument: z.string().optional(),
  secretVariables: z.record(z.string(), z.string()),
  environment: z.record(z.string(), z.string()),
  /** The role whose credentials the programs get, which are renewed while the run lasts. */
  role: z
    .strictObject({
      accessKey: z.strictObject({ accessKeyId: z.string(), secretAccessKey: z.string() }).optional(),
      roleArn: z.string(),
      externalId: z.string(),
      region: z.string(),
      identity: z.union([z.literal('environment'), z.strictObject({ tokenFile: z.string() })]).optional(),
      endpoint: z.string().optional(),
    })
    .optional(),
  /** Values that messages must not contain. */
  secrets: z.array(z.string()),
  /** The key of digests of plans, as base64. */
  digestKey: z.string(),
  /** Destroys everything instead of applying the configuration. */
  destroys: z.boolean(),
  approval: z.enum(terraformApprovals),
  /** The digest of the plan that a user has confirmed. */
  approvedPlan: z.string().optional(),
  /** Plans only: nothing has changed, and drift is not reverted. */
  plansOnly: z.boolean(),
  /** The dependency lock file of the last run, with the digests of providers. */
  lockFile: z.string().optional(),
  /** The digest of the files of the module that were found first. */
  moduleDigest: z.string().optional(),
  timeoutMinutes: z.number(),
  /** What a run that died has created, and its last state may not have. */
  created: z.array(Created).optional(),
  /** The memory that each program may use, in megabytes. */
  memoryMegabytes: z.number(),
  /** Files and folders of the machine that programs must not see. */
  hidden: z.array(z.string()),
})
export type Job = z.infer<typeof Job>

/** A change of a plan. */
export const PlannedChange = z.object({ address: z.string(), text: z.string(), removes: z.boolean() })
export type PlannedChange = z.infer<typeof PlannedChange>

export const Plan = z.object({
  /** Identifies exactly these changes, with all values. */
  digest: z.string(),
  /** The first changes. */
  changes: z.array(PlannedChange),
  /** The number of all changes. */
  total: z.number(),
  removals: z.number(),
})
export type Plan = z.infer<typeof Plan>

export const StateResource = z.object({ address: z.string(), type: z.string(), id: z.string() })
export type StateResource = z.infer<typeof StateResource>

/** What a run has found and done. */
export const RunResult = z.object({
  /**
   * `applied` and `unchanged`: the resources are as the configuration has them; `held`: the plan waits for a confirmation;
   * `drifted`: it was only planned; `destroyed`; `failed`.
   */
  status: z.enum(['applied', 'unchanged', 'held', 'drifted', 'destroyed', 'failed']),
  failure: z.object({ reason: z.string(), message: z.string(), blocked: z.boolean() }).optional(),
  plan: Plan.optional(),
  /** The outputs by name. Undefined when the run ended before they were read. */
  outputs: z
    .record(z.string(), z.object({ value: z.unknown().optional(), sensitive: z.boolean() }))
    .optional(),
  /** The first resources in the state. Undefined when the run ended before they were read. */
  resources: z.array(StateResource).optional(),
  resourceCount: z.number().optional(),
  program: z.string().optional(),
  isolation: z.string().optional(),
  moduleDigest: z.string().optional(),
  lockFile: z.string().optional(),
  /** What a run that died has created and this one could not import, each as a sentence. */
  lost: z.array(z.string()).optional(),
})
export type RunResult = z.infer<typeof RunResult>

/** The limit for lists of changes and resources. */
export const maxListed = 200
