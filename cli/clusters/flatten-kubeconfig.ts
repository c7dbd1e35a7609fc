import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { chooseContext, type ChosenContext } from '../../schema/clusters/kubeconfig/context.ts'
import {
  KubeconfigError,
  readKubeconfig,
  type Kubeconfig,
} from '../../schema/clusters/kubeconfig/kubeconfig.ts'
import { clusterProblems } from '../../schema/clusters/kubeconfig/cluster-problems.ts'
import { fileFields, unsupportedField } from '../../schema/clusters/kubeconfig/unsupported.ts'
import { writeKubeconfig } from '../../schema/clusters/kubeconfig/write.ts'
import { trustedPolicy } from '../../schema/clusters/policy.ts'
import { usageError } from '../cli-error.ts'
import { didYouMean } from '../similar.ts'

/** One context of a kubeconfig file, complete in itself. */
export interface FlatKubeconfig {
  context: string
  /** Whether the certificate of the cluster is looked at. */
  isVerified: boolean
  text: string
}

/**
 * Takes one context out of a kubeconfig file and reads the files that it names into it, as `kubectl config view
 * --minify --flatten --raw` does: it is used by workers, which have other files. Throws what to do for credentials
 * that only this machine could get.
 *
 * @param wish.context Default: the current context.
 * @param wish.execPlugin Keep the program that gives the credentials, for workers that may run it.
 */
export async function flattenKubeconfig(
  path: string,
  { context: contextName, execPlugin = false }: { context?: string | undefined; execPlugin?: boolean } = {},
): Promise<FlatKubeconfig> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw usageError(`cannot read the kubeconfig ${path}: ${reasonOf(cause)}`)
  })
  const { name, context, cluster, user } = chosenIn(path, text, contextName)
  refuseUnusable(path, { cluster, user: execPlugin ? { ...user, exec: undefined } : user })
  const folder = dirname(path)
  const flatCluster = await withFilesInside(cluster, folder)
  // What only settings of the control plane allow is for it to refuse.
  const [problem] = clusterProblems(flatCluster, trustedPolicy)
  if (problem !== undefined)
    throw usageError(`${path}: ${problem.field} of its cluster ${problem.message}. ${problem.remedy}`)
  return {
    context: name,
    isVerified: flatCluster['insecure-skip-tls-verify'] !== true,
    text: writeKubeconfig({ name, context, cluster: flatCluster, user: await withFilesInside(user, folder) }),
  }
}

function chosenIn(path: string, text: string, chosen: string | undefined): ChosenContext {
  let config: Kubeconfig | undefined
  try {
    config = readKubeconfig(text)
    return chooseContext(config, chosen)
  } catch (error) {
    if (!(error instanceof KubeconfigError)) throw error
    const { code, message, remedy = '' } = error.problem
    const names = (config?.contexts ?? []).map(({ name }) => name)
    const isOther = code === 'noContext' && names.length > 0
    const similar = isOther && chosen !== undefined ? didYouMean(chosen, names) : ''
    const choose = isOther && chosen === undefined ? ' Choose one: --context NAME' : ''
    throw usageError(`${path} ${message}. ${similar || remedy}${choose}`.trimEnd())
  }
}

function refuseUnusable(path: string, { cluster, user }: Pick<ChosenContext, 'cluster' | 'user'>): void {
  const found = unsupportedField({ cluster, user })
  if (found === undefined) return
  const program = found.field === 'exec' && user.exec != null ? `: ${user.exec.command}` : ''
  const remedy =
    found.field === 'proxy-url'
      ? found.remedy
      : `Make a service account, and import a kubeconfig with its token:
  kubectl create serviceaccount qleetos -n kube-system
  kubectl create clusterrolebinding qleetos --clusterrole=cluster-admin --serviceaccount=kube-system:qleetos
  kubectl create token qleetos -n kube-system --duration=8760h${found.field === 'exec' ? '\nOr let workers run it: QLEET_EXEC_PLUGINS of the workers, and --exec-plugin here.' : ''}`
  throw usageError(`${path} ${found.message}${program}; workers cannot do that. ${remedy}`)
}

/** As in kubectl, data takes precedence over files, but a token file over a token. Paths are relative to the kubeconfig. */
async function withFilesInside(
  fields: Record<string, unknown>,
  folder: string,
): Promise<Record<string, unknown>> {
  const flat = { ...fields }
  for (const { field, into } of fileFields) {
    const named = flat[field]
    delete flat[field]
    const isGiven = into !== 'token' && typeof flat[into] === 'string' && flat[into] !== ''
    if (typeof named !== 'string' || named === '' || isGiven) continue
    const path = resolve(folder, named)
    const content = await readFile(path).catch((cause: unknown) => {
      throw usageError(`cannot read ${path}, which the kubeconfig names in ${field}: ${reasonOf(cause)}`)
    })
    flat[into] = into === 'token' ? content.toString('utf8').trim() : content.toString('base64')
  }
  return flat
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
}
