import { describe, expect, it } from 'vitest'
import { KubeError, unavailablePauses } from '../../../../workers/kube/client/kube-error.ts'

describe('unavailablePauses', () => {
  it.each([
    { failure: 'unreachable', cap: 15_000 },
    { failure: 'serverError', cap: 60_000 },
  ] as const)('begin short for $failure, which may be over in a moment', ({ failure, cap }) => {
    expect(unavailablePauses(new KubeError(failure, 'm'))).toEqual({ first: 2000, cap })
  })

  it.each(['untrusted', 'unauthenticated', 'throttled', 'garbled'] as const)(
    'are those of other failures for %s',
    (failure) => {
      expect(unavailablePauses(new KubeError(failure, 'm'))).toBeUndefined()
    },
  )
})
