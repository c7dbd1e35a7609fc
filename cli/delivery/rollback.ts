import type { Client } from '../../client-sdk/index.ts'
import { rankIn } from '../../schema/delivery/composition.ts'
import { PlatformError } from '../../schema/errors.ts'
import { defined } from '../../schema/defined.ts'
import type { Delivery } from '../../schema/kinds/delivery.ts'
import type { Hold } from '../../schema/kinds/hold.ts'
import type { Promotion } from '../../schema/kinds/promotion.ts'
import type { CommandContext } from '../context.ts'
import { parseFormat } from '../objects/formats.ts'
import { applyBuilt, isDryRun, reportApplied, writeOptions } from '../objects/write.ts'
import type { DryRun } from '../settings/options.ts'
import {
  assertEnvironment,
  assertRevision,
  childrenOf,
  findApplication,
  partsOf,
  type KnownApplication,
  type KnownRevision,
  type KnownStage,
} from './application.ts'
import { awaitStages } from './await-stages.ts'
import { printChanges } from './comparison.ts'
import { earlierRevision, runningRevision } from './earlier-revision.ts'
import { holdName } from './names.ts'

interface RollbackInput {
  args: { application: string }
  options: {
    environment: string | undefined
    to: number | undefined
    reason: string
    owner: string | undefined
    wait: boolean
    timeout: number
    dryRun: DryRun
    project: string | undefined
    output: string
  }
}

/** Holds an application at an earlier revision, until it is released. */
export async function rollback({ args, options }: RollbackInput, context: CommandContext): Promise<void> {
  const format = parseFormat(options.output)
  const { environment, reason, owner, project, dryRun, wait, timeout } = options
  const { client } = await context.connect()
  const application = await findApplication(client, { name: args.application, project })
  if (environment !== undefined) assertEnvironment(application, environment)
  const parts = await partsOf(client, application)
  const { revisions, stages } = parts
  const chosen = stages.filter(({ spec }) => environment === undefined || spec.environment === environment)
  const revision = options.to ?? (await defaultRevision(client, application, { revisions, stages: chosen }))
  assertRevision(application, revisions, revision)
  assertEarlier(chosen, { revision, revisions, app: application.object.name })
  const holds = await childrenOf<typeof Hold>(client, application, 'Hold')
  const existing = holds.findLast(({ spec }) => spec.environment === environment)
  const { name: app, projectName } = application.object
  const document = {
    kind: 'Hold',
    name: existing?.object.name ?? holdName(app, environment),
    project: projectName,
    spec: { application: app, revision, reason, ...defined({ environment, owner }) },
    // A hold of that name on something else stays as it is.
    expectedVersion: existing?.object.version ?? 0,
  }
  const applied = await applyBuilt(client, [document], writeOptions({ dryRun, reason }))
  await reportApplied(context, client, { applied, options: { ...options, wait: false } })
  if (isDryRun(dryRun)) {
    const known = { application, ...parts }
    for (const { spec } of chosen)
      await printChanges(context, client, { known, environment: spec.environment, revision, format })
    return
  }
  if (wait) await awaitStages(context, { client, stages: chosen, revision, timeout })
  const where = environment === undefined ? '' : ` --environment ${environment}`
  if (format.as === 'table')
    context.io.stdout.write(
      `Held at revision ${revision}. Deliveries wait until: qleetctl release ${app}${where}\n`,
    )
  for (const { object, spec } of holds)
    if (environment === undefined && spec.environment !== undefined)
      context.io.stderr.write(
        `Note: hold/${object.name} takes precedence in ${spec.environment}. Remove it with: qleetctl release ${app} --environment ${spec.environment}\n`,
      )
}

/** Returns the newest revision that each of the stages can return to. */
async function defaultRevision(
  client: Client,
  application: KnownApplication,
  { revisions, stages }: { revisions: readonly KnownRevision[]; stages: readonly KnownStage[] },
): Promise<number> {
  const promotions = await childrenOf<typeof Promotion>(client, application, 'Promotion')
  const deliveries = await childrenOf<typeof Delivery>(client, application, 'Delivery')
  const earlier = stages.map((stage) => earlierRevision(stage, { revisions, promotions, deliveries }))
  const [first] = earlier
  if (first !== undefined && earlier.every((each) => each === first)) return first
  const { name } = application.object
  const places = stages.map(({ spec }) => spec.environment).join(', ')
  throw new PlatformError(
    'CONFLICT',
    stages.length > 1
      ? `the environments of application/${name} (${places}) have no common earlier revision. Roll one back with --environment NAME, ` +
          'or name the revision: --to NUMBER'
      : `application/${name} has no earlier healthy revision in ${places || 'any environment'}. To hold it where it is, or at another ` +
          `revision: --to NUMBER. See: qleetctl get application-revisions`,
  )
}

/** Throws if a hold would bring a newer revision into an environment, which is no rollback. */
function assertEarlier(
  stages: readonly KnownStage[],
  { revision, revisions, app }: { revision: number; revisions: readonly KnownRevision[]; app: string },
): void {
  const rank = rankIn(revisions.map(({ spec }) => spec))
  const behind = stages.find((stage) => rank(revision) > rank(runningRevision(stage) ?? 0))
  if (behind === undefined) return
  const { environment } = behind.spec
  const running = runningRevision(behind)
  const state = running === undefined ? 'runs none yet' : `runs revision ${running}`
  throw new PlatformError(
    'CONFLICT',
    `revision ${revision} is newer than what ${environment} has, which ${state}. Roll back single environments: ` +
      `qleetctl rollback ${app} --environment NAME`,
  )
}
