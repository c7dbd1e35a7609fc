import type { AwsAccess } from './account.ts'
import { deniedAction, isDenied, isUnauthenticated, statusOf } from './errors.ts'
import type { RegionClients } from './clients.ts'

/*
 * The permissions that objects of an account may need. AWS is asked with a simulation of its policies; where the credentials must
 * not do that, with reads that change nothing.
 */

/** The actions of the reconcilers by service. docs/guide/aws.md lists them as a policy. */
const actionsByService: Readonly<Record<string, string>> = {
  s3:
    'CreateBucket DeleteBucket ListBucket ListBucketVersions DeleteObject DeleteObjectVersion GetBucketTagging ' +
    'PutBucketTagging GetBucketVersioning PutBucketVersioning GetBucketPolicy PutBucketPolicy DeleteBucketPolicy ' +
    'GetBucketPublicAccessBlock PutBucketPublicAccessBlock ListBucketMultipartUploads AbortMultipartUpload ' +
    'ListAllMyBuckets',
  iam:
    'CreateUser DeleteUser GetUser TagUser PutUserPolicy GetUserPolicy DeleteUserPolicy CreateAccessKey ListAccessKeys ' +
    'DeleteAccessKey ListUsers ListUserTags CreateRole DeleteRole GetRole TagRole PassRole ListRoles ListRoleTags ' +
    'GetRolePolicy PutRolePolicy UpdateAssumeRolePolicy AttachRolePolicy DetachRolePolicy ListAttachedRolePolicies ListRolePolicies DeleteRolePolicy ' +
    'CreateOpenIDConnectProvider GetOpenIDConnectProvider ListOpenIDConnectProviders TagOpenIDConnectProvider ' +
    'DeleteOpenIDConnectProvider ' +
    'CreateServiceLinkedRole',
  ec2:
    'DescribeRegions DescribeVpcs DescribeSubnets DescribeSecurityGroups CreateSecurityGroup DeleteSecurityGroup CreateTags ' +
    'AuthorizeSecurityGroupIngress RevokeSecurityGroupIngress DescribeAvailabilityZones CreateVpc DeleteVpc ' +
    'DescribeVpcAttribute ModifyVpcAttribute CreateSubnet DeleteSubnet CreateInternetGateway AttachInternetGateway ' +
    'DetachInternetGateway DeleteInternetGateway DescribeInternetGateways AllocateAddress ReleaseAddress DescribeAddresses ' +
    'CreateNatGateway DeleteNatGateway DescribeNatGateways CreateRouteTable DeleteRouteTable DescribeRouteTables CreateRoute ' +
    'ReplaceRoute AssociateRouteTable DisassociateRouteTable DescribeNetworkInterfaces DeleteNetworkInterface',
  rds:
    'CreateDBInstance DescribeDBInstances ModifyDBInstance StartDBInstance DeleteDBInstance CreateDBSnapshot AddTagsToResource ' +
    'CreateDBSubnetGroup DescribeDBSubnetGroups DeleteDBSubnetGroup',
  eks:
    'CreateCluster DescribeCluster ListClusters DeleteCluster UpdateClusterConfig UpdateClusterVersion TagResource ' +
    'CreateNodegroup ListNodegroups DescribeNodegroup DeleteNodegroup UpdateNodegroupConfig UpdateNodegroupVersion CreateAddon ' +
    'DescribeAddon ListAddons UpdateAddon DescribeAddonVersions CreatePodIdentityAssociation ' +
    'ListPodIdentityAssociations DescribePodIdentityAssociation UpdatePodIdentityAssociation ' +
    'DeletePodIdentityAssociation',
}

/** The actions of the reconcilers, for example `s3:CreateBucket`. */
export const neededActions: readonly string[] = Object.entries(actionsByService).flatMap(
  ([service, actions]) => actions.split(' ').map((action) => `${service}:${action}`),
)

type Probe = (clients: RegionClients, signal: AbortSignal) => Promise<unknown>

/** Reads that show whether the credentials may use a service at all, by their actions. */
const probes: Readonly<Record<string, Probe>> = {
  's3:ListAllMyBuckets': async ({ s3 }, abortSignal) =>
    (await s3()).listBuckets({ MaxBuckets: 1 }, { abortSignal }),
  'iam:ListUsers': async ({ iam }, abortSignal) => (await iam()).listUsers({ MaxItems: 1 }, { abortSignal }),
  'ec2:DescribeVpcs': async ({ ec2 }, abortSignal) => (await ec2()).describeVpcs({}, { abortSignal }),
  'rds:DescribeDBInstances': async ({ rds }, abortSignal) =>
    (await rds()).describeDBInstances({ MaxRecords: 20 }, { abortSignal }),
  'eks:ListClusters': async ({ eks }, abortSignal) =>
    (await eks()).listClusters({ maxResults: 1 }, { abortSignal }),
}

/** The most actions that one simulation takes. */
const batchSize = 100

/**
 * Returns the actions that the credentials of an account do not allow.
 *
 * @param principal The ARN of the user or role; undefined if it is unknown.
 */
export async function missingPermissions(
  { defaultRegion, in: inRegion }: AwsAccess,
  { principal, signal }: { principal: string | undefined; signal: AbortSignal },
): Promise<string[]> {
  const clients = inRegion(defaultRegion)
  const simulated = principal === undefined ? undefined : await simulate(clients, principal, signal)
  return simulated ?? probe(clients, signal)
}

/** Returns the actions that the policies of a principal do not allow; undefined if that cannot be found out. */
async function simulate(
  { iam }: RegionClients,
  principal: string,
  signal: AbortSignal,
): Promise<string[] | undefined> {
  const client = await iam()
  const missing: string[] = []
  try {
    for (let from = 0; from < neededActions.length; from += batchSize) {
      const { EvaluationResults = [] } = await client.simulatePrincipalPolicy(
        { PolicySourceArn: principal, ActionNames: neededActions.slice(from, from + batchSize) },
        { abortSignal: signal },
      )
      for (const { EvalActionName, EvalDecision } of EvaluationResults)
        if (EvalDecision !== 'allowed' && EvalActionName !== undefined) missing.push(EvalActionName)
    }
    return missing
  } catch (error) {
    // What may act for an account need not be allowed to simulate, and a stand-in may not be able to.
    const isUnknown = statusOf(error) !== undefined && !isUnauthenticated(error)
    if (isUnknown) return undefined
    throw error
  }
}

async function probe(clients: RegionClients, signal: AbortSignal): Promise<string[]> {
  const denied = await Promise.all(
    Object.entries(probes).map(async ([action, read]) => {
      try {
        await read(clients, signal)
        return undefined
      } catch (error) {
        // S3 does not name the action.
        if (isDenied(error)) return deniedAction(error) ?? action
        throw error
      }
    }),
  )
  return denied.filter((action) => action !== undefined)
}
