import { stringify } from 'yaml'
import type { Kubeconfig } from './kubeconfig.ts'

/** A context with the cluster and user that it references. */
export interface KubeconfigContent {
  /** Name of the context. */
  name: string
  context: { cluster: string; user: string }
  cluster: Record<string, unknown>
  user: Record<string, unknown>
  preferences?: Record<string, unknown>
}

/** Formats a kubeconfig with one context, which is the current context. */
export function writeKubeconfig({ name, context, cluster, user, preferences }: KubeconfigContent): string {
  return kubeconfigText({
    apiVersion: 'v1',
    kind: 'Config',
    ...(preferences === undefined ? {} : { preferences }),
    clusters: [{ name: context.cluster, cluster }],
    users: [{ name: context.user, user }],
    contexts: [{ name, context }],
    'current-context': name,
  })
}

/**
 * Formats a kubeconfig as YAML 1.1, which kubectl reads: there, a token such as `1_0` or a name such as `yes` is a
 * string only in quotes.
 */
export function kubeconfigText(kubeconfig: Kubeconfig): string {
  return stringify(kubeconfig, { version: '1.1' })
}
