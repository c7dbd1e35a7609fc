import { attachingFields, givingKinds } from '../../schema/application-variables.ts'
import { dependencyFieldPrefix } from '../../schema/dependencies/references.ts'
import { locationFields } from '../../schema/locations.ts'
import { childKinds, parentFields } from '../../schema/parents.ts'
import { dueSoon, logChanges, triggered } from './change-row.ts'
import { formerField, versionField } from './definition-rollouts/fields.ts'
import { desiredKey, isInProject } from './lookups.ts'
import { isPolicyVersion } from './policy-cache.ts'
import { listed, type Statement } from './sql.ts'

/*
 * The hot writes: object, references and change log in one statement and one round trip. The same statement finds referenced
 * objects and locks them against deletion (FOR KEY SHARE waits for a concurrent deletion request and then sees it), so a
 * reference to an object that is being deleted cannot be written. A statement that returns no row has written nothing; the
 * caller then determines the reason.
 */

/** The condition that a reference leads to the parent of an object. */
const isParent = `field IN (${listed(parentFields)})`

/**
 * Returns the statement that creates objects from $1, a JSON array of creations (`creationText`). It returns a row for each, in their
 * order, with the IDs of the referenced objects. A row without an ID stands for an object that it has not created: a reference or the
 * project does not exist, the name is taken, the version of the policies is another, or parameters or a tier have to be checked first.
 * Rows are inserted in the order of their keys, so that two statements cannot deadlock.
 *
 * @param lock `FOR KEY SHARE` waits for transactions that delete a referenced object; with `SKIP LOCKED`, the precondition does not hold.
 */
function creation(name: string, lock: 'FOR KEY SHARE' | 'FOR KEY SHARE SKIP LOCKED'): Statement {
  return {
    name,
    text: `
  WITH item AS MATERIALIZED (
    SELECT given.*, nextval('"Object_id_seq"') AS id, project.id AS "projectId", project.tiered, target.fields, target.ids, target.checks
    FROM ROWS FROM (jsonb_to_recordset($1) AS (
      project text, kind text, name text, labels jsonb, annotations jsonb, spec jsonb, secrets jsonb, exclusive text, status jsonb,
      reconciled boolean, "references" jsonb, words text[], actor text, reason text, traceparent text, checked boolean, policies text
    )) WITH ORDINALITY AS given (project, kind, name, labels, annotations, spec, secrets, exclusive, status, reconciled, "references",
      words, actor, reason, traceparent, checked, policies, position)
    LEFT JOIN LATERAL (
      SELECT id, spec ? 'tier' AS tiered FROM "Object"
      WHERE kind = 'Project' AND name = given.project AND "projectId" IS NULL AND "deletionRequestedAt" IS NULL
      ${lock}
    ) project ON true
    CROSS JOIN LATERAL (
      SELECT array_agg(desired.field) AS fields, array_agg(object.id) AS ids,
        coalesce(bool_or(desired.field = 'definition' AND object.checked), false) AS checks
      FROM jsonb_to_recordset(given."references") AS desired (field text, kind text, project text, name text)
      CROSS JOIN LATERAL (
        SELECT id, coalesce(
          status #> '{outputs,requiredParameters}', status #> '{outputs,dependencies}'
        ) IS NOT NULL AS checked
        FROM "Object" WHERE ${isInProject(desiredKey)} AND "deletionRequestedAt" IS NULL
        ${lock}
      ) object
    ) target
  ), created AS (
    INSERT INTO "Object" (id, "projectId", kind, name, labels, spec, secrets, exclusive, status, ready,
      "observedGeneration", "nextReconcileAt", annotations)
    SELECT id, "projectId", kind, name, labels, spec, secrets, exclusive, status, NOT reconciled,
      CASE WHEN reconciled THEN 0 ELSE 1 END, CASE WHEN reconciled THEN ${dueSoon} END, annotations
    FROM item
    WHERE (project IS NULL OR "projectId" IS NOT NULL)
      AND jsonb_array_length("references") = coalesce(cardinality(ids), 0)
      AND (checked OR NOT checks AND tiered IS NOT TRUE)
      AND ${isPolicyVersion('item.policies')}
    ORDER BY kind, "projectId", name
    ON CONFLICT DO NOTHING
    RETURNING *
  ), made AS (
    SELECT created.*, item.fields, item.ids, item.words, item.actor, item.reason, item.traceparent
    FROM created JOIN item ON item.id = created.id
  ), reference AS (
    INSERT INTO "Reference" ("fromId", field, "toId")
    SELECT made.id, target.field, target.id FROM made CROSS JOIN LATERAL unnest(fields, ids) AS target (field, id)
    RETURNING "toId", field
  ), informed AS (
    UPDATE "Object" SET ${triggered}
    WHERE id = ANY(ARRAY(
      SELECT id FROM "Object" WHERE id = ANY(ARRAY(SELECT "toId" FROM reference WHERE ${isParent}))
      ORDER BY id FOR NO KEY UPDATE
    ))
  ), indexed AS (
    INSERT INTO "SearchDocument" ("objectId", version, words)
    SELECT id, "editedVersion", array_to_tsvector(words) FROM made
  ), logged AS (
    ${logChanges(
      'made',
      {
        operation: 'CREATE',
        actor: 'actor',
        reason: 'reason',
        after: 'spec',
        secrets: 'secrets',
        triggersReferrers: `kind IN (${listed(childKinds)})`,
        traceparent: 'traceparent',
      },
      'ORDER BY id',
    )}
  )
  SELECT created.*, jsonb_object(item.fields, item.ids::text[]) AS referenced
  FROM item LEFT JOIN created ON created.id = item.id ORDER BY item.position`,
  }
}

/** Creates objects in a transaction. */
export const createObjects = creation('create-objects', 'FOR KEY SHARE')

/** Creates objects of several requests, none of which may wait for what another refers to. */
export const createObjectsTogether = creation('create-together', 'FOR KEY SHARE SKIP LOCKED')

/** The labels and annotations before and after; null if the edit has changed neither. */
const changedMetadata = `
  CASE WHEN item."formerLabels" <> updated.labels OR item."formerAnnotations" <> updated.annotations THEN jsonb_build_object(
    'before', jsonb_build_object('labels', item."formerLabels", 'annotations', item."formerAnnotations"),
    'after', jsonb_build_object('labels', updated.labels, 'annotations', updated.annotations)
  ) END`

/**
 * Edits objects that the transaction has locked, from $1, a JSON array of edits (`editText`) of different objects. It returns a row
 * for each, in their order; one without an ID stands for an object that it has not edited, because a reference does not exist or the
 * version of the policies is another. An instance keeps the copy of the definition that it has, and had (decision 060). Objects are
 * looked up by arrays of IDs, since the planner does not know how few there are.
 */
export const updateObjects: Statement = {
  name: 'update-objects',
  text: `
  WITH item AS MATERIALIZED (
    SELECT given.*, target.fields, target.ids, former.spec AS "formerSpec", former.labels AS "formerLabels",
      former.annotations AS "formerAnnotations"
    FROM ROWS FROM (jsonb_to_recordset($1) AS (
      id bigint, labels jsonb, annotations jsonb, spec jsonb, secrets jsonb, exclusive text, status jsonb, desired boolean,
      reconciled boolean, "references" jsonb, words text[], actor text, reason text, traceparent text, policies text
    )) WITH ORDINALITY AS given (id, labels, annotations, spec, secrets, exclusive, status, desired, reconciled, "references", words,
      actor, reason, traceparent, policies, position)
    CROSS JOIN LATERAL (SELECT spec, labels, annotations FROM "Object" WHERE id = given.id) former
    CROSS JOIN LATERAL (
      SELECT array_agg(desired.field) AS fields, array_agg(object.id) AS ids
      FROM jsonb_to_recordset(given."references") AS desired (field text, kind text, project text, name text)
      CROSS JOIN LATERAL (
        SELECT id FROM "Object" WHERE ${isInProject(desiredKey)} AND "deletionRequestedAt" IS NULL
        FOR KEY SHARE
      ) object
    ) target
  ), updated AS (
    UPDATE "Object" object SET
      labels = item.labels, annotations = item.annotations, spec = item.spec, secrets = item.secrets, exclusive = item.exclusive,
      generation = generation + desired::int, version = version + 1, "editedVersion" = version + 1,
      "observedGeneration" = CASE WHEN reconciled THEN "observedGeneration" ELSE generation + desired::int END,
      status = coalesce(item.status, object.status), stalled = false, triggers = triggers + 1, failures = 0,
      "nextReconcileAt" = CASE WHEN reconciled THEN ${dueSoon} END, "updatedAt" = now()
    FROM item
    WHERE object.id = ANY(ARRAY(SELECT id FROM item)) AND object.id = item.id
      AND jsonb_array_length("references") = coalesce(cardinality(ids), 0)
      AND ${isPolicyVersion('item.policies')}
    RETURNING object.*
  ), dropped AS (
    DELETE FROM "Reference" USING item
    WHERE "fromId" = ANY(ARRAY(SELECT id FROM updated)) AND "fromId" = item.id
      AND field <> ALL(coalesce(fields, '{}')) AND NOT (
        field = '${formerField}' AND EXISTS (
          SELECT FROM "Reference" copy
          WHERE copy."toId" = ANY(ids) AND copy."fromId" = "Reference"."toId" AND copy.field = '${versionField}'
        )
      )
  ), reference AS (
    INSERT INTO "Reference" ("fromId", field, "toId")
    SELECT updated.id, target.field, target.id
    FROM updated JOIN item ON item.id = updated.id CROSS JOIN LATERAL unnest(fields, ids) AS target (field, id)
    ON CONFLICT ("fromId", field) DO UPDATE SET "toId" = excluded."toId" WHERE "Reference"."toId" <> excluded."toId"
      AND NOT EXISTS (
        SELECT FROM "Reference" copy
        WHERE copy."fromId" = "Reference"."toId" AND copy."toId" = excluded."toId" AND copy.field = '${versionField}'
      )
  ), indexed AS (
    INSERT INTO "SearchDocument" ("objectId", version, words)
    SELECT updated.id, "editedVersion", array_to_tsvector(words) FROM updated JOIN item ON item.id = updated.id
    ON CONFLICT ("objectId") DO UPDATE SET version = excluded.version, words = excluded.words
  ), logged AS (
    ${logChanges(
      'updated',
      {
        operation: 'UPDATE',
        actor: 'actor',
        reason: 'reason',
        before: '"formerSpec"',
        after: 'updated.spec',
        secrets: 'CASE WHEN desired THEN updated.secrets END',
        metadata: changedMetadata,
        triggersReferrers: 'desired',
        traceparent: 'traceparent',
      },
      'JOIN item ON item.id = updated.id ORDER BY position',
    )}
  )
  SELECT updated.* FROM item LEFT JOIN updated ON updated.id = item.id ORDER BY position`,
}

/**
 * The condition that a reference leads to the location of an object. Field names are identifiers of the registry, so
 * they need no escaping.
 */
const isLocation = `field IN (${listed(locationFields)})`

/** The condition that the reference of an object of a kind named `giver` gives its target environment variables. */
export const givesVariables = `giver.kind IN (${listed(givingKinds)}) AND field IN (${listed(attachingFields)})`

/**
 * Returns the SQL of a subquery for what refers to one object. `OFFSET 0` makes Postgres look it up by that object: with statistics of a
 * small table, it would read all references with those fields instead, and keep that plan while the table grows.
 */
function referrersOf(id: string, condition: string): string {
  return `SELECT "fromId" FROM "Reference" WHERE "toId" = ${id} AND ${condition} OFFSET 0`
}

/**
 * Returns the SQL of a query for the dependents of changed objects, as `onId` and `id`: objects that refer to it, objects
 * that wait for it, its owners, its parent, applications whose definition depends on it or that get variables from it, and objects
 * located in it (a runtime) through their references. A union, because OR would scan all objects.
 */
export function dependentsOf(changed: '= $1' | '= ANY($1)' | '= ANY($2)'): string {
  return `
  WITH RECURSIVE inside AS (
    SELECT "toId" AS "onId", "fromId" AS id FROM "Reference" WHERE "toId" ${changed} AND ${isLocation}
    UNION SELECT inside."onId", "fromId" FROM inside CROSS JOIN LATERAL (${referrersOf('inside.id', isLocation)}) within
  )
  SELECT "toId" AS "onId", "fromId" AS id FROM "Reference"
    WHERE "toId" ${changed} AND NOT ${isParent} AND field <> '${versionField}'
  UNION SELECT "waitingForId", id FROM "Object" WHERE "waitingForId" ${changed}
  UNION SELECT "ownedId", "ownerId" FROM "Ownership" WHERE "ownedId" ${changed}
  UNION SELECT named."toId", application."fromId" FROM "Reference" named
    CROSS JOIN LATERAL (${referrersOf('named."fromId"', "field = 'definition'")}) application
    WHERE named."toId" ${changed} AND named.field LIKE '${dependencyFieldPrefix}%'
  UNION SELECT given."fromId", given."toId" FROM "Reference" given JOIN "Object" giver ON giver.id = given."fromId"
    WHERE given."fromId" ${changed} AND (${givesVariables} OR ${isParent})
  UNION SELECT "onId", id FROM inside`
}

/** Returns the ids of dependents as an array, so that Postgres looks each up by its id whatever number the planner expects. */
function dependentsAsArray(changed: '= $1' | '= ANY($1)'): string {
  return `ARRAY(SELECT id FROM (${dependentsOf(changed)}) dependents)`
}

/** The ids of the dependents of $1. */
export const dependents = dependentsAsArray('= $1')

/**
 * Triggers the dependents of a changed object ($1); $2 reconciled kinds. Runs as a separate statement after the one that
 * changed the object: only a snapshot taken under the row lock of the object sees every object that started to wait before.
 * Rows are locked in one order, so that concurrent triggers cannot deadlock.
 */
export const triggerReferrers: Statement = {
  name: 'trigger-referrers',
  text: triggerThose(dependents),
}

/** Triggers the dependents of several objects ($1) as {@link triggerReferrers} does those of one. */
export const triggerReferrersOfAll: Statement = {
  name: 'trigger-referrers-of-all',
  text: triggerThose(dependentsAsArray('= ANY($1)')),
}

function triggerThose(ids: string): string {
  return `
  UPDATE "Object" SET ${triggered}
  WHERE id = ANY(ARRAY(
    SELECT id FROM "Object" WHERE id = ANY(${ids}) AND kind = ANY($2) ORDER BY id FOR NO KEY UPDATE
  ))`
}

/**
 * Triggers the dependents of several objects ($1) as {@link triggerReferrersOfAll} does, after changes of their desired states. Those
 * are part of the desired states of the referrers, so their generations advance, and they are ready only after they have observed them.
 * Returns those that are among $3.
 */
export const renewReferrers: Statement = {
  name: 'renew-referrers',
  text: `
  WITH renewed AS (
    UPDATE "Object" object SET ${triggered},
      generation = generation + referrer.names::int, stalled = stalled AND NOT referrer.names
    FROM (
      SELECT id, id IN (SELECT "fromId" FROM "Reference" WHERE "toId" = ANY($1)) AS names FROM "Object"
      WHERE id = ANY(${dependentsAsArray('= ANY($1)')}) AND kind = ANY($2) ORDER BY id FOR NO KEY UPDATE
    ) referrer
    WHERE object.id = referrer.id
    RETURNING object.*
  )
  SELECT * FROM renewed WHERE id = ANY($3)`,
}
