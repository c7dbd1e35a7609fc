import type { z } from 'zod'
import { RetireChildrenDocument, type OwnedDocumentInput } from '../generated/documents.ts'
import { sourceOf } from '../../schema/delivery/builds.ts'
import { chooseRevisions, type Choice } from '../../schema/delivery/choose.ts'
import { newestWhole, promotedRevision } from '../../schema/delivery/composition.ts'
import { keptRecords, withNewRevisions } from '../../schema/delivery/new-revisions.ts'
import { isRecorded } from '../../schema/delivery/recorded.ts'
import { decisionsAbout } from '../../schema/delivery/stage-decisions.ts'
import { isFinal } from '../../schema/delivery/states.ts'
import type { KnownRevision, Surroundings } from '../../schema/delivery/surroundings.ts'
import type { Application as Kind } from '../../schema/kinds/application.ts'
import { defined } from '../../schema/defined.ts'
import { shortName } from '../../schema/short-name.ts'
import { surroundingsOf } from '../delivery/surroundings.ts'
import { deliverySummary, stageSummaries } from '../delivery/summaries.ts'
import { done, isHeld, requeueAfter, type Outcome } from '../engine/outcome.ts'
import { reconcileOwned, unchangedOwned, unreadyOwned } from '../engine/owned-objects.ts'
import type { ReconcileContext, Reconciler } from '../engine/reconciler.ts'
import { objectAs, referenced } from '../engine/start-reconcile.ts'
import type { Environment } from '../environment.ts'
import { trustedKeys } from '../registries/signatures.ts'

/** The most milliseconds until the choice of revisions is computed again. */
const longestWait = 3_600_000

/**
 * Makes revisions of deliveries and of changes of the definition, and chooses the revision of each environment. All follows from what
 * is stored, so that an interrupted reconcile is simply repeated.
 */
export const Application: Reconciler<Environment> = {
  ensure: async (context) => {
    const spec = specOf(context)
    const now = context.now()
    const around = await surroundingsOf(context)
    await retire(context, expiredPreviews(around))
    const { revisions, ended, last } = withNewRevisions(knownApplication(context), around)
    context.updateState({ revisions: last })
    const known = { ...around, revisions }
    const choices = chooseRevisions(spec, known, now)
    const kept = keptRevisions(spec, known, choices)
    const documents = [
      ...[...kept, ...unreported(around)].map((each) => revisionDocument(context, each)),
      ...choices.map((choice) => stageDocument(context, known, choice)),
    ]
    // Most changes around an application, such as the health of a stage, call for no other revision.
    const unchanged = unchangedOwned(around.owned, documents)
    const owned = unchanged === undefined ? await reconcileOwned(context, documents) : { objects: unchanged }
    const newest = newestWhole(revisions)
    const outputs = {
      ...(newest === undefined ? {} : { revision: newest.spec.number }),
      environments: stageSummaries(choices, known),
      deliveries: around.deliveries
        .filter(
          ({ outputs: { state } }, index, all) =>
            state === undefined || !isFinal(state) || index >= all.length - keptRecords,
        )
        .slice(-100)
        .map((each) => deliverySummary(each, { around: known, choices, ended }))
        .toReversed(),
    }
    // An environment that may not go yet delays nothing in the others.
    if ('outcome' in owned) return isHeld(owned) ? { ...owned, outputs } : owned
    await retireRecords(context, around)
    const unrecorded = new Set(revisions.flatMap((each) => (isRecorded(each) ? [] : [each.name])))
    const awaited = owned.objects.filter(({ kind, name }) => kind === 'Stage' || unrecorded.has(name))
    return outcomeOf(choices, { outputs, unready: unreadyOwned({ objects: awaited }), now })
  },

  remove: async () => done('Nothing is left of it.'),
}

type Spec = z.infer<(typeof Kind)['spec']>

function specOf({ object }: ReconcileContext): Spec {
  // The server has validated the spec with the schema of the kind.
  return object.manifestSpec as Spec
}

function outcomeOf(
  choices: readonly Choice[],
  { outputs, unready, now }: { outputs: Record<string, unknown>; unready: Outcome | undefined; now: number },
): Outcome {
  const times = choices.flatMap(({ until }) => until ?? [])
  const wait = times.length === 0 ? undefined : Math.max(1, Math.min(...times, now + longestWait) - now)
  if (unready?.outcome !== 'waitingFor')
    return done('All environments run the revision that was chosen for them.', {
      outputs,
      ...(wait === undefined ? {} : { recheckAfter: wait }),
    })
  return wait === undefined
    ? { ...unready, outputs }
    : requeueAfter(wait, {
        isTriggered: true,
        watching: unready.object,
        reason: 'WaitingForEnvironment',
        message: unready.message,
        outputs,
      })
}

function knownApplication(context: ReconcileContext) {
  const { object, state } = context
  const spec = specOf(context)
  return {
    name: object.name,
    spec,
    generation: referenced(objectAs(object, 'Application').definition).generation,
    last: Number(state['revisions'] ?? 0),
    signers: trustedKeys(spec.signatures?.publicKeys)?.map(({ fingerprint }) => fingerprint),
  }
}

/** Returns the invalid revisions whose deliveries do not say so yet. */
function unreported({ invalid, deliveries }: Surroundings): KnownRevision[] {
  const open = new Set(
    deliveries
      .filter(({ outputs: { state } }) => state === undefined || !isFinal(state))
      .map(({ name }) => name),
  )
  return invalid.filter(({ spec }) => spec.delivery !== undefined && open.has(spec.delivery))
}

/** Returns the revisions to keep: those in use, those that someone has named, the newest build of each source, and the newest. */
function keptRevisions(
  { retention = 10 }: Spec,
  { revisions, stages, holds, promotions }: Surroundings,
  choices: readonly Choice[],
): KnownRevision[] {
  const used = new Set([
    ...choices.map(({ revision }) => revision?.name),
    ...stages.flatMap(({ spec }) => [spec.revision, spec.fallback, spec.running]),
  ])
  const named = new Set([
    ...stages.flatMap(({ outputs }) => [outputs.healthy, outputs.running]),
    ...holds.map(({ spec }) => spec.revision),
    ...promotions
      .slice(-keptRecords)
      .flatMap(({ spec }) => [spec.revision, spec.base, promotedRevision(revisions, spec)?.spec.number]),
  ])
  const built = new Map(
    revisions.filter(({ spec }) => spec.build !== undefined).map((each) => [sourceOf(each.spec), each.name]),
  )
  const newestBuilds = new Set(built.values())
  // The removal of old ones does not delay the rollout of one that is being made.
  const spare = revisions.every(({ ready }) => ready) ? 0 : 10
  const whole = revisions.filter(({ spec }) => spec.composition === undefined)
  const newest = new Set(whole.slice(-retention - spare))
  return revisions.filter(
    (each) =>
      newest.has(each) || used.has(each.name) || named.has(each.spec.number) || newestBuilds.has(each.name),
  )
}

function revisionDocument(
  { object }: ReconcileContext,
  { name, spec: { baseDefinition, sourceDefinition, ...spec }, ready }: KnownRevision,
): OwnedDocumentInput {
  // Once it is recorded, the revisions that it is made of may go.
  const parts = ready ? {} : defined({ baseDefinition, sourceDefinition })
  return {
    kind: 'ApplicationRevision',
    name,
    project: object.projectName ?? 'default',
    spec: { ...spec, ...parts },
    field: 'spec.definition',
  }
}

function stageDocument(
  context: ReconcileContext,
  around: Surroundings,
  { environment, revision }: Choice,
): OwnedDocumentInput {
  const { object } = context
  const stage = around.stages.find(({ spec }) => spec.environment === environment)
  const named = (number: number | undefined): string | undefined =>
    around.revisions.find(({ spec }) => spec.number === number)?.name
  const { healthy, running: runs } = stage?.outputs ?? {}
  const fallback = named(healthy)
  // Usually one of the others, and then no further change of the stage.
  const running = [revision?.spec.number, healthy].includes(runs) ? undefined : named(runs)
  const decisions = decisionsAbout(around, environment, stage)
  const entry = specOf(context).environments.find((each) => each.environment === environment)
  return {
    kind: 'Stage',
    name: shortName(`${object.name}-${environment}`),
    project: object.projectName ?? 'default',
    spec: {
      application: object.name,
      ...defined({ ...entry, revision: revision?.name, fallback, running }),
      ...(decisions.length === 0 ? {} : { decisions }),
    },
    field: 'spec.environments',
  }
}

/** Lets old records expire: deliveries that have ended, promotions, and decisions about rollouts that are over. */
async function retireRecords(
  context: ReconcileContext,
  { deliveries, promotions, decisions, stages }: Surroundings,
): Promise<void> {
  const over = deliveries
    .filter(({ outputs: { state } }) => state !== undefined && isFinal(state))
    .slice(0, -keptRecords)
  const attempts = new Map(stages.map(({ spec, outputs }) => [spec.environment, outputs.attempt ?? 0]))
  const past = decisions.filter(({ spec }) => spec.attempt + 1 < (attempts.get(spec.environment) ?? 0))
  await retire(context, [...over, ...promotions.slice(0, -keptRecords), ...past])
}

/** Returns the previews whose time is over. */
function expiredPreviews({ previews }: Surroundings): Surroundings['previews'] {
  return previews.filter(({ outputs: { state } }) => state === 'Expired')
}

async function retire(
  { client, object, epoch, assertHeld }: ReconcileContext,
  retired: readonly { id: string }[],
): Promise<void> {
  const children = retired.map(({ id }) => id).slice(0, 1000)
  if (children.length === 0) return
  assertHeld()
  await client.execute(RetireChildrenDocument, { id: object.id, epoch, children })
}
