import { certificatesProblem, literalAddress } from '../../schema/clusters/kubeconfig/cluster-problems.ts'
import type { ClusterPolicy } from '../../schema/clusters/policy.ts'
import type { FieldError } from '../../schema/errors.ts'
import { join } from '../../schema/issue-errors.ts'
import { type Draft } from '../../schema/inputs.ts'
import { ModuleApi } from '../../schema/kinds/module.ts'
import { moduleUrl } from '../../schema/modules/endpoint.ts'
import { kubeconfigErrors } from './kubeconfig-errors.ts'

/**
 * Returns the errors of addresses that users have QleetOS connect to, as far as they can be found without a connection. Before each
 * connection, the same policy is applied to the address that a name resolves to.
 */
export function addressErrors(draft: Draft, path: string, policy: ClusterPolicy): FieldError[] {
  return [...kubeconfigErrors(draft, path, policy), ...moduleErrors(draft, path, policy)]
}

function moduleErrors({ kind, spec }: Draft, path: string, policy: ClusterPolicy): FieldError[] {
  if (kind.kind !== ModuleApi.kind) return []
  const { endpoint, caCertificate } = spec
  const problem = typeof caCertificate === 'string' ? certificatesProblem(caCertificate) : undefined
  const at = (field: string): string => join(join(path, 'spec'), field)
  return [
    ...endpointErrors(String(endpoint), policy).map((error) => ({ path: at('endpoint'), ...error })),
    ...(problem === undefined
      ? []
      : [{ path: at('caCertificate'), code: 'INVALID' as const, message: problem, remedy: authorityRemedy }]),
  ]
}

const authorityRemedy =
  'Set it to the PEM of the authority, or omit it to trust the authorities of the system.'

function endpointErrors(endpoint: string, policy: ClusterPolicy): Omit<FieldError, 'path'>[] {
  const host = moduleUrl(endpoint)?.hostname ?? ''
  const address = literalAddress(host)
  const refusal = address === undefined ? undefined : policy.refusalOf(address)
  if (refusal === undefined) return []
  return [{ code: 'INVALID', message: `has ${refusal.what}: ${address}`, remedy: refusal.remedy }]
}
