import { assertSupported } from '../../schema/clusters/kubeconfig/access.ts'
import { clusterProblems } from '../../schema/clusters/kubeconfig/cluster-problems.ts'
import { chooseContext, type ChosenContext } from '../../schema/clusters/kubeconfig/context.ts'
import { KubeconfigError, readKubeconfig } from '../../schema/clusters/kubeconfig/kubeconfig.ts'
import type { ClusterPolicy } from '../../schema/clusters/policy.ts'
import type { FieldError } from '../../schema/errors.ts'
import { join } from '../../schema/issue-errors.ts'
import { type Draft } from '../../schema/inputs.ts'
import { placeholderPattern } from '../../schema/secret-syntax.ts'

/**
 * The maximum length of a kubeconfig in characters. One context with certificates has a few thousand; a Kubernetes
 * Secret is limited to 1 MiB.
 */
const maxLength = 1_000_000

/**
 * The maximum number of YAML tokens: a context has about a hundred, and this many take some tens of milliseconds to
 * parse.
 */
const maxTokens = 20_000

/**
 * Returns the errors of the kubeconfig of a runtime that can be found without a connection. Workers run the same checks
 * before each connection. Exec credential plugins are accepted here, because settings of the workers decide which they allow.
 */
export function kubeconfigErrors({ kind, spec }: Draft, path: string, policy: ClusterPolicy): FieldError[] {
  const { kubeconfig: text, context } = spec
  const isGiven =
    kind.secrets.includes('kubeconfig') && typeof text === 'string' && !placeholderPattern.test(text)
  if (!isGiven) return []
  const at = (field: string): string => join(join(path, 'spec'), field)
  // The value is a secret, so errors do not show it.
  if (text.length > maxLength) {
    const message = `is longer than ${maxLength.toLocaleString('en')} characters`
    return [{ path: at('kubeconfig'), code: 'TOO_LONG', message, remedy }]
  }
  const chosen = typeof context === 'string' ? context : undefined
  try {
    const { cluster } = usableContext(text, chosen)
    return clusterProblems(cluster, policy).map(({ field, message, remedy: cure }) => ({
      path: at('kubeconfig'),
      code: 'INVALID',
      message: `${field} of its cluster ${message}`,
      remedy: cure,
    }))
  } catch (error) {
    if (!(error instanceof KubeconfigError)) throw error
    const { code, message, remedy: cure = remedy } = error.problem
    return code === 'noContext' && chosen !== undefined
      ? [{ path: at('context'), code: 'NOT_FOUND', message: `the kubeconfig ${message}`, remedy: cure }]
      : [{ path: at('kubeconfig'), code: 'INVALID', message, remedy: cure }]
  }
}

const remedy = 'Set it to the output of `kubectl config view --minify --flatten --raw`.'

function usableContext(text: string, context: string | undefined): ChosenContext {
  const chosen = chooseContext(readKubeconfig(text, maxTokens), context)
  assertSupported({ cluster: chosen.cluster, user: { ...chosen.user, exec: undefined } })
  return chosen
}
