import { describeCanary } from '../../schema/delivery/canary-progress.ts'
import type { RolloutRecord } from '../../schema/delivery/rollouts.ts'
import type { CommandContext } from '../context.ts'
import { isTable, parseFormat, printItems } from '../objects/formats.ts'
import { renderTable } from '../terminal/table.ts'
import { clockOf, showDuration } from '../terminal/time.ts'
import { assertEnvironment, findApplication, stagesOf } from './application.ts'

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
}

/** Prints which revisions of an application ran where, from when until when, and how their rollouts went. */
export async function rollouts({ args, options }: RolloutsInput, context: CommandContext): Promise<void> {
  const { io } = context
  const format = parseFormat(options.output)
  const { client } = await context.connect()
  const application = await findApplication(client, { name: args.application, project: options.project })
  if (options.environment !== undefined) assertEnvironment(application, options.environment)
  const stages = await stagesOf(client, application)
  const found = stages
    .filter(({ spec }) => options.environment === undefined || spec.environment === options.environment)
    .flatMap(({ spec: { environment }, outputs: { rollouts: records = [], canary } }): Listed[] =>
      records.map((each, index) => ({
        environment,
        ...each,
        ...(canary?.revision === each.revision && index === 0 ? { progress: describeCanary(canary) } : {}),
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
    (each.jobs ?? []).map(({ name, state }) => `${name} ${state}`).join(', '),
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
    'JOBS',
    'CAUSE',
  ]
  io.stdout.write(renderTable(headers, rows, { columns, optional: ['COMMIT', 'JOBS', 'DELIVERY'] }))
}

/** Returns how long a rollout took until it was healthy, or failed. */
function tookOf({ startedAt, healthyAt, failedAt }: RolloutRecord): string {
  const decided = failedAt ?? healthyAt
  return decided === undefined ? '' : showDuration(Date.parse(decided) - Date.parse(startedAt))
}
