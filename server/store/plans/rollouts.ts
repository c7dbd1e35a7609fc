import type { z } from 'zod'
import { chooseRevisions, type Choice } from '../../../schema/delivery/choose.ts'
import { promotedRevision } from '../../../schema/delivery/composition.ts'
import { planBasis } from '../../../schema/delivery/plan-digests.ts'
import { withNewRevisions } from '../../../schema/delivery/new-revisions.ts'
import { composedContent, type RevisionContent } from '../../../schema/delivery/parts.ts'
import type { KnownRevision } from '../../../schema/delivery/surroundings.ts'
import { isFinal } from '../../../schema/delivery/states.ts'
import type { PlanEffects, PlannedRollout } from '../../../schema/graphql/store-plans.ts'
import type { Application } from '../../../schema/kinds/application.ts'
import type { Promotion } from '../../../schema/kinds/promotion.ts'
import { shortName } from '../../../schema/short-name.ts'
import type { StoredObject } from '../../../prisma/client.ts'
import { findByIds, findObjects, keyText } from '../lookups.ts'
import { deliverySurroundings } from '../delivery-surroundings.ts'
import { contentOf } from '../promotion-checks.ts'
import { stateOfRevision, type ChangedWorkload } from './resources.ts'
import { run, specOf, type Sql, type Statement } from '../sql.ts'

/* What applications do after a write, computed as their reconciler computes it. */

/** The most applications that a plan lists. */
const maxApplications = 100

/** Returns the revisions that the applications concerned by a write choose after it. */
export async function plannedRollouts(sql: Sql, written: readonly StoredObject[]): Promise<PlannedDelivery> {
  const applications = await run<ConcernedApplication>(sql, findConcerned, [
    written.map(({ id }) => id),
    written.filter(({ kind }) => byName.has(kind)).map((each) => String(specOf(each)['application'])),
    written.filter(({ kind }) => byName.has(kind)).map(({ projectId }) => projectId),
    maxApplications,
  ])
  const planned = []
  const promotions = written.filter(
    ({ kind, deletionRequestedAt }) => kind === 'Promotion' && deletionRequestedAt === null,
  )
  for (const application of applications) planned.push(await rolloutsOf(sql, application, promotions))
  return {
    rollouts: planned.flatMap(({ rollouts }) => rollouts),
    notes: planned.flatMap(({ notes }) => notes),
    workloads: planned.flatMap(({ workloads }) => workloads),
  }
}

/** What applications do after a write, and the workloads of their environments that this changes. */
interface PlannedDelivery extends Pick<PlanEffects, 'rollouts' | 'notes'> {
  workloads: ChangedWorkload[]
}

/** The kinds that name their application, which a deleted object of theirs is no longer related to. */
const byName = new Set(['Delivery', 'Promotion', 'Hold', 'RolloutDecision'])

interface ConcernedApplication extends StoredObject {
  projectName: string
  definitionId: bigint
}

async function rolloutsOf(
  sql: Sql,
  application: ConcernedApplication,
  promotions: readonly StoredObject[],
): Promise<PlannedDelivery> {
  const around = await deliverySurroundings(sql, application.id)
  const [definition] = await run<StoredObject>(sql, findByIds, [[application.definitionId]])
  // Validated before it was stored.
  const spec = specOf(application) as z.infer<(typeof Application)['spec']>
  const state = application.reconcilerState as { revisions?: number }
  const { revisions, ended } = withNewRevisions(
    {
      name: application.name,
      spec,
      generation: definition?.generation ?? 0,
      last: state.revisions ?? 0,
      // Signatures are verified by workers, before a delivery becomes a revision.
      signers: spec.signatures === undefined ? undefined : [],
    },
    around,
  )
  // A plan takes new revisions as recorded, with the names that their copies will have.
  const recorded = revisions.map((each) => ({ ...each, outputs: { definition: each.name, ...each.outputs } }))
  const choices = chooseRevisions(spec, { ...around, revisions: recorded }, Date.now())
  const name = { project: application.projectName, name: application.name }
  const places = choices.map((choice) => {
    const stage = around.stages.find((each) => each.spec.environment === choice.environment)
    const current = around.revisions.find((each) => each.name === stage?.spec.revision)
    const entry = spec.environments.find((each) => each.environment === choice.environment)
    const approved = approvedIn(choice, { application, promotions, revisions })
    const rules = around.environments.find((each) => each.name === choice.environment)?.spec ?? {}
    const basis = planBasis({ runs: current?.spec.number, entry, rules })
    const revision = revisions.find((each) => each.name === choice.revision?.name)
    return { ...choice, revision, stage, current, entry, approved, basis }
  })
  const rollouts = places.map(
    ({ environment, revision, waiting, current, approved, basis }): PlannedRollout => ({
      application: name,
      environment,
      from: current?.spec.number ?? null,
      to: revision?.spec.number ?? null,
      waiting: waiting ?? null,
      approves: approved?.spec.number ?? null,
      basis,
    }),
  )
  const copyOf = ({ name: revisionName, outputs }: KnownRevision) => ({
    kind: 'WorkloadDefinition',
    project: application.projectName,
    name: outputs.definition ?? revisionName,
  })
  const madeOf = ({ spec: { composition }, outputs }: KnownRevision): KnownRevision[] =>
    composition === undefined || outputs.definition !== undefined
      ? []
      : [composition.base, composition.revision].flatMap(
          (number) => revisions.find((each) => each.spec.number === number) ?? [],
        )
  const involved = places.flatMap(({ revision, approved, current }) =>
    [revision, approved, current].flatMap((each) => each ?? []),
  )
  const copies = await findObjects(sql, involved.flatMap((each) => [each, ...madeOf(each)]).map(copyOf))
  const contentIn = (revision: KnownRevision): RevisionContent => {
    // A revision that is yet to be made copies the definition of the application, or is made of two.
    const found = copies.get(keyText(copyOf(revision))) ?? definition
    const [base, source] = madeOf(revision).map(contentIn)
    const { only = [] } = revision.spec.composition ?? {}
    return base === undefined || source === undefined
      ? contentOf(revision, found === undefined ? {} : specOf(found))
      : composedContent(base, source, only)
  }
  // A plan of an approval says what the revision will do, also if it has to wait.
  const results = places.map((place) => ({ ...place, revision: place.approved ?? place.revision }))
  const workloads = results.flatMap(({ environment, revision, stage, current, entry }): ChangedWorkload[] =>
    revision === undefined || entry === undefined
      ? []
      : [
          {
            object: {
              kind: 'WorkloadInstance',
              project: application.projectName,
              name: shortName(`${application.name}-${environment}`),
            },
            before: current && stage && stateOfRevision(contentIn(current), stage.spec),
            after: stateOfRevision(contentIn(revision), entry),
          },
        ],
  )
  const made = new Set(revisions.map((each) => each.spec.delivery))
  const open = around.deliveries.filter(({ outputs: { state: at } }) => at === undefined || !isFinal(at))
  const notes = open.flatMap((delivery) => {
    const end = ended.get(delivery.name)
    if (end !== undefined) return [`Delivery ${delivery.name}: ${end.state}. ${end.message}`]
    if (made.has(delivery.name)) return []
    return [`Delivery ${delivery.name}: the digests and signatures of its images are looked up first.`]
  })
  return { rollouts, notes, workloads }
}

/** Returns the revision that a mutation approves for an environment with the promotions that it has written. */
function approvedIn(
  { environment, policy }: Choice,
  {
    application,
    promotions,
    revisions,
  }: {
    application: ConcernedApplication
    promotions: readonly StoredObject[]
    revisions: readonly KnownRevision[]
  },
): KnownRevision | undefined {
  if (policy !== 'approval') return undefined
  // Validated before they were stored.
  const specs = promotions
    .filter((each) => each.projectId === application.projectId)
    .map((each) => specOf(each) as z.infer<(typeof Promotion)['spec']>)
  const spec = specs.findLast(
    (each) => each.application === application.name && each.environment === environment,
  )
  return spec && promotedRevision(revisions, spec)
}

/**
 * $1 the ids of written objects, $2 and $3 the applications that written objects name, with the ids of their projects, $4 limit.
 * Applications are concerned when they are written themselves, or refer to what is, as their definition or as an environment.
 */
const findConcerned: Statement = {
  name: 'find-concerned-applications',
  text: `
  SELECT application.*, project.name AS "projectName", definition."toId" AS "definitionId"
  FROM "Object" application
  JOIN "Object" project ON project.id = application."projectId"
  JOIN "Reference" definition ON definition."fromId" = application.id AND definition.field = 'definition'
  WHERE application.kind = 'Application' AND application."deletionRequestedAt" IS NULL AND application.id = ANY(ARRAY(
    SELECT unnest($1::bigint[])
    UNION SELECT "fromId" FROM "Reference" WHERE "toId" = ANY($1)
    UNION SELECT named.id FROM unnest($2::text[], $3::bigint[]) AS given (name, "projectId")
      JOIN "Object" named ON named."projectId" = given."projectId" AND named.kind = 'Application' AND named.name = given.name
  ))
  ORDER BY application.id LIMIT $4`,
}
