import type { Pool } from 'pg'
import { isPlatformError } from '../../../../schema/errors.ts'
import { allKinds } from '../../../../schema/kinds/index.ts'
import { isRecord } from '../../../../schema/manifests.ts'
import type { Outcome } from './actor.ts'

/** Returns the stored state by names, without values from clocks and sequences: equal for equal histories. */
export async function readEndState(sql: Pool): Promise<unknown> {
  const { rows } = await sql.query<{ state: unknown }>({ name: 'end-state', text: endState })
  return rows[0]?.state
}

const endState = `
  WITH object AS (
    SELECT object.*, concat_ws(' ', kind, name) AS key,
      jsonb_build_array(confirmation -> 'removals', confirmation ? 'confirmedBy') AS removal
    FROM "Object" object
  ), entry AS (
    SELECT concat_ws(' ', kind, name) AS key, "objectId", string_agg(concat(operation, '@', version), ' ' ORDER BY version, seq) AS operations
    FROM "Change" WHERE operation <> 'TRIGGER' GROUP BY kind, name, "objectId"
  )
  SELECT jsonb_build_object(
    'objects', (SELECT jsonb_agg(jsonb_build_array(key, generation, version, "editedVersion", "observedGeneration", epoch,
        "deletionRequestedAt" IS NOT NULL, "deletionForced", exclusive, ready, failures, status -> 'phase',
        coalesce("nextReconcileAt" < now() + interval '10 seconds', false), spec, removal,
        (SELECT name FROM "Object" awaited WHERE awaited.id = object."waitingForId")) ORDER BY key) FROM object),
    'references', (SELECT jsonb_agg(concat_ws(' ', holder.key, field, target.key) ORDER BY holder.key, field)
      FROM "Reference" JOIN object holder ON holder.id = "fromId" JOIN object target ON target.id = "toId"),
    'log', (SELECT jsonb_agg(concat_ws(': ', key, operations) ORDER BY key, operations) FROM entry),
    'ownership', (SELECT jsonb_agg(concat_ws(' ', owner.key, 'owns', owned.key, claim) ORDER BY owner.key, owned.key)
      FROM "Ownership" JOIN object owner ON owner.id = "ownerId" JOIN object owned ON owned.id = "ownedId"),
    'expiring', (SELECT jsonb_agg(key ORDER BY key) FROM object WHERE "expiresAt" IS NOT NULL),
    'inventory', (SELECT jsonb_agg(concat_ws(' ', object.key, applied.name, uid, hash) ORDER BY object.key, applied.name)
      FROM "AppliedResource" applied JOIN object ON object.id = "objectId"),
    'external', (SELECT jsonb_agg(concat_ws(' ', object.key, external.name, "externalId") ORDER BY object.key, external.name)
      FROM "ExternalResource" external JOIN object ON object.id = "objectId"),
    'abandoned', (SELECT jsonb_agg(concat_ws(' ', "objectName", name) ORDER BY "objectName", name) FROM "AbandonedResource"),
    'formerIds', (SELECT jsonb_agg(concat_ws(' ', former.id, object.key) ORDER BY former.id)
      FROM "FormerId" former JOIN object ON object.id = "objectId"),
    'events', (SELECT jsonb_agg(concat_ws(' ', object.key, note, count) ORDER BY object.key, note)
      FROM "ObjectEvent" JOIN object ON object.id = "objectId"),
    'keys', (SELECT jsonb_agg(concat_ws(' ', actor, key, position('WorkloadDefinition'::bytea IN answer) > 0) ORDER BY actor, key)
      FROM "IdempotencyKey"),
    'rollouts', (SELECT jsonb_agg(concat_ws(' ', object.key, rollout.generation, state, wave) ORDER BY object.key)
      FROM "DefinitionRollout" rollout JOIN object ON object.id = "objectId"),
    'schemas', (SELECT jsonb_agg(concat_ws(' ', object.key, "apiVersion", hash) ORDER BY object.key, "apiVersion")
      FROM "RuntimeSchema" JOIN object ON object.id = "runtimeId"),
    'runs', (SELECT jsonb_agg(concat_ws(' ', object.key, run.id, inputs, progress, run."finishedAt" IS NOT NULL, run."expiresAt" > now()) ORDER BY object.key)
      FROM "TerraformRun" run JOIN object ON object.id = "objectId"),
    'states', (SELECT jsonb_agg(concat_ws(' ', object.key, "runId", state.refused, length(state.state)) ORDER BY state.id)
      FROM "TerraformState" state JOIN object ON object.id = "objectId"),
    'plans', (SELECT jsonb_agg("executedAt" IS NOT NULL ORDER BY id) FROM "Plan"),
    'leases', (SELECT jsonb_agg(concat_ws(' ', name, owner, position) ORDER BY name) FROM "Lease"),
    'notifications', (SELECT jsonb_agg(concat_ws(' ', topic, count, message IS NOT NULL, "sentAt" IS NOT NULL) ORDER BY id)
      FROM "Notification")
  ) AS state`

/** Returns the violated invariants, which must hold after any operations in any order. */
export async function brokenInvariants(sql: Pool): Promise<string[]> {
  const { rows } = await sql.query<{ problem: string }>({
    name: 'broken-invariants',
    text: problems,
    values: [reconciledKinds],
  })
  return rows.map(({ problem }) => problem)
}

const reconciledKinds = allKinds.filter(({ reconciled }) => reconciled).map(({ kind }) => kind)

/** $1: the kinds with a reconciler. */
const problems = `
  SELECT concat_ws(' ', kind, name, 'is being deleted, has no reconciler, and nothing refers to it') AS problem
  FROM "Object" object WHERE "deletionRequestedAt" IS NOT NULL AND NOT kind = ANY($1)
    AND NOT EXISTS (SELECT FROM "Reference" WHERE "toId" = object.id)
    AND NOT EXISTS (SELECT FROM "Object" member WHERE member."projectId" = object.id)
  UNION ALL
  SELECT concat_ws(' ', kind, name, 'has no owner, and stays')
  FROM "Object" object WHERE owned AND "expiresAt" IS NULL AND "deletionRequestedAt" IS NULL
    AND NOT EXISTS (SELECT FROM "Ownership" WHERE "ownedId" = object.id)
  UNION ALL
  SELECT concat_ws(' ', holder.kind, holder.name, 'stays and refers to', target.kind, target.name, 'that is being deleted')
  FROM "Object" holder JOIN "Object" target ON target."deletionRequestedAt" IS NOT NULL
    AND (target.id = holder."projectId" OR EXISTS (SELECT FROM "Reference" WHERE "fromId" = holder.id AND "toId" = target.id))
  WHERE holder."deletionRequestedAt" IS NULL
    AND NOT EXISTS (SELECT FROM "Reference" WHERE "fromId" = holder.id AND "toId" = target.id AND field = 'versionOf')
  UNION ALL
  SELECT concat_ws(' ', holder.kind, holder.name, 'refers by', field, 'to', target.name, 'and its spec to', holder.spec ->> field)
  FROM "Reference" JOIN "Object" holder ON holder.id = "fromId" JOIN "Object" target ON target.id = "toId"
  WHERE target.name <> holder.spec ->> field
    AND NOT EXISTS (SELECT FROM "Reference" WHERE "fromId" = target.id AND field = 'versionOf')
  UNION ALL
  SELECT concat_ws(' ', kind, name, 'has work, but no time of its next reconcile')
  FROM "Object" WHERE kind = ANY($1) AND "nextReconcileAt" IS NULL AND "leaseExpiresAt" IS NULL
    AND ("observedGeneration" < generation OR "deletionRequestedAt" IS NOT NULL)
  UNION ALL
  SELECT concat_ws(' ', kind, name, 'is being deleted, nothing refers to it, and its reconciler does not know')
  FROM "Object" object WHERE "deletionRequestedAt" IS NOT NULL AND kind = ANY($1) AND "leaseExpiresAt" IS NULL
    AND "nextReconcileAt" > now() + interval '10 seconds' AND NOT EXISTS (SELECT FROM "Reference" WHERE "toId" = object.id)
  UNION ALL
  SELECT concat_ws(' ', waiting.kind, waiting.name, 'waits for what is gone, and is not due')
  FROM "Object" waiting WHERE "waitingForId" IS NOT NULL AND ("nextReconcileAt" IS NULL OR "nextReconcileAt" > now() + interval '10 seconds')
    AND NOT EXISTS (SELECT FROM "Object" WHERE id = waiting."waitingForId")
  UNION ALL
  SELECT concat_ws(' ', kind, name, 'has entries of the log for versions', versions)
  FROM (
    SELECT "objectId", kind, name, array_agg(version ORDER BY version) AS versions
    FROM "Change" WHERE operation <> 'TRIGGER' GROUP BY "objectId", kind, name
  ) logged WHERE versions <> (SELECT array_agg(number) FROM generate_series(1, versions[cardinality(versions)]) number)
  UNION ALL
  SELECT concat_ws(' ', object.kind, object.name, 'is at version', object.version, 'and in the log at', max(logged.version))
  FROM "Object" object JOIN "Change" logged ON logged."objectId" = object.id
  GROUP BY object.id HAVING max(logged.version) <> object.version OR bool_or(operation = 'DELETE')
  UNION ALL
  SELECT concat_ws(' ', kind, name, 'has a notification to send, and no time of its next reconcile')
  FROM "Object" channel WHERE "nextReconcileAt" IS NULL AND "leaseExpiresAt" IS NULL
    AND EXISTS (SELECT FROM "Notification" WHERE "channelId" = channel.id AND "sentAt" IS NULL AND "droppedAt" IS NULL)
  UNION ALL
  SELECT 'the log that was restored is not there'
  FROM "ControlPlane" JOIN "Lease" pruned ON pruned.name = 'housekeeping' AND pruned.position < "restoredThrough"
  WHERE NOT EXISTS (SELECT FROM "Change" WHERE seq > pruned.position AND seq <= "restoredThrough")
  UNION ALL
  SELECT concat_ws(' ', kind, name, 'is gone without an entry of the log')
  FROM "Change" logged GROUP BY "objectId", kind, name
  HAVING NOT bool_or(operation = 'DELETE') AND NOT EXISTS (SELECT FROM "Object" WHERE id = "objectId")`

/** Describes the outcome of an operation, with equal values for equal outcomes. */
export function describeOutcome(outcome: Outcome | undefined): unknown {
  if (outcome === undefined) return 'nothing'
  if ('value' in outcome) return lasting(outcome.value)
  const { error } = outcome
  return { refused: isPlatformError(error) ? error.code : String(error) }
}

/** Returns the error if no operation may end with it, whatever other operations do. */
export function unexpectedError(outcome: Outcome | undefined): string | undefined {
  if (outcome === undefined || 'value' in outcome) return undefined
  const { error } = outcome
  const isExpected = isPlatformError(error) && !['INTERNAL', 'UNAVAILABLE'].includes(error.code)
  return isExpected ? undefined : String(error)
}

/** Removes ids from sequences, times, and other values that are only read. */
function lasting(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value)
  if (Array.isArray(value)) return value.map(lasting)
  if (!isRecord(value) || value instanceof Date) return typeof value === 'object' ? null : (value ?? null)
  const kept = [
    'object',
    'result',
    'kind',
    'name',
    'version',
    'generation',
    'epoch',
    'deletionForced',
    'refused',
  ]
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]) => (kept.includes(key) ? [[key, lasting(each)]] : [])),
  )
}
