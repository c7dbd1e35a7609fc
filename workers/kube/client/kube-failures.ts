import type { FailureRules } from '../../../process/upstream/failure-rules.ts'
import { KubeError, isDisconnected, isKubeError } from './kube-error.ts'

/** The failure rules by which breaker, throttle and liveness probe treat errors of a cluster. */
export const kubeFailures: FailureRules<KubeError> = {
  isFailure: (error) => isKubeError(error),
  isDisconnected,
  retryAfter: (error) => {
    // 429, and 503 with Retry-After: the cluster has not processed the request.
    if (isKubeError(error, 'throttled')) return (error.retryAfter ?? 1) * 1000
    if (isKubeError(error, 'serverError') && error.retryAfter !== undefined) return error.retryAfter * 1000
    return undefined
  },
  postponed: ({ failure, message, status, reason }, left) =>
    new KubeError(failure, message, { status, reason, retryAfter: Math.ceil(left / 1000) }),
  toRecord: ({ failure: kind, message, reason }) => ({ kind, message, reason }),
  fromRecord: ({ kind, message, reason }) =>
    new KubeError(kind === 'untrusted' ? kind : 'unreachable', message, { reason }),
}
