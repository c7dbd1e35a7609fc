import type { IAM } from '@aws-sdk/client-iam'
import type { ReconcileContext } from '../engine/reconciler.ts'
import { ensureExternal, type ExternalCalls } from '../resources/external-resources.ts'
import type { AwsAccess } from './account.ts'
import { iamPath } from './bucket.ts'
import { isAwsError, isNoSuchEntity } from './errors.ts'
import { assertOurs, tagList } from './ownership.ts'

/* Roles of IAM: https://docs.aws.amazon.com/IAM/latest/APIReference/API_Operations.html */

export interface DesiredRole {
  name: string
  order: number
  /** The statement of the trust policy, without its effect. */
  trust: Readonly<Record<string, unknown>>
  /** The ARNs of managed policies. */
  managed?: readonly string[]
  /** A policy of the role's own, as statements. */
  statements?: readonly object[]
}

/** The name of the policy of a role's own. */
const policyName = 'qleetos'

/** Ensures a role with its policies. Resolves with its ARN. */
export async function ensureRole(
  context: ReconcileContext,
  access: AwsAccess,
  desired: DesiredRole,
): Promise<string> {
  const { signal: abortSignal } = context
  const { name: RoleName, managed = [], statements } = desired
  const iam = await access.in(access.defaultRegion).iam()
  const trust = documentOf([{ Effect: 'Allow', ...desired.trust }])
  const place = { provider: 'aws', account: access.accountId, region: '', type: 'role', tags: {} }
  const { state: role } = await ensureExternal(
    context,
    { ...place, name: RoleName, order: desired.order },
    roleCalls(iam, trust),
  )
  if (!isSameDocument(role.trust, trust))
    await iam.updateAssumeRolePolicy({ RoleName, PolicyDocument: trust }, { abortSignal })
  const { AttachedPolicies = [] } = await iam.listAttachedRolePolicies({ RoleName }, { abortSignal })
  for (const PolicyArn of managed)
    if (!AttachedPolicies.some((each) => each.PolicyArn === PolicyArn))
      await iam.attachRolePolicy({ RoleName, PolicyArn }, { abortSignal })
  if (statements !== undefined) await ensurePolicy(iam, { RoleName, statements }, abortSignal)
  return role.arn
}

async function ensurePolicy(
  iam: IAM,
  { RoleName, statements }: { RoleName: string; statements: readonly object[] },
  abortSignal: AbortSignal,
): Promise<void> {
  const PolicyDocument = documentOf(statements)
  const request = { RoleName, PolicyName: policyName }
  try {
    const found = await iam.getRolePolicy(request, { abortSignal })
    if (isSameDocument(found.PolicyDocument, PolicyDocument)) return
  } catch (error) {
    if (!isNoSuchEntity(error)) throw error
  }
  await iam.putRolePolicy({ ...request, PolicyDocument }, { abortSignal })
}

function documentOf(statements: readonly object[]): string {
  return JSON.stringify({ Version: '2012-10-17', Statement: statements })
}

/** Compares policies, which IAM returns in URL encoding. */
function isSameDocument(found: string | undefined, desired: string): boolean {
  if (found === undefined) return false
  try {
    return JSON.stringify(JSON.parse(decodeURIComponent(found))) === desired
  } catch {
    return false
  }
}

interface FoundRole {
  arn: string
  trust: string | undefined
}

/**
 * Returns the calls for roles.
 *
 * @param trust The trust policy of a role that is created. @default for a deletion
 */
export function roleCalls(iam: IAM, trust = ''): ExternalCalls<FoundRole> {
  return {
    find: async (entry, abortSignal) => {
      try {
        const { Role: role } = await iam.getRole({ RoleName: entry.name }, { abortSignal })
        assertOurs(entry, role?.Tags)
        const { Arn: arn = '', AssumeRolePolicyDocument: found } = role ?? {}
        return { externalId: entry.name, state: { arn, trust: found } }
      } catch (error) {
        if (isNoSuchEntity(error)) return undefined
        throw error
      }
    },
    create: async (entry, { signal: abortSignal }) => {
      const input = {
        RoleName: entry.name,
        Path: iamPath,
        AssumeRolePolicyDocument: trust,
        Tags: tagList(entry),
      }
      const { Role: { Arn: arn = '' } = {} } = await iam.createRole(input, { abortSignal })
      return { externalId: entry.name, state: { arn, trust } }
    },
    remove: async ({ externalId: RoleName }, { signal: abortSignal }) => {
      try {
        const { AttachedPolicies = [] } = await iam.listAttachedRolePolicies({ RoleName }, { abortSignal })
        for (const { PolicyArn } of AttachedPolicies)
          await iam.detachRolePolicy({ RoleName, PolicyArn }, { abortSignal })
        const { PolicyNames = [] } = await iam.listRolePolicies({ RoleName }, { abortSignal })
        for (const PolicyName of PolicyNames)
          await iam.deleteRolePolicy({ RoleName, PolicyName }, { abortSignal })
        await iam.deleteRole({ RoleName }, { abortSignal })
      } catch (error) {
        // EKS has not deleted the instance profile of its nodes yet, or the role is gone.
        if (!isNoSuchEntity(error) && !isAwsError(error, 'DeleteConflict', 'DeleteConflictException'))
          throw error
      }
    },
  }
}
