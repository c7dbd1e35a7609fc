import { shownValue } from '../errors.ts'
import type { ManifestError } from '../manifest-errors.ts'
import { isRecord } from '../records.ts'

/** Kinds whose selector must select the pods of their own template, which no schema can say. */
const kinds: Readonly<Record<string, readonly string[]>> = {
  'apps/v1': ['DaemonSet', 'Deployment', 'ReplicaSet', 'StatefulSet'],
}

/** Checks that the selector of a workload is not empty, and selects the pods of its template. */
export function selectorErrors(apiVersion: string, { kind, spec }: Record<string, unknown>): ManifestError[] {
  const isChecked = Object.hasOwn(kinds, apiVersion) && kinds[apiVersion]?.includes(String(kind)) === true
  if (!isChecked) return []
  if (!isRecord(spec))
    return [{ segments: [], missing: 'spec', code: 'REQUIRED', message: 'is missing', remedy: 'Add spec.' }]
  const at = ['spec', 'selector']
  const selector = recordIn(spec, 'selector')
  const matchLabels = recordIn(selector, 'matchLabels')
  const expressions = selector['matchExpressions']
  const hasExpressions = Array.isArray(expressions) && expressions.length > 0
  if (Object.keys(matchLabels).length === 0 && !hasExpressions) {
    const remedy = 'Add matchLabels with labels of the template.'
    return [{ segments: at, code: 'INVALID', message: 'must not be empty: it would select all pods', remedy }]
  }
  const labels = recordIn(recordIn(recordIn(spec, 'template'), 'metadata'), 'labels')
  return Object.entries(matchLabels)
    .filter(([key, value]) => !Object.hasOwn(labels, key) || labels[key] !== value)
    .map(([key, value]) => ({
      segments: [...at, 'matchLabels', key],
      code: 'INVALID' as const,
      message: 'must be a label of the template',
      value: shownValue(value),
      remedy: `Add it to spec.template.metadata.labels, or select another label.`,
    }))
}

function recordIn(value: Record<string, unknown>, key: string): Record<string, unknown> {
  const entry = Object.hasOwn(value, key) ? value[key] : undefined
  return isRecord(entry) ? entry : {}
}
