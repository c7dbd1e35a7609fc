import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import { approvedRevision } from '../../schema/delivery/approvals.ts'
import { compositionOf, type PromotedParts } from '../../schema/delivery/composition.ts'
import { PlatformError } from '../../schema/errors.ts'
import { defined } from '../../schema/inputs.ts'
import type { Environment } from '../../schema/kinds/environment.ts'
import type { Promotion } from '../../schema/kinds/promotion.ts'
import type { Client } from '../../client-sdk/index.ts'
import { usageError } from '../cli-error.ts'
import type { CommandContext } from '../context.ts'
import { kindByNoun } from '../kind-names.ts'
import { findTarget } from '../objects/find.ts'
import { parseFormat } from '../objects/formats.ts'
import { applyBuilt, isDryRun, reportApplied, writeOptions } from '../objects/write.ts'
import type { DryRun } from '../settings/options.ts'
import {
  assertEnvironment,
  assertRevision,
  childrenOf,
  findApplication,
  partsOf,
  typed,
  type KnownApplication,
  type Typed,
} from './application.ts'
import { awaitStages } from './await-stages.ts'
import { awaitComposed, chosenComposition } from './composed-revision.ts'
import { printChanges } from './comparison.ts'
import { promotionName } from './names.ts'

interface PromoteInput {
  args: { application: string }
  options: {
    to: string
    from: string | undefined
    revision: number | undefined
    only: string | undefined
    reason: string | undefined
    expiresIn: number | undefined
    wait: boolean
    timeout: number
    dryRun: DryRun
    project: string | undefined
    output: string
  }
}

/** Approves one revision of an application for an environment, or parts of it on top of what runs there. */
export async function promote({ args, options }: PromoteInput, context: CommandContext): Promise<void> {
  const format = parseFormat(options.output)
  const { to: environment, project, reason, expiresIn, wait, dryRun, timeout } = options
  if (options.from !== undefined && options.revision !== undefined)
    throw usageError('--from and --revision cannot be used together: both choose the revision')
  const { client } = await context.connect()
  const application = await findApplication(client, { name: args.application, project })
  assertEnvironment(application, environment)
  const { approvals = 1 } = await environmentOf(client, application, environment)
  const parts = await partsOf(client, application)
  const { revisions, stages } = parts
  const revision = options.revision ?? healthyRevision(application, { environment, from: options.from })
  assertRevision(application, revisions, revision)
  const only = options.only?.split(',').map((part) => part.trim())
  const composition =
    only === undefined ? undefined : chosenComposition(application, { environment, revision, only, ...parts })
  const promotions = await childrenOf<typeof Promotion>(client, application, 'Promotion')
  const earlier = promotions.filter(({ spec }) => spec.environment === environment)
  const newest = earlier.at(-1)
  const { name: approver } = await client.viewer()
  const { name: app, projectName } = application.object
  const expiresAt = expiresIn === undefined ? undefined : new Date(Date.now() + expiresIn).toISOString()
  // Repeating the newest promotion changes nothing; an older one is made anew, because the newest applies, and so are one that expires
  // and one of somebody else.
  const isRepeated =
    newest?.spec.revision === revision &&
    isDeepStrictEqual(compositionOf(newest.spec), composition) &&
    newest.spec.approver === approver &&
    newest.spec.expiresAt === undefined &&
    expiresAt === undefined
  const taken = new Set(promotions.map(({ object }) => object.name))
  const document = {
    kind: 'Promotion',
    name: isRepeated ? newest.object.name : promotionName({ application: app, environment, revision }, taken),
    project: projectName,
    spec: isRepeated
      ? newest.spec
      : { application: app, environment, revision, ...composition, ...defined({ reason, expiresAt }) },
    ...(isRepeated ? {} : { expectedVersion: 0 }),
  }
  const applied = await applyBuilt(client, [document], writeOptions({ dryRun, reason }))
  await reportApplied(context, client, { applied, options: { ...options, wait: false } })
  if (isDryRun(dryRun)) {
    const base = revisions.find(({ spec }) => spec.number === composition?.base)
    const chosen = base && only && { base, only }
    await printChanges(context, client, {
      known: { application, ...parts },
      environment,
      revision,
      ...defined({ parts: chosen }),
      format,
    })
  }
  const summary = application.outputs.environments?.find((each) => each.environment === environment)
  if (summary?.hold !== undefined)
    context.io.stderr.write(
      `Note: ${environment} is held by hold/${summary.hold}; the promotion waits for: qleetctl release ${app}\n`,
    )
  // Those of the same parts are of the same revision.
  const keyOf = (spec: PromotedParts): string => JSON.stringify(compositionOf(spec) ?? spec.revision)
  const wanted = composition ?? { revision }
  const { pending } = approvedRevision(
    [...validOf(earlier), { ...wanted, approver }].map((each) => ({
      revision: keyOf(each),
      approver: each.approver,
    })),
    approvals,
  )
  if (pending?.revision === keyOf(wanted)) {
    const by = pending.approvers.join(' and ')
    const what = only === undefined ? '' : `${only.join(', ')} of `
    context.io.stderr.write(
      `Note: ${what}revision ${revision} has ${pending.approvers.length} of ${approvals} approvals for ${environment}, by ${by}. It is rolled out ` +
        'once other users have promoted it as well.\n',
    )
    return
  }
  const awaited = stages.filter(({ spec }) => spec.environment === environment)
  if (!wait || isDryRun(dryRun)) return
  const { signal } = context.io
  const made =
    composition === undefined
      ? revision
      : await awaitComposed(client, application, { composition, timeout, signal })
  await awaitStages(context, { client, stages: awaited, revision: made, timeout })
}

/** Returns the specs of the promotions that have not expired. */
function validOf(promotions: readonly Typed<typeof Promotion>[]): Typed<typeof Promotion>['spec'][] {
  return promotions
    .map(({ spec }) => spec)
    .filter(({ expiresAt }) => expiresAt === undefined || Date.parse(expiresAt) > Date.now())
}

/** Returns the rules of an environment. Throws if it needs no promotions, which would have no effect there. */
async function environmentOf(
  client: Client,
  { object }: KnownApplication,
  environment: string,
): Promise<z.infer<(typeof Environment)['spec']>> {
  const target = {
    kind: kindByNoun('environment'),
    name: environment,
    project: object.projectName ?? undefined,
  }
  const { spec } = typed<typeof Environment>(await findTarget(client, target))
  if (spec.policy === 'approval') return spec
  throw new PlatformError(
    'CONFLICT',
    `environment/${environment} takes revisions automatically, so a promotion has no effect there. To approve each one, set its ` +
      'policy to approval.',
  )
}

/** Returns the revision that is healthy in an environment, by default in the one before. */
function healthyRevision(
  application: KnownApplication,
  { environment, from }: { environment: string; from: string | undefined },
): number {
  const listed = application.spec.environments.map((each) => each.environment)
  const source = from ?? listed[listed.indexOf(environment) - 1]
  if (source === undefined)
    throw usageError(
      `environment ${environment} is the first one of application/${application.object.name}; name the revision: --revision NUMBER`,
    )
  assertEnvironment(application, source)
  const found = application.outputs.environments?.find((each) => each.environment === source)?.healthy
  if (found !== undefined) return found
  throw new PlatformError(
    'CONFLICT',
    `no revision has been healthy in ${source}. See: qleetctl get stages. To promote one nevertheless: --revision NUMBER`,
  )
}
