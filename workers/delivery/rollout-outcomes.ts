import { failed, type Outcome } from '../engine/outcome.ts'
import type { Rollout } from './rollout.ts'

/* How a rollout that failed ends. */

export function rolledBack(
  { failed: number, cause = '', active }: Rollout,
  outputs: Record<string, unknown>,
): Outcome {
  const message = `Revision ${number} failed, and revision ${active} runs again: ${cause}`
  return failed({ reason: 'RolledBack', message, blocked: true }, { retryable: false, final: true, outputs })
}

export function stoppedOutcome({ target, cause = '' }: Rollout, outputs: Record<string, unknown>): Outcome {
  const message = `Revision ${target} failed, and there is no earlier one: ${cause}`
  return failed(
    { reason: 'RolloutFailed', message, blocked: true },
    { retryable: false, final: true, outputs },
  )
}
