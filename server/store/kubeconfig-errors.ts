import { assertSupported } from '../../schema/clusters/kubeconfig/access.ts'
import { clusterProblems } from '../../schema/clusters/kubeconfig/cluster-problems.ts'
import { chooseContext, type ChosenContext } from '../../schema/clusters/kubeconfig/context.ts'
import { KubeconfigError, readKubeconfig } from '../../schema/clusters/kubeconfig/kubeconfig.ts'
import type { ClusterPolicy } from '../../schema/clusters/policy.ts'
import type { FieldError } from '../../schema/errors.ts'
import { join, type Draft } from '../../schema/inputs.ts'
import { markPattern } from '../../schema/secret-marks.ts'

/** Characters of a kubeconfig. One context with its certificates has a few thousand; a Secret of Kubernetes may have a million bytes. */
const longest = 1_000_000

/** Its words, brackets and line breaks: a context has about a hundred, and so many are read within tens of milliseconds. */
const mostParts = 20_000

/**
 * Finds what keeps the kubeconfig of a runtime from being used, as far as it can be seen without a connection. Workers check the
 * same before each connection. Programs that give credentials are for workers to refuse, as their settings allow them.
 */
export function kubeconfigErrors({ kind, spec }: Draft, path: string, policy: ClusterPolicy): FieldError[] {
  const { kubeconfig: text, context } = spec
  const isGiven = kind.secrets.includes('kubeconfig') && typeof text === 'string' && !markPattern.test(text)
  if (!isGiven) return []
  const at = (field: string): string => join(join(path, 'spec'), field)
  // The value is a secret, so no error shows it.
  if (text.length > longest) {
    const message = `is longer than ${longest.toLocaleString('en')} characters`
    return [{ path: at('kubeconfig'), message, remedy }]
  }
  const chosen = typeof context === 'string' ? context : undefined
  try {
    const { cluster } = usableContext(text, chosen)
    return clusterProblems(cluster, policy).map(({ field, message, remedy: cure }) => ({
      path: at('kubeconfig'),
      message: `${field} of its cluster ${message}`,
      remedy: cure,
    }))
  } catch (error) {
    if (!(error instanceof KubeconfigError)) throw error
    const { code, message, remedy: cure = remedy } = error.problem
    return code === 'noContext' && chosen !== undefined
      ? [{ path: at('context'), message: `the kubeconfig ${message}`, remedy: cure }]
      : [{ path: at('kubeconfig'), message, remedy: cure }]
  }
}

const remedy = 'Give what kubectl config view --minify --flatten --raw prints.'

function usableContext(text: string, context: string | undefined): ChosenContext {
  const chosen = chooseContext(readKubeconfig(text, mostParts), context)
  assertSupported({ cluster: chosen.cluster, user: { ...chosen.user, exec: undefined } })
  return chosen
}
