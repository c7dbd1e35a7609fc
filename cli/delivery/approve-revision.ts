import type { z } from 'zod'
import type { Client } from '../../client-sdk/index.ts'
import { approvedRevision } from '../../schema/delivery/approvals.ts'
import {
  compositionOf,
  isSameComposition,
  promotedRevision,
  type PromotedParts,
} from '../../schema/delivery/composition.ts'
import { PlatformError } from '../../schema/errors.ts'
import { defined } from '../../schema/defined.ts'
import type { Environment } from '../../schema/kinds/environment.ts'
import type { Promotion } from '../../schema/kinds/promotion.ts'
import type { CommandContext } from '../context.ts'
import { kindByNoun } from '../kind-names.ts'
import { findTarget } from '../objects/find.ts'
import { parseFormat } from '../objects/formats.ts'
import { applyBuilt, isDryRun, reportApplied, writeOptions } from '../objects/write.ts'
import type { DryRun } from '../settings/options.ts'
import { childrenOf, typed, type KnownApplication, type Typed } from './application.ts'
import { awaitStages } from './await-stages.ts'
import { printChanges, type Known } from './comparison.ts'
import { promotionName } from './names.ts'

/* What `promote` and `approve` have in common. */

export interface ApprovalOptions {
  reason: string | undefined
  expiresIn: number | undefined
  wait: boolean
  timeout: number
  dryRun: DryRun
  project: string | undefined
  output: string
}

type Rules = z.infer<(typeof Environment)['spec']>
type KnownPromotion = Typed<typeof Promotion>

interface WantedApproval {
  environment: string
  /** The revision, or parts of it on top of another one. */
  wanted: PromotedParts
  /** The ID of the plan that is approved. */
  plan?: string
  rules: Rules
  options: ApprovalOptions
}

/** Approves one revision of an application for an environment, and waits for it if requested. */
export async function approveRevision(
  context: CommandContext,
  { client, ...known }: Known & { client: Client },
  { environment, wanted, plan, rules, options }: WantedApproval,
): Promise<void> {
  const { application, revisions, stages } = known
  const format = parseFormat(options.output)
  const { reason, expiresIn, wait, dryRun, timeout } = options
  const promotions = await childrenOf<typeof Promotion>(client, application, 'Promotion')
  const earlier = promotions.filter(({ spec }) => spec.environment === environment)
  const { name: approver } = await client.viewer()
  const { name: app, projectName } = application.object
  const expiresAt = expiresIn === undefined ? undefined : new Date(Date.now() + expiresIn).toISOString()
  const { revision, only } = wanted
  const asked = { application: app, environment, ...wanted, ...defined({ plan, reason, expiresAt }) }
  const repeated = repeatedBy(earlier.at(-1), { ...asked, approver })
  const taken = new Set(promotions.map(({ object }) => object.name))
  const document = {
    kind: 'Promotion',
    name: repeated?.object.name ?? promotionName({ application: app, environment, revision }, taken),
    project: projectName,
    spec: repeated?.spec ?? asked,
    ...(repeated === undefined ? { expectedVersion: 0 } : {}),
  }
  const applied = await applyBuilt(client, [document], writeOptions({ dryRun, reason }))
  await reportApplied(context, client, { applied, options: { ...options, wait: false } })
  if (isDryRun(dryRun)) {
    const base = revisions.find(({ spec }) => spec.number === wanted.base)
    const parts = base && only && { base, only }
    await printChanges(context, client, { known, environment, revision, ...defined({ parts }), format })
  }
  const summary = application.outputs.environments?.find((each) => each.environment === environment)
  if (summary?.hold !== undefined)
    context.io.stderr.write(
      `Note: ${environment} is held by hold/${summary.hold}; the promotion waits for: qleetctl release ${app}\n`,
    )
  const lacking = lackingNote(earlier, { environment, wanted, approver, rules, revisions })
  if (lacking !== undefined) context.io.stderr.write(lacking)
  if (lacking !== undefined || !wait || isDryRun(dryRun)) return
  const awaited = stages.filter(({ spec }) => spec.environment === environment)
  const composition = compositionOf(wanted)
  const made = composition === undefined ? revision : { application, composition }
  await awaitStages(context, { client, stages: awaited, revision: made, timeout })
}

/**
 * Returns the newest promotion if it is repeated, which changes nothing. An older one is made anew, because the newest applies, and so are
 * one that expires and one of another user.
 */
function repeatedBy(
  newest: KnownPromotion | undefined,
  {
    plan,
    approver,
    expiresAt,
    ...asked
  }: PromotedParts & { plan?: string; approver: string; expiresAt?: string },
): KnownPromotion | undefined {
  if (newest === undefined || expiresAt !== undefined || newest.spec.expiresAt !== undefined) return undefined
  const isSame =
    newest.spec.revision === asked.revision &&
    isSameComposition(compositionOf(newest.spec), compositionOf(asked)) &&
    newest.spec.plan === plan &&
    newest.spec.approver === approver
  return isSame ? newest : undefined
}

/** Returns a note about the approvals that a revision still lacks; undefined if it has all. */
function lackingNote(
  earlier: readonly KnownPromotion[],
  {
    environment,
    wanted,
    approver,
    rules: { approvals = 1 },
    revisions,
  }: Pick<WantedApproval, 'environment' | 'wanted' | 'rules'> &
    Pick<Known, 'revisions'> & { approver: string },
): string | undefined {
  // Those of the same parts are of the same revision, which has no number until it is made.
  const keyOf = (spec: PromotedParts): string =>
    JSON.stringify(promotedRevision(revisions, spec)?.spec.number ?? compositionOf(spec) ?? spec.revision)
  const given = [...validOf(earlier), { ...wanted, approver }].map((each) => ({
    revision: keyOf(each),
    approver: each.approver,
  }))
  const { pending } = approvedRevision(given, approvals)
  if (pending?.revision !== keyOf(wanted)) return undefined
  const what = wanted.only === undefined ? '' : `${wanted.only.join(', ')} of `
  return (
    `Note: ${what}revision ${wanted.revision} has ${pending.approvers.length} of ${approvals} approvals for ${environment}, by ` +
    `${pending.approvers.join(' and ')}. It is rolled out once other users have promoted it as well.\n`
  )
}

/** Returns the specs of the promotions that have not expired. */
function validOf(promotions: readonly KnownPromotion[]): KnownPromotion['spec'][] {
  return promotions
    .map(({ spec }) => spec)
    .filter(({ expiresAt }) => expiresAt === undefined || Date.parse(expiresAt) > Date.now())
}

/** Returns the rules of an environment. Throws if it needs no promotions, which would have no effect there. */
export async function rulesOfApproval(
  client: Client,
  { object }: KnownApplication,
  environment: string,
): Promise<Rules> {
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
