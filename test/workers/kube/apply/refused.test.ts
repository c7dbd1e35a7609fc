import { expect, it } from 'vitest'
import { remedyFor } from '../../../../schema/remedies.ts'
import { healthOfRefusal } from '../../../../workers/kube/apply/refused.ts'
import { KubeError } from '../../../../workers/kube/client/kube-error.ts'

/** A refusal with 403, whose reason is the same for all. */
function forbidden(message: string): KubeError {
  return new KubeError('forbidden', message, { status: 403, reason: 'Forbidden' })
}

it.each([
  ['needs permission to get configmaps in namespace "shop" (as "dev")', 'Forbidden', 'Grant the permission'],
  [
    'clusterroles "x" is forbidden: user "dev" (groups=["a"]) is attempting to grant RBAC permissions not currently held: {…}',
    'Forbidden',
    'Grant the permission',
  ],
  [
    'configmaps "a" is forbidden: exceeded quota: q, requested: count/configmaps=1, used: count/configmaps=1, limited: count/configmaps=1',
    'QuotaExceeded',
    'raise the ResourceQuota',
  ],
  [
    'pods "p" is forbidden: violates PodSecurity "restricted:latest": privileged (container "a" must not set securityContext.privileged=true)',
    'PodSecurity',
    'pod-security.kubernetes.io/enforce',
  ],
  [
    `secrets "p" is forbidden: ValidatingAdmissionPolicy 'nope' with binding 'nope' denied request: not here`,
    'PolicyDenied',
    'whoever maintains the policy',
  ],
  ['admission webhook "check.example.com" denied the request: not on a Friday', 'PolicyDenied', 'webhook'],
  [
    'configmaps "n" is forbidden: unable to create new content in namespace t because it is being terminated',
    'NamespaceTerminating',
    'Wait until the namespace is deleted',
  ],
  [
    'pods "p" is forbidden: maximum memory usage per Container is 1Mi, but limit is 2Mi',
    'Denied',
    'Change the resource as the message asks',
  ],
])('of "%s" has the reason %s, and a remedy that fits it', (message, reason, remedy) => {
  expect(healthOfRefusal(forbidden(message), undefined)).toMatchObject({
    reason,
    message: expect.stringContaining(message),
  })
  expect(remedyFor(reason, { kind: 'WorkloadInstance', name: 'shop', project: null })).toContain(remedy)
})

it('of a kind that the cluster does not serve names the definition that is missing', () => {
  const page = new KubeError('notFound', 'the cluster returned HTTP 404 with text/plain', { status: 404 })
  expect(healthOfRefusal(page, undefined)).toMatchObject({
    reason: 'UnknownKind',
    message: expect.stringContaining('the CustomResourceDefinition is missing, or was refused'),
  })
})

it('keeps the reason that an API server gives to other refusals', () => {
  const error = new KubeError('invalid', 'is invalid', { status: 422, reason: 'Invalid' })
  expect(healthOfRefusal(error, undefined).reason).toBe('Invalid')
  expect(healthOfRefusal(new KubeError('invalid', 'is invalid'), undefined).reason).toBe('Refused')
})
