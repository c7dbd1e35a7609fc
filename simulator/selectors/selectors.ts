import { badRequest, type StatusError } from '../errors/status-error.ts'
import { at, own, type Json } from '../json.ts'
import type { KubeObject } from '../storage/object.ts'
import { parseRequirements, satisfies } from './label-selector.ts'

export type Matcher = (object: KubeObject) => boolean

/** Parses a label selector; returns undefined if it matches everything. Thrown BadRequest: if it is invalid. */
export function parseLabelSelector(text: string | null): Matcher | undefined {
  if (text === null || text.trim() === '') return undefined
  const requirements = parseRequirements(text)
  return ({ metadata }) => requirements.every((requirement) => satisfies(metadata.labels ?? {}, requirement))
}

const everywhere = ['metadata.name', 'metadata.namespace']

/** The fields by which each stored resource can be selected, besides its name and namespace. */
const selectable: Readonly<Record<string, readonly string[]>> = {
  pods: [
    'spec.nodeName',
    'spec.restartPolicy',
    'spec.schedulerName',
    'spec.serviceAccountName',
    'spec.hostNetwork',
    'status.phase',
    'status.podIP',
    'status.podIPs',
    'status.nominatedNodeName',
  ],
  namespaces: ['status.phase'],
  nodes: ['spec.unschedulable'],
  secrets: ['type'],
  services: ['spec.clusterIP', 'spec.type'],
  replicationcontrollers: ['status.replicas'],
  'replicasets.apps': ['status.replicas'],
  'jobs.batch': ['status.successful'],
  'certificatesigningrequests.certificates.k8s.io': ['spec.signerName'],
  events: [
    'involvedObject.kind',
    'involvedObject.namespace',
    'involvedObject.name',
    'involvedObject.uid',
    'involvedObject.apiVersion',
    'involvedObject.resourceVersion',
    'involvedObject.fieldPath',
    'reason',
    'reportingComponent',
    'source',
    'type',
  ],
}

/**
 * Parses a field selector; returns undefined if it matches everything. Thrown BadRequest: for a field without an index.
 * @param stored The stored resource (`pods`, `deployments.apps`), and the fields that a custom resource adds
 */
export function parseFieldSelector(
  text: string | null,
  stored: { key: string; fields: readonly string[] },
): Matcher | undefined {
  if (text === null || text.trim() === '') return undefined
  const fields = new Set([...everywhere, ...(own(selectable, stored.key) ?? []), ...stored.fields])
  const requirements = text.split(',').map((part) => {
    const match = /^\s*([^=!]+?)\s*(==|=|!=)(.*)$/.exec(part)
    if (match === null) throw badRequest(`invalid selector: '${text}'; can't understand '${part}'`)
    const [, field = '', operator, value = ''] = match
    if (!fields.has(field)) throw unknownField(field, stored.key)
    return { field, equals: operator !== '!=', value: value.replaceAll(/\\(.)/g, '$1') }
  })
  return (object) =>
    requirements.every(({ field, equals, value }) => (fieldText(object, field) === value) === equals)
}

/** Returns the error for an unknown field, whose message differs for kinds with fields of their own. */
function unknownField(field: string, key: string): StatusError {
  return badRequest(
    own(selectable, key) === undefined
      ? `${JSON.stringify(field)} is not a known field selector: only "metadata.name", "metadata.namespace"`
      : `field label not supported: ${field}`,
  )
}

function fieldText(object: KubeObject, field: string): string {
  if (field === 'source') return text(at(object, 'source', 'component') ?? at(object, 'reportingComponent'))
  const value = at(object, ...field.split('.'))
  if (value === undefined && (field === 'spec.unschedulable' || field === 'spec.hostNetwork')) return 'false'
  return text(value)
}

function text(value: Json | undefined): string {
  return value === undefined || value === null || typeof value === 'object' ? '' : String(value)
}

/** Matches a LabelSelector of an object; a missing selector matches nothing, an empty one everything. */
export function matchesSelector(
  selector: Json | undefined,
  labels: Readonly<Record<string, string>>,
): boolean {
  if (selector === undefined || selector === null) return false
  const matchLabels = at(selector, 'matchLabels')
  for (const [key, value] of Object.entries(matchLabels ?? {})) if (own(labels, key) !== value) return false
  const expressions = at(selector, 'matchExpressions')
  if (!Array.isArray(expressions)) return true
  return expressions.every((expression) => {
    const key = text(at(expression, 'key'))
    const given = at(expression, 'values')
    const values = Array.isArray(given) ? given.map(text) : []
    switch (at(expression, 'operator')) {
      case 'In':
        return satisfies(labels, { key, operator: 'in', values })
      case 'NotIn':
        return satisfies(labels, { key, operator: 'notin', values })
      case 'Exists':
        return satisfies(labels, { key, operator: 'exists' })
      default:
        return satisfies(labels, { key, operator: 'absent' })
    }
  })
}
