import { describe, expect, it } from 'vitest'
import { firstUnavailablePause, KubeError } from '../../../../workers/kube/client/kube-error.ts'

describe('firstUnavailablePause', () => {
  it.each(['unreachable', 'serverError'] as const)(
    'is short for %s, which may be over in a moment',
    (failure) => {
      expect(firstUnavailablePause(new KubeError(failure, 'm'))).toBe(2000)
    },
  )

  it.each(['untrusted', 'unauthenticated', 'throttled', 'garbled'] as const)(
    'is that of an unreachable cluster for %s',
    (failure) => {
      expect(firstUnavailablePause(new KubeError(failure, 'm'))).toBeUndefined()
    },
  )
})
