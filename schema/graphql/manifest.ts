import type { StoredObject } from '../../prisma/generated/client/client.ts'
import { apiVersion } from '../api-version.ts'
import { currentStatus } from './status.ts'

/** Returns an object in the form of the files that `apply` accepts, with its observed state. */
export function manifestOf(object: StoredObject, project: string | null): Record<string, unknown> {
  const { id, kind, name, labels, annotations, generation, version, createdAt, deletionRequestedAt, spec } =
    object
  return {
    apiVersion,
    kind,
    metadata: {
      name,
      ...(project === null ? {} : { project }),
      labels,
      ...(Object.keys(annotations as object).length === 0 ? {} : { annotations }),
      uid: String(id),
      generation,
      resourceVersion: String(version),
      creationTimestamp: createdAt,
      ...(deletionRequestedAt === null ? {} : { deletionTimestamp: deletionRequestedAt }),
    },
    spec,
    status: { observedGeneration: object.observedGeneration, ready: object.ready, ...currentStatus(object) },
  }
}
