import { isMap, parseDocument } from 'yaml'
import { clusterProblems } from '../../schema/clusters/kubeconfig.ts'
import type { ClusterPolicy } from '../../schema/clusters/policy.ts'
import type { FieldError } from '../../schema/errors.ts'
import { join, type Draft } from '../../schema/inputs.ts'
import { isRecord } from '../../schema/manifests.ts'
import { markPattern } from '../../schema/secret-marks.ts'

/**
 * What keeps the cluster of a runtime from being used, told when it is submitted. Workers check the same and more before
 * each connection; what cannot be read as a kubeconfig here is theirs to explain.
 */
export function kubeconfigErrors({ kind, spec }: Draft, path: string, policy: ClusterPolicy): FieldError[] {
  const text = spec['kubeconfig']
  const isGiven = kind.secrets.includes('kubeconfig') && typeof text === 'string' && !markPattern.test(text)
  if (!isGiven) return []
  const cluster = chosenCluster(text, spec['context'])
  if (cluster === undefined) return []
  // The value is a secret, so it is not shown.
  return clusterProblems(cluster, policy).map(({ field, message, remedy }) => ({
    path: join(join(path, 'spec'), 'kubeconfig'),
    message: `${field} of its cluster ${message}`,
    remedy,
  }))
}

function chosenCluster(text: string, chosen: unknown): Record<string, unknown> | undefined {
  const document = parseDocument(text, { prettyErrors: false })
  if (document.errors.length > 0 || !isMap(document.contents)) return undefined
  const config = asRecord(document.toJS())
  const name = chosen ?? config['current-context']
  const context = asRecord(named(config['contexts'], name)['context'])
  const { cluster } = named(config['clusters'], context['cluster'])
  return isRecord(cluster) ? cluster : undefined
}

function named(entries: unknown, name: unknown): Record<string, unknown> {
  const found = Array.isArray(entries)
    ? entries.map(asRecord).find((each) => each['name'] === name)
    : undefined
  return found ?? {}
}

function asRecord(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {}
}
