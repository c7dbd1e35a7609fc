import { expect, it } from 'vitest'
import { withoutPodName } from '../../../../workers/kube/health/stable-message.ts'

it.each([
  ['pods "web-7f-x2k9p" is forbidden: exceeded quota: none', 'the pod is forbidden: exceeded quota: none'],
  ['Pod "web-8d946b8d5-qz4nt" is invalid: spec', 'the pod is invalid: spec'],
])(
  'the name of a pod that cannot be created, of which each attempt has another, is left out: %s',
  (given, shown) => {
    expect(withoutPodName(given)).toBe(shown)
  },
)
