import { isRecord, type Manifest } from '../../schema/manifests.ts'
import type { KubeObject } from '../kube/client/client.ts'
import { applyObject, getObject, listObjects, type Cluster } from '../kube/client/cluster.ts'
import { isKubeError, isDisconnected } from '../kube/client/kube-error.ts'
import { isTrue, record } from '../kube/health/fields.ts'
import type { AcceptanceProof, AnswerProof, ConditionProof, Proof } from './catalogue/support-service-data.ts'

/** A cluster as a check sees it. */
export interface Inspected {
  cluster: Cluster
  signal: AbortSignal
}

/** Returns the first missing proof as a sentence without a full stop; undefined if a service works. */
export async function missingProof(
  inspected: Inspected,
  proofs: readonly Proof[],
): Promise<string | undefined> {
  for (const proof of proofs) {
    const missing = await check(inspected, proof)
    if (missing !== undefined) return missing
  }
  return undefined
}

function check(inspected: Inspected, proof: Proof): Promise<string | undefined> {
  if ('answers' in proof) return checkAnswer(inspected, proof)
  if ('accepts' in proof) return checkAcceptance(inspected, proof)
  return checkCondition(inspected, proof)
}

async function checkCondition(
  inspected: Inspected,
  { condition, fields = {}, ...target }: ConditionProof,
): Promise<string | undefined> {
  const matching = (await findObjects(inspected, target)).filter((object) =>
    Object.entries(fields).every(([path, value]) => fieldAt(object, path.split('.')) === value),
  )
  if (matching.some((object) => isTrue(record(object['status']), condition))) return undefined
  const { kind, name } = target
  const which = name === undefined ? `no ${kind}` : `${kind} ${name}`
  if (matching.length === 0)
    return name === undefined ? `there is ${which} of it yet` : `${which} does not exist`
  return name === undefined ? `${which} of it is ${condition} yet` : `${which} is not ${condition}`
}

async function checkAnswer({ cluster, signal }: Inspected, { answers }: AnswerProof) {
  try {
    const page = await cluster.client.request({ method: 'GET', path: answers, query: { limit: '1' }, signal })
    const { items } = isRecord(page) ? page : {}
    return Array.isArray(items) && items.length > 0 ? undefined : `${answers} has no items yet`
  } catch (error) {
    // An aggregated API that is not ready answers 503, as an API server does that is not.
    if (isDisconnected(error) || !isKubeError(error)) throw error
    return `${answers} is not available (${error.message})`
  }
}

async function checkAcceptance({ cluster, signal }: Inspected, { accepts }: AcceptanceProof) {
  const { apiVersion, kind, metadata } = accepts
  const type = await cluster.discovery.find(apiVersion, kind)
  if (type === undefined) return `the cluster does not serve kind ${kind} in ${apiVersion}`
  const ref = { type, namespace: metadata.namespace ?? '', name: metadata.name }
  try {
    await applyObject(cluster.client, ref, { manifest: accepts, signal, force: true, dryRun: true })
    return undefined
  } catch (error) {
    if (isDisconnected(error) || !isKubeError(error)) throw error
    return `${kind} objects are refused: ${error.message}`
  }
}

/** The object or the objects that a check is about. */
export interface SoughtObjects extends Pick<Manifest, 'apiVersion' | 'kind'> {
  name?: string | undefined
  /** @default all namespaces, or none for kinds without namespaces */
  namespace?: string | undefined
  labelSelector?: string
}

/** Finds one object by name, or all objects of a kind; none if the cluster does not serve the kind. */
export async function findObjects(
  { cluster, signal }: Inspected,
  { apiVersion, kind, name, namespace = '', labelSelector }: SoughtObjects,
): Promise<KubeObject[]> {
  const type = await cluster.discovery.find(apiVersion, kind)
  if (type === undefined) return []
  if (name === undefined || (type.namespaced && namespace === '')) {
    const selector = labelSelector === undefined ? {} : { labelSelector }
    const found = await listObjects(cluster.client, { type, namespace, signal, atMost: 500, ...selector })
    return found.filter(({ metadata }) => name === undefined || metadata.name === name)
  }
  const found = await getObject(cluster.client, { type, namespace, name }, signal)
  return found === undefined ? [] : [found]
}

function fieldAt(value: unknown, [next, ...path]: readonly string[]): unknown {
  if (next === undefined) return value
  return isRecord(value) ? fieldAt(value[next], path) : undefined
}
