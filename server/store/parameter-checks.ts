import { z } from 'zod'
import { shownValue, type FieldError } from '../../schema/errors.ts'
import { join } from '../../schema/issue-errors.ts'
import { kindNamed } from '../../schema/kinds/index.ts'
import { givenParameterErrors, Parameter, ParameterValue } from '../../schema/parameters.ts'
import type { StoredObject } from '../../prisma/client.ts'
import type { Planned } from './checks.ts'
import { deepEqual } from './deep-equal.ts'
import { projectOf, referencesOf } from './drafts.ts'
import { findByIds, findObjects, keyText, type ObjectKey } from './lookups.ts'
import { invalid, type Problem } from './problems.ts'
import { versionField } from './definition-rollouts/fields.ts'
import { run, specOf, type Sql, type Statement } from './sql.ts'
import { instanceKinds, instancesOfKinds } from './instances.ts'

/*
 * Parameters connect two objects: a definition declares them, and its instances set them.
 */

/** The most instances whose parameters a change of their definition is checked against. */
const maxInstances = 1000

const Declared = z.array(Parameter).default([])
const Given = z.record(z.string(), ParameterValue).default({})

/**
 * Returns the problems of instances that set parameters wrongly, and of definitions whose changed parameters do not fit the
 * instances that they have.
 */
export async function parameterProblems(sql: Sql, planned: readonly Planned[]): Promise<Problem[]> {
  const instances = planned.filter(({ draft }) => definitionKindOf(draft.kind.kind) !== undefined)
  const definitions = planned.filter(({ draft }) => draft.kind.declaresParameters)
  return [
    ...(await instanceProblems(sql, instances, definitions)),
    ...(await definitionProblems(sql, definitions, instances)),
  ]
}

/** Returns the kind of the definitions of an instance, if these can declare parameters. */
function definitionKindOf(kind: string): string | undefined {
  const definition = kindNamed(kind).pair?.definition
  return definition !== undefined && kindNamed(definition).declaresParameters ? definition : undefined
}

function draftKey({ draft }: Planned): ObjectKey {
  return { kind: draft.kind.kind, project: projectOf(draft), name: draft.name }
}

async function instanceProblems(
  sql: Sql,
  instances: readonly Planned[],
  definitions: readonly Planned[],
): Promise<Problem[]> {
  const inBatch = new Map(definitions.map((each) => [keyText(draftKey(each)), each.draft.spec]))
  const keyOf = ({ draft }: Planned): ObjectKey | undefined =>
    referencesOf(draft).find(({ kind }) => kind === definitionKindOf(draft.kind.kind))
  const keys = instances.flatMap((each) => keyOf(each) ?? []).filter((key) => !inBatch.has(keyText(key)))
  const stored = await findObjects(sql, keys)
  const held = await heldVersions(sql, instances, stored)
  return instances.flatMap((each) => {
    const key = keyOf(each)
    if (key === undefined) return []
    const object = stored.get(keyText(key))
    const spec = inBatch.get(keyText(key)) ?? (object && specOf(object))
    // A missing definition is reported as a missing reference.
    if (spec === undefined) return []
    const path = join(join(each.item.path, 'spec'), 'parameters')
    const given = Given.parse(each.draft.spec['parameters'])
    return [spec, ...(held.get(each.existing?.id ?? 0n) ?? [])].flatMap((version) =>
      invalid(givenParameterErrors(Declared.parse(version['parameters']), given, path)),
    )
  })
}

/**
 * Returns the specs of the versions of definitions that instances have until their wave, by the ids of the instances. Only a
 * definition with waves has such versions.
 */
async function heldVersions(
  sql: Sql,
  instances: readonly Planned[],
  definitions: ReadonlyMap<string, StoredObject>,
): Promise<Map<bigint, Record<string, unknown>[]>> {
  const inWaves = new Set(
    [...definitions.values()].filter((each) => specOf(each)['rollout'] !== undefined).map(({ kind }) => kind),
  )
  const ids = instances.flatMap(({ draft, existing }) =>
    existing !== undefined && inWaves.has(definitionKindOf(draft.kind.kind) ?? '') ? [existing.id] : [],
  )
  if (ids.length === 0) return new Map()
  const rows = await run<StoredObject & { instanceId: bigint }>(sql, findHeld, [ids])
  return new Map(
    [...Map.groupBy(rows, ({ instanceId }) => instanceId)].map(([id, group]) => [id, group.map(specOf)]),
  )
}

const findHeld: Statement = {
  name: 'find-held-versions',
  text: `
  SELECT had."fromId" AS "instanceId", version.* FROM "Reference" had JOIN "Object" version ON version.id = had."toId"
  WHERE had."fromId" = ANY($1) AND had.field = 'definition'
    AND EXISTS (SELECT FROM "Reference" copy WHERE copy."fromId" = version.id AND copy.field = '${versionField}')`,
}

async function definitionProblems(
  sql: Sql,
  definitions: readonly Planned[],
  instances: readonly Planned[],
): Promise<Problem[]> {
  const problems: Problem[] = []
  const inBatch = new Set(instances.map((each) => keyText(draftKey(each))))
  for (const { draft, existing, item } of definitions) {
    const declared = Declared.parse(draft.spec['parameters'])
    if (existing === undefined || deepEqual(declared, Declared.parse(specOf(existing)['parameters'])))
      continue
    const path = join(join(item.path, 'spec'), 'parameters')
    for (const instance of await storedInstances(sql, existing)) {
      const key = { kind: instance.kind, project: projectOf(draft), name: instance.name }
      if (inBatch.has(keyText(key))) continue
      const given = Given.parse(specOf(instance)['parameters'])
      const errors = givenParameterErrors(declared, given, 'spec.parameters')
      problems.push(...invalid(errors.map((error) => brokenInstance(error, { instance, path }))))
    }
  }
  return problems
}

async function storedInstances(sql: Sql, definition: StoredObject): Promise<StoredObject[]> {
  // Applications and revisions refer to a definition as well, but set no parameters.
  const rows = await run<{ id: bigint }>(sql, instancesOfKinds, [
    [definition.id],
    instanceKinds(definition.kind),
  ])
  return run<StoredObject>(sql, findByIds, [rows.slice(0, maxInstances).map(({ id }) => id)])
}

function brokenInstance(
  { path: field, message }: FieldError,
  { instance, path }: { instance: StoredObject; path: string },
): FieldError {
  return {
    path,
    code: 'CONFLICT',
    message: `does not fit ${instance.kind} ${shownValue(instance.name)}, whose ${field} ${message}`,
    remedy: 'Change the instance in the same request, or give the parameter a default.',
  }
}
