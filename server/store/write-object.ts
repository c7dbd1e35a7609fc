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

const targets = `
  desired AS (
    SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) AS desired (field, kind, project, name)
  ), target AS (
    SELECT desired.field, object.id, coalesce(
      object.status #> '{outputs,requiredParameters}', object.status #> '{outputs,dependencies}'
    ) IS NOT NULL AS checked
    FROM desired CROSS JOIN LATERAL (
      SELECT id, status FROM "Object" WHERE ${isInProject(desiredKey)} AND "deletionRequestedAt" IS NULL
      FOR KEY SHARE
    ) object
  )`

/**
 * $1-$4 references (field, kind, project, name), $5 project or null, $6 kind, $7 name, $8 labels, $9 spec,
 * $10 secrets, $11 exclusive, $12 status, $13 ready, $14 reconciled, $15 actor, $16 reason, $17 traceparent,
 * $18 annotations, $19 words, $20 false unless the parameters and dependencies of the definition, and the tier of the project,
 * have been checked, $21 the version of the policies that it was checked against, or null.
 */
export const createObject: Statement = {
  name: 'create-object',
  text: `
  WITH ${targets}, project AS (
    SELECT id, spec ? 'tier' AS tiered FROM "Object"
    WHERE kind = 'Project' AND name = $5 AND "projectId" IS NULL AND "deletionRequestedAt" IS NULL
    FOR KEY SHARE
  ), created AS (
    INSERT INTO "Object" ("projectId", kind, name, labels, spec, secrets, exclusive, status, ready,
      "observedGeneration", "nextReconcileAt", annotations)
    SELECT (SELECT id FROM project), $6, $7, $8, $9, $10, $11, $12, $13,
      CASE WHEN $14 THEN 0 ELSE 1 END, CASE WHEN $14 THEN ${dueSoon} END, $18
    WHERE ($5::text IS NULL OR EXISTS (SELECT FROM project))
      AND (SELECT count(*) FROM desired) = (SELECT count(*) FROM target)
      AND ($20 OR NOT EXISTS (SELECT FROM target WHERE field = 'definition' AND checked))
      AND ($20 OR NOT EXISTS (SELECT FROM project WHERE tiered))
      AND ${isPolicyVersion('$21')}
    ON CONFLICT DO NOTHING
    RETURNING *
  ), reference AS (
    INSERT INTO "Reference" ("fromId", field, "toId") SELECT created.id, target.field, target.id FROM created, target
  ), informed AS (
    UPDATE "Object" SET ${triggered}
    WHERE id = ANY(ARRAY(SELECT target.id FROM target, created WHERE target.${isParent}))
  ), indexed AS (
    INSERT INTO "SearchDocument" ("objectId", version, words)
    SELECT id, "editedVersion", array_to_tsvector($19::text[]) FROM created
  ), logged AS (
    ${logChanges('created', {
      operation: 'CREATE',
      actor: '$15',
      reason: '$16',
      after: 'spec',
      secrets: 'secrets',
      triggersReferrers: `created.kind IN (${listed(childKinds)})`,
      traceparent: '$17',
    })}
  )
  SELECT * FROM created`,
}

/** The labels and annotations before and after; null if the update has changed neither. */
const changedMetadata = `
  CASE WHEN before.labels <> updated.labels OR before.annotations <> updated.annotations THEN jsonb_build_object(
    'before', jsonb_build_object('labels', before.labels, 'annotations', before.annotations),
    'after', jsonb_build_object('labels', updated.labels, 'annotations', updated.annotations)
  ) END`

/**
 * Updates a row that the transaction has locked. An instance keeps the copy of the definition that it has, and had (decision
 * 060). $1-$4 references, $5 id, $6 labels, $7 spec, $8 secrets, $9 exclusive, $10 true when the desired state has changed, $11
 * status or null to retain it, $12 reconciled, $13 actor, $14 reason, $15 traceparent, $16 annotations, $17 words, $18 the version of
 * the policies that it was checked against, or null.
 */
export const updateObject: Statement = {
  name: 'update-object',
  text: `
  WITH ${targets}, before AS (
    SELECT id, spec, labels, annotations FROM "Object" WHERE id = $5
  ), updated AS (
    UPDATE "Object" object SET
      labels = $6, annotations = $16, spec = $7, secrets = $8, exclusive = $9,
      generation = generation + $10::boolean::int, version = version + 1, "editedVersion" = version + 1,
      "observedGeneration" = CASE WHEN $12 THEN "observedGeneration" ELSE generation + $10::boolean::int END,
      status = coalesce($11, status), stalled = false, triggers = triggers + 1, failures = 0,
      "nextReconcileAt" = CASE WHEN $12 THEN ${dueSoon} END, "updatedAt" = now()
    FROM before
    WHERE object.id = before.id AND (SELECT count(*) FROM desired) = (SELECT count(*) FROM target)
      AND ${isPolicyVersion('$18')}
    RETURNING object.*
  ), dropped AS (
    DELETE FROM "Reference" USING updated
    WHERE "fromId" = updated.id AND field NOT IN (SELECT field FROM target) AND NOT (
      field = '${formerField}' AND EXISTS (
        SELECT FROM "Reference" copy JOIN target ON target.id = copy."toId"
        WHERE copy."fromId" = "Reference"."toId" AND copy.field = '${versionField}'
      )
    )
  ), reference AS (
    INSERT INTO "Reference" ("fromId", field, "toId") SELECT updated.id, target.field, target.id FROM updated, target
    ON CONFLICT ("fromId", field) DO UPDATE SET "toId" = excluded."toId" WHERE "Reference"."toId" <> excluded."toId"
      AND NOT EXISTS (
        SELECT FROM "Reference" copy
        WHERE copy."fromId" = "Reference"."toId" AND copy."toId" = excluded."toId" AND copy.field = '${versionField}'
      )
  ), indexed AS (
    INSERT INTO "SearchDocument" ("objectId", version, words)
    SELECT id, "editedVersion", array_to_tsvector($17::text[]) FROM updated
    ON CONFLICT ("objectId") DO UPDATE SET version = excluded.version, words = excluded.words
  ), logged AS (
    ${logChanges(
      'updated',
      {
        operation: 'UPDATE',
        actor: '$13',
        reason: '$14',
        before: 'before.spec',
        after: 'updated.spec',
        secrets: 'CASE WHEN $10::boolean THEN updated.secrets END',
        metadata: changedMetadata,
        triggersReferrers: '$10::boolean',
        traceparent: '$15',
      },
      'JOIN before ON before.id = updated.id',
    )}
  )
  SELECT * FROM updated`,
}

/**
 * The condition that a reference leads to the location of an object. Field names are identifiers of the registry, so
 * they need no escaping.
 */
const isLocation = `field IN (${listed(locationFields)})`

/** The condition that the reference of an object of a kind named `giver` gives its target environment variables. */
export const givesVariables = `giver.kind IN (${listed(givingKinds)}) AND field IN (${listed(attachingFields)})`

/**
 * Returns the SQL of a query for the dependents of changed objects, as `onId` and `id`: objects that refer to it, objects
 * that wait for it, its owners, its parent, applications whose definition depends on it or that get variables from it, and objects
 * located in it (a runtime) through their references. A union, because OR would scan all objects.
 */
export function dependentsOf(changed: '= $1' | '= ANY($1)'): string {
  return `
  WITH RECURSIVE inside AS (
    SELECT "toId" AS "onId", "fromId" AS id FROM "Reference" WHERE "toId" ${changed} AND ${isLocation}
    UNION SELECT inside."onId", "fromId" FROM "Reference" JOIN inside ON "toId" = inside.id AND ${isLocation}
  )
  SELECT "toId" AS "onId", "fromId" AS id FROM "Reference"
    WHERE "toId" ${changed} AND NOT ${isParent} AND field <> '${versionField}'
  UNION SELECT "waitingForId", id FROM "Object" WHERE "waitingForId" ${changed}
  UNION SELECT "ownedId", "ownerId" FROM "Ownership" WHERE "ownedId" ${changed}
  UNION SELECT named."toId", application."fromId" FROM "Reference" named
    JOIN "Reference" application ON application."toId" = named."fromId" AND application.field = 'definition'
    WHERE named."toId" ${changed} AND named.field LIKE '${dependencyFieldPrefix}%'
  UNION SELECT given."fromId", given."toId" FROM "Reference" given JOIN "Object" giver ON giver.id = given."fromId"
    WHERE given."fromId" ${changed} AND (${givesVariables} OR ${isParent})
  UNION SELECT "onId", id FROM inside`
}

/** The ids of the dependents of $1, as an array, so that Postgres looks each up by its id whatever number the planner expects. */
export const dependents = `ARRAY(SELECT id FROM (${dependentsOf('= $1')}) dependents)`

/**
 * Triggers the dependents of a changed object ($1); $2 reconciled kinds. Runs as a separate statement after the one that
 * changed the object: only a snapshot taken under the row lock of the object sees every object that started to wait before.
 * Rows are locked in one order, so that concurrent triggers cannot deadlock.
 */
export const triggerReferrers: Statement = {
  name: 'trigger-referrers',
  text: `
  UPDATE "Object" SET ${triggered}
  WHERE id = ANY(ARRAY(
    SELECT id FROM "Object" WHERE id = ANY(${dependents}) AND kind = ANY($2) ORDER BY id FOR NO KEY UPDATE
  ))`,
}

/**
 * Triggers dependents as {@link triggerReferrers} does, after a change of the desired state. That state is part of the
 * desired state of the referrers, so their generation advances, and they are ready only after they have observed it.
 */
export const renewReferrers: Statement = {
  name: 'renew-referrers',
  text: `
  UPDATE "Object" object SET ${triggered},
    generation = generation + referrer.names::int, stalled = stalled AND NOT referrer.names
  FROM (
    SELECT id, id IN (SELECT "fromId" FROM "Reference" WHERE "toId" = $1) AS names FROM "Object"
    WHERE id = ANY(${dependents}) AND kind = ANY($2) ORDER BY id FOR NO KEY UPDATE
  ) referrer
  WHERE object.id = referrer.id`,
}
