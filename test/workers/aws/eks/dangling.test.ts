import { EC2 } from '@aws-sdk/client-ec2'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { removeDangling } from '../../../../workers/aws/eks/dangling.ts'
import { clientSettings, motoServer, startMoto, type TestMoto } from '../../../support/moto.ts'

describe.skipIf(motoServer === undefined)('what a deleted cluster leaves in its VPC', () => {
  let moto: TestMoto
  let ec2: EC2
  let vpcId = ''
  let subnetId = ''
  beforeAll(async () => {
    moto = await startMoto()
    ec2 = new EC2(clientSettings(moto.url))
    vpcId = (await ec2.createVpc({ CidrBlock: '10.9.0.0/16' })).Vpc?.VpcId ?? ''
    const { Subnet } = await ec2.createSubnet({ VpcId: vpcId, CidrBlock: '10.9.0.0/24' })
    subnetId = Subnet?.SubnetId ?? ''
  })
  afterAll(() => moto?.stop())

  const { signal } = new AbortController()
  const groupNames = async (): Promise<string[]> => {
    const { SecurityGroups = [] } = await ec2.describeSecurityGroups({
      Filters: [{ Name: 'vpc-id', Values: [vpcId] }],
    })
    return SecurityGroups.flatMap(({ GroupName }) => GroupName ?? []).sort()
  }

  it('is deleted: interfaces without a user, and security groups of controllers in the cluster', async () => {
    await ec2.createNetworkInterface({ SubnetId: subnetId, Description: 'aws-K8S-i-1' })
    const group = { VpcId: vpcId, Description: 'load balancer' }
    const Tags = [{ Key: 'kubernetes.io/cluster/gone', Value: 'owned' }]
    await ec2.createSecurityGroup({
      ...group,
      GroupName: 'k8s-elb',
      TagSpecifications: [{ ResourceType: 'security-group', Tags }],
    })
    await ec2.createSecurityGroup({ ...group, GroupName: 'of-someone' })
    await removeDangling(ec2, vpcId, signal)
    const Filters = [{ Name: 'vpc-id', Values: [vpcId] }]
    expect((await ec2.describeNetworkInterfaces({ Filters })).NetworkInterfaces).toEqual([])
    expect(await groupNames()).toEqual(['default', 'of-someone'])
  })

  it('is named when something of others uses the VPC', async () => {
    const { Instances = [] } = await ec2.runInstances({
      ImageId: 'ami-1',
      InstanceType: 't3.micro',
      SubnetId: subnetId,
      MinCount: 1,
      MaxCount: 1,
    })
    expect(Instances).toHaveLength(1)
    await expect(removeDangling(ec2, vpcId, signal)).rejects.toMatchObject({
      reason: 'VpcInUse',
      message: expect.stringMatching(/^VPC vpc-\w+ is still used by network interface eni-\w+ \(/),
    })
  })
})
