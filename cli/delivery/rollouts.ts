import type { z } from 'zod'
import type { AnyObject, Client } from '../../client-sdk/index.ts'
import { describeCanary } from '../../schema/delivery/canary-progress.ts'
import { promotedRevision } from '../../schema/delivery/composition.ts'
import type { DeliveredImage } from '../../schema/delivery/images.ts'
import type { RolloutRecord } from '../../schema/delivery/rollouts.ts'
import { defined } from '../../schema/defined.ts'
import type { Application } from '../../schema/kinds/application.ts'
import type { Promotion } from '../../schema/kinds/promotion.ts'
import type { CommandContext } from '../context.ts'
import { kindByNoun } from '../kind-names.ts'
import { findObjects } from '../objects/find.ts'
import { selectedProject } from '../objects/get-selection.ts'
import { isTable, parseFormat, printItems } from '../objects/formats.ts'
import { renderTable } from '../terminal/table.ts'
import { clockOf, showDuration } from '../terminal/time.ts'
import {
  assertEnvironment,
  childrenOf,
  stagesOf,
  typed,
  type KnownApplication,
  type Typed,
} from './application.ts'

interface RolloutsInput {
  args: { applications: readonly string[] }
  options: {
    environment: string | undefined
    image: string | undefined
    last: number
    project: string | undefined
    allProjects: boolean
    output: string
  }
}

type Listed = RolloutRecord & {
  application: string
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

/** Prints which revisions of applications ran where, from when until when, and how their rollouts went. */
export async function rollouts({ args, options }: RolloutsInput, context: CommandContext): Promise<void> {
  const { io } = context
  const { environment, image } = options
  const project = selectedProject(options)
  const format = parseFormat(options.output)
  const { client } = await context.connect()
  const kinds = [kindByNoun('application')]
  const applications = await findObjects(client, { kinds, names: args.applications, project })
  const all: Listed[] = []
  for (const object of applications) {
    const application = typed<typeof Application>(object)
    if (environment !== undefined && args.applications.length > 0) assertEnvironment(application, environment)
    all.push(...(await rolloutsOf(client, application)))
  }
  const found = all
    .filter((each) => environment === undefined || each.environment === environment)
    .filter(({ images = [] }) => image === undefined || images.some((each) => isMeant(each, image)))
    .toSorted((one, other) => Date.parse(other.startedAt) - Date.parse(one.startedAt))
    .slice(0, options.last)
  if (!isTable(format)) {
    const nameOf = ({ application, revision, ...each }: Listed): string =>
      `${applications.length === 1 ? '' : `${application}/`}${each.environment}@${revision}`
    await printItems(io, format, { items: found, nameOf })
    return
  }
  if (found.length === 0) {
    io.stderr.write(`${nothingFound(applications, image)}\n`)
    return
  }
  const columns = format.as === 'wide' ? undefined : io.stdout.columns
  io.stdout.write(renderTable(headers, found.map(cellsOf), { columns, optional }))
}

function nothingFound(applications: readonly AnyObject[], image: string | undefined): string {
  const [first, second] = applications
  if (first === undefined) return 'There are no applications.'
  const which = second === undefined ? `application/${first.name} has not been` : 'No application has been'
  return `${which} rolled out ${image === undefined ? 'yet' : `with ${image}`}.`
}

/** Returns the rollouts of an application in all its environments. */
async function rolloutsOf(client: Client, application: KnownApplication): Promise<Listed[]> {
  const stages = await stagesOf(client, application)
  const promotions = await childrenOf<typeof Promotion>(client, application, 'Promotion')
  return stages.flatMap(({ spec: { environment }, outputs: { rollouts: records = [], canary } }) =>
    records.map((each, index) => ({
      application: application.object.name,
      environment,
      ...each,
      ...(canary?.revision === each.revision && index === 0 ? { progress: describeCanary(canary) } : {}),
      ...approvalsOf(each, environment, promotions),
    })),
  )
}

/** Reports whether an image is meant by `NAME`, `NAME@DIGEST`, `DIGEST`, or the start of a digest. */
function isMeant({ name, digest }: DeliveredImage, wanted: string): boolean {
  if (wanted === name) return true
  const [before = '', after] = wanted.split('@')
  if (after !== undefined && before !== name) return false
  const start = (after ?? before).replace(/^sha256:/, '')
  return /^[0-9a-f]{6,64}$/.test(start) && digest.startsWith(`sha256:${start}`)
}

/** The columns that are left out first if the terminal is narrow. */
const optional = ['IMAGES', 'COMMIT', 'WAVE', 'JOBS', 'DELIVERY', 'APPROVED BY', 'UNTIL']

const headers = [
  'STARTED',
  'UNTIL',
  'APPLICATION',
  'ENVIRONMENT',
  'REVISION',
  'STATE',
  'TOOK',
  'DELIVERY',
  'COMMIT',
  'IMAGES',
  'WAVE',
  'JOBS',
  'APPROVED BY',
  'CAUSE',
]

function cellsOf(each: Listed): string[] {
  const until = each.restoredAt ?? each.endedAt
  return [
    clockOf(each.startedAt),
    until === undefined ? '' : clockOf(until),
    each.application,
    each.environment,
    String(each.revision),
    each.progress === undefined ? each.state : `${each.state} (${each.progress})`,
    tookOf(each),
    each.delivery ?? '',
    each.commit ?? '',
    (each.images ?? []).map(shortImage).join(', '),
    each.wave === undefined ? '' : `${each.wave} of ${each.waves}`,
    (each.jobs ?? []).map(({ name, state }) => `${name} ${state}`).join(', '),
    (each.approvals ?? []).map(approvalText).join(', '),
    each.cause ?? '',
  ]
}

/** Returns an image as people recognise it: `shop@1c0ffee012ab`. */
function shortImage({ name, digest }: DeliveredImage): string {
  return `${name.slice(name.lastIndexOf('/') + 1)}@${digest.slice('sha256:'.length, 'sha256:'.length + 12)}`
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
    ...(expiresAt === undefined ? [] : [`until ${clockOf(expiresAt)}`]),
  ]
  return details.length === 0 ? approver : `${approver} (${details.join(', ')})`
}

/** Returns how long a rollout took until it was healthy, or failed. */
function tookOf({ startedAt, healthyAt, failedAt }: RolloutRecord): string {
  const decided = failedAt ?? healthyAt
  return decided === undefined ? '' : showDuration(Date.parse(decided) - Date.parse(startedAt))
}
