import type { z } from 'zod'
import { describeCanary } from '../../schema/delivery/canary-progress.ts'
import { promotedRevision } from '../../schema/delivery/composition.ts'
import type { RolloutRecord } from '../../schema/delivery/rollouts.ts'
import { defined } from '../../schema/inputs.ts'
import type { Promotion } from '../../schema/kinds/promotion.ts'
import type { CommandContext } from '../context.ts'
import { isTable, parseFormat, printItems } from '../objects/formats.ts'
import { renderTable } from '../terminal/table.ts'
import { clockOf, showDuration } from '../terminal/time.ts'
import { assertEnvironment, childrenOf, findApplication, stagesOf, type Typed } from './application.ts'

interface RolloutsInput {
  args: { application: string }
  options: {
    environment: string | undefined
    last: number
    project: string | undefined
    output: string
  }
}

type Listed = RolloutRecord & {
  environment: string
  /** How far its canary has got, if it has one. */
  progress?: string
  /** Who has approved it, oldest first. */
  approvals?: Approval[]
}

interface Approval extends Pick<
  z.infer<(typeof Promotion)['spec']>,
  'approver' | 'plan' | 'expiresAt' | 'reason'
> {
  at: string
}

/** Prints which revisions of an application ran where, from when until when, and how their rollouts went. */
export async function rollouts({ args, options }: RolloutsInput, context: CommandContext): Promise<void> {
  const { io } = context
  const format = parseFormat(options.output)
  const { client } = await context.connect()
  const application = await findApplication(client, { name: args.application, project: options.project })
  if (options.environment !== undefined) assertEnvironment(application, options.environment)
  const stages = await stagesOf(client, application)
  const promotions = await childrenOf<typeof Promotion>(client, application, 'Promotion')
  const found = stages
    .filter(({ spec }) => options.environment === undefined || spec.environment === options.environment)
    .flatMap(({ spec: { environment }, outputs: { rollouts: records = [], canary } }): Listed[] =>
      records.map((each, index) => ({
        environment,
        ...each,
        ...(canary?.revision === each.revision && index === 0 ? { progress: describeCanary(canary) } : {}),
        ...approvalsOf(each, environment, promotions),
      })),
    )
    .toSorted((one, other) => Date.parse(other.startedAt) - Date.parse(one.startedAt))
    .slice(0, options.last)
  if (!isTable(format)) {
    const nameOf = ({ environment, revision }: Listed): string => `${environment}@${revision}`
    await printItems(io, format, { items: found, nameOf })
    return
  }
  if (found.length === 0) {
    io.stderr.write(`application/${application.object.name} has been rolled out nowhere yet.\n`)
    return
  }
  const rows = found.map((each) => [
    clockOf(each.startedAt),
    each.environment,
    String(each.revision),
    each.progress === undefined ? each.state : `${each.state} (${each.progress})`,
    tookOf(each),
    each.delivery ?? '',
    each.commit ?? '',
    each.wave === undefined ? '' : `${each.wave} of ${each.waves}`,
    (each.jobs ?? []).map(({ name, state }) => `${name} ${state}`).join(', '),
    (each.approvals ?? []).map(approvalText).join(', '),
    each.cause ?? '',
  ])
  const columns = format.as === 'wide' ? undefined : io.stdout.columns
  const headers = [
    'STARTED',
    'ENVIRONMENT',
    'REVISION',
    'STATE',
    'TOOK',
    'DELIVERY',
    'COMMIT',
    'WAVE',
    'JOBS',
    'APPROVED BY',
    'CAUSE',
  ]
  io.stdout.write(
    renderTable(headers, rows, { columns, optional: ['COMMIT', 'WAVE', 'JOBS', 'DELIVERY', 'APPROVED BY'] }),
  )
}

/** Returns the promotions that are of the revision of a rollout, of which the newest are kept. */
function approvalsOf(
  { revision, composition }: RolloutRecord,
  environment: string,
  promotions: readonly Typed<typeof Promotion>[],
): { approvals?: Approval[] } {
  const approvals = promotions
    .filter(
      ({ spec }) =>
        spec.environment === environment &&
        promotedRevision([{ spec: { number: revision, composition } }], spec) !== undefined,
    )
    .map(({ object: { createdAt }, spec: { approver, plan, expiresAt, reason } }): Approval => ({
      at: createdAt,
      ...defined({ approver, plan, expiresAt, reason }),
    }))
  return approvals.length === 0 ? {} : { approvals }
}

function approvalText({ approver = 'unknown', plan, expiresAt }: Approval): string {
  const details = [
    ...(plan === undefined ? [] : [`plan ${plan}`]),
    ...(expiresAt === undefined ? [] : [`until ${expiresAt}`]),
  ]
  return details.length === 0 ? approver : `${approver} (${details.join(', ')})`
}

/** Returns how long a rollout took until it was healthy, or failed. */
function tookOf({ startedAt, healthyAt, failedAt }: RolloutRecord): string {
  const decided = failedAt ?? healthyAt
  return decided === undefined ? '' : showDuration(Date.parse(decided) - Date.parse(startedAt))
}
