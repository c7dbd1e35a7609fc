import type { ServedVersion } from '../../schema/runtime-schemas.ts'
import type { CustomSchema } from '../../schema/kubernetes/custom-schemas.ts'
import type { ReconcileContext } from '../engine/reconciler.ts'
import type { ReconcilerCaches } from '../environment.ts'
import { ReportSchemasDocument } from '../generated/documents.ts'
import type { KubeClient } from '../kube/client/client.ts'
import { isKubeError } from '../kube/client/kube-error.ts'
import { schemasOf, servedVersions } from '../kube/client/openapi.ts'

/** Milliseconds after which the next reconcile reports an unchanged state again, in case that the server has lost it. */
const reportTtl = 5 * 60_000

/** The maximum number of documents that one reconcile reads; the next one continues. */
const maxDocuments = 50

/**
 * Reports the schemas of the custom resources that a cluster serves, as far as the server does not have them. A cluster that
 * does not provide them is no failure: its manifests are not checked before they are applied.
 */
export async function reportClusterSchemas(
  context: ReconcileContext,
  client: KubeClient,
  { schemas: reported }: ReconcilerCaches,
): Promise<void> {
  const { signal, log } = context
  const served = await servedState(client, { signal, log })
  if (served === undefined) return
  const state = JSON.stringify(served)
  const before = reported.get(client)
  if (before?.state === state && Date.now() - before.at < reportTtl) return
  const missing = new Set(await report(context, served))
  const wanted = served.filter(({ apiVersion }) => missing.has(apiVersion))
  for (const version of wanted.slice(0, maxDocuments)) {
    const kinds = await unlessRefused(() => schemasOf(client, version, signal), log)
    if (kinds !== undefined) await report(context, served, { ...version, kinds })
  }
  if (wanted.length <= maxDocuments) reported.set(client, { at: Date.now(), state })
}

/** Returns the API versions of custom kinds that a cluster serves; undefined if it does not provide their schemas. */
export function servedState(
  client: KubeClient,
  { signal, log }: Pick<ReconcileContext, 'signal' | 'log'>,
): Promise<ServedVersion[] | undefined> {
  return unlessRefused(() => servedVersions(client, signal), log)
}

/** Reports what a cluster serves, with the schemas of one version; returns the versions whose schemas are missing. */
async function report(
  { client, object, epoch }: ReconcileContext,
  served: readonly ServedVersion[],
  schemas?: ServedVersion & { kinds: Record<string, CustomSchema> },
): Promise<string[]> {
  const { result } = await client.execute(ReportSchemasDocument, {
    id: object.id,
    epoch,
    served: [...served],
    schemas: schemas === undefined ? [] : [schemas],
  })
  return result
}

async function unlessRefused<Result>(
  request: () => Promise<Result>,
  log: ReconcileContext['log'],
): Promise<Result | undefined> {
  try {
    return await request()
  } catch (error) {
    if (!isKubeError(error)) throw error
    log.debug({ err: error }, 'cluster provides no schemas')
    return undefined
  }
}
