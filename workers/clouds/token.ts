import { chooseContext } from '../../schema/clusters/kubeconfig/context.ts'
import { readKubeconfig } from '../../schema/clusters/kubeconfig/kubeconfig.ts'
import { writeKubeconfig } from '../../schema/clusters/kubeconfig/write.ts'
import { requeueAfter, type Outcome } from '../engine/outcome.ts'
import type { ReconcileContext } from '../engine/reconciler.ts'
import { outputsSoFar } from '../resources/outputs-so-far.ts'

/* Kubeconfigs with tokens that expire, which the object of a cluster renews, because only that has the account. */

/** A token for the Kubernetes API of a cluster. */
export interface TokenIssuer {
  issue: () => Promise<string>
  /** Milliseconds after which a token is renewed, with time for a failed attempt. */
  renewal: number
}

/** How the Kubernetes API of a cluster is reached. */
export interface ClusterEndpoint {
  name: string
  server: string
  /** The certificate of the authority in base64. @default those of the system */
  authority: string | undefined
}

/**
 * Renews the token of a cluster that is not as desired: whatever keeps it from that, also an account that is not ready, must not cut off
 * the applications in it. Resolves with undefined if no renewal is due, or none is possible.
 */
export async function renewToken(
  context: ReconcileContext,
  { issue, renewal }: TokenIssuer,
): Promise<Outcome | undefined> {
  const { object, secrets, signal, log } = context
  const { kubeconfig: stored } = secrets
  if (object.ready || stored === undefined || isFresh(context, renewal)) return undefined
  let token: string
  try {
    token = await issueToken(context, issue)
  } catch (error) {
    signal.throwIfAborted()
    // What follows finds the same problem and reports it.
    log.warn({ err: error }, 'cannot renew the token of a cluster')
    return undefined
  }
  return requeueAfter(0, {
    reason: 'TokenRenewed',
    message: 'The token for its Kubernetes API was renewed.',
    outputs: outputsSoFar(context),
    secretOutputs: {
      kubeconfig: writeKubeconfig({ ...chooseContext(readKubeconfig(stored)), user: { token } }),
    },
  })
}

/** Returns the stored kubeconfig, or one with a new token if that is due. */
export async function kubeconfigWithToken(
  context: ReconcileContext,
  { name, server, authority }: ClusterEndpoint,
  { issue, renewal }: TokenIssuer,
): Promise<string> {
  const stored = context.secrets['kubeconfig']
  const isSame = stored?.includes(server) === true && (authority === undefined || stored.includes(authority))
  if (stored !== undefined && isSame && isFresh(context, renewal)) return stored
  return writeKubeconfig({
    name,
    context: { cluster: name, user: name },
    cluster: { server, ...(authority === undefined ? {} : { 'certificate-authority-data': authority }) },
    user: { token: await issueToken(context, issue) },
  })
}

function isFresh({ state, now }: ReconcileContext, renewal: number): boolean {
  return now() - Date.parse(String(state['tokenIssuedAt'])) < renewal
}

async function issueToken(
  { updateState, now }: ReconcileContext,
  issue: () => Promise<string>,
): Promise<string> {
  const tokenIssuedAt = new Date(now()).toISOString()
  const token = await issue()
  updateState({ tokenIssuedAt })
  return token
}
