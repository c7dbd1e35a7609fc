import type { StoredObject } from '../../../prisma/generated/client/client.ts'
import { isRecord } from '../../../schema/records.ts'
import { byId, type Tables } from './tables.ts'

/* The statements of server/store/placement.ts, and the one by which an owner keeps its runtime, by name. */

function targetOf({ references }: Tables, id: bigint, field: string): bigint | undefined {
  return references.get(`${id}:${field}`)?.toId
}

function field(value: unknown, ...path: string[]): unknown {
  return path.reduce((inner, name) => (isRecord(inner) ? inner[name] : undefined), value)
}

function isCounted(db: Tables, occupant: StoredObject, runtimeId: bigint): boolean {
  return ![...db.ownerships.values()].some(
    ({ ownedId, ownerId }) => ownedId === occupant.id && targetOf(db, ownerId, 'runtime') === runtimeId,
  )
}

export const placementStatements = {
  'find-placement-runtimes': (db: Tables, [projectId]: [bigint]) =>
    [...db.objects.values()]
      .filter((object) => object.projectId === projectId && object.kind === 'KubernetesRuntimeInstance')
      .sort((one, other) => (one.name < other.name ? -1 : 1))
      .flatMap((runtime) => {
        const definition = db.objects.get(targetOf(db, runtime.id, 'definition') ?? 0n)
        if (definition === undefined) return []
        return [{ ...runtime, definitionId: definition.id, provider: field(definition.spec, 'provider') }]
      }),

  'find-runtime-of': (db: Tables, [id]: [bigint]) => {
    const runtime = db.objects.get(targetOf(db, id, 'runtime') ?? 0n)
    return runtime === undefined ? [] : [{ ...runtime }]
  },

  'find-named-ids': (db: Tables, [id]: [bigint]) =>
    [...db.references.values()].filter(({ fromId }) => fromId === id).map(({ toId }) => ({ id: toId })),

  'find-occupants': (db: Tables, [runtimeIds, kinds]: [bigint[], string[]]) =>
    runtimeIds.flatMap((runtimeId) => {
      const inside = byId(db.objects.values()).filter(({ id }) => targetOf(db, id, 'runtime') === runtimeId)
      const instances = inside.filter(
        (object) => kinds.includes(object.kind) && isCounted(db, object, runtimeId),
      )
      const services = inside.filter(({ kind }) => kind === 'SupportServiceInstance')
      if (instances.length + services.length === 0) return []
      const dedicated = instances
        .filter(({ spec }) => field(spec, 'placement', 'isolation') === 'dedicated')
        .map(({ name }) => name)
        .sort()
      const ready = services.filter((service) => service.ready).map(({ spec }) => field(spec, 'service'))
      return [
        {
          runtimeId,
          instances: instances.length,
          dedicatedTo: dedicated[0] ?? null,
          services: ready.length === 0 ? null : ready,
        },
      ]
    }),

  'find-runtime-profiles': (db: Tables, [projectId]: [bigint]) =>
    [...db.objects.values()]
      .filter(({ kind, spec }) => kind === 'Profile' && field(spec, 'type') === 'KubernetesRuntime')
      .sort((one, other) => (one.name < other.name ? -1 : 1))
      .flatMap((profile) => {
        const project = db.objects.get(profile.projectId ?? 0n)
        const isShared = project?.id === projectId || project?.name === 'default'
        return isShared && profile.deletionRequestedAt === null
          ? [{ ...profile, project: project?.name }]
          : []
      }),

  'find-location': (db: Tables, [ownerId]: [bigint]) => {
    const runtime = targetOf(db, ownerId, 'runtime')
    const definition = runtime === undefined ? undefined : targetOf(db, runtime, 'definition')
    return [runtime, definition].filter((id) => id !== undefined).map((id) => ({ id }))
  },
}
