import { EC2 } from '@aws-sdk/client-ec2'
import { EKS, ResourceNotFoundException } from '@aws-sdk/client-eks'
import { IAM } from '@aws-sdk/client-iam'
import { RDS } from '@aws-sdk/client-rds'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { helmBinary } from '../../support/helm.ts'
import { clusterOf } from '../../support/kubernetes.ts'
import { motoAccount, motoServer } from '../../support/moto.ts'
import { cliOf } from '../../support/run-cli.ts'
import { readGuide } from '../../support/guide.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { eventually } from '../../support/eventually.ts'
import { startPlaneWithEks, type PlaneWithEks } from '../../support/plane-with-eks.ts'
import { userObjects } from '../../support/user-objects.ts'

const runtime = { kind: 'KubernetesRuntimeInstance', name: 'dublin' }
const eksKind = 'AwsEksKubernetesRuntimeInstance'
/** Finds all resources of EC2 that carry our tags. */
const ours = [{ Name: 'tag-key', Values: ['qleet.io/object-id'] }]

const deployment = `apiVersion: apps/v1
kind: Deployment
metadata: { name: gallery }
spec:
  selector: { matchLabels: { app: gallery } }
  template:
    metadata: { labels: { app: gallery } }
    spec: { serviceAccountName: gallery, containers: [{ name: gallery, image: "gallery:1" }] }
---
apiVersion: v1
kind: ServiceAccount
metadata: { name: gallery }
`

interface Deployed {
  spec: { template: { spec: { containers: { env?: { name: string; value: string }[] }[] } } }
}

function definition(spec: Record<string, unknown> = {}) {
  return {
    kind: 'KubernetesRuntimeDefinition',
    name: 'dublin',
    spec: { provider: 'eks', kubernetesVersion: '1.34', hostedZones: ['Z0123456789ABCDEF'], ...spec },
  }
}

describe.skipIf(motoServer === undefined)('a runtime of provider eks', () => {
  let world: PlaneWithEks
  let ec2: EC2
  let eks: EKS
  let iam: IAM
  let rds: RDS
  beforeAll(async () => {
    world = await startPlaneWithEks()
    const settings = { ...world.settings, region: 'eu-west-1' }
    ec2 = new EC2(settings)
    eks = new EKS(settings)
    iam = new IAM(settings)
    rds = new RDS(settings)
    const account = { kind: 'AwsAccount', name: 'main', spec: { ...motoAccount, defaultAccount: true } }
    await world.plane.client.apply([account])
    await world.plane.ready('AwsAccount', 'main')
  })
  afterAll(() => world?.stop())

  const clusterName = async (): Promise<string> => (await eks.listClusters({})).clusters?.[0] ?? ''
  const groupsOf = async (cluster: string) => {
    const { nodegroups = [] } = await eks.listNodegroups({ clusterName: cluster })
    const found = nodegroups.map(async (nodegroupName) => {
      try {
        return (await eks.describeNodegroup({ clusterName: cluster, nodegroupName })).nodegroup ?? []
      } catch (error) {
        // It has been deleted since it was listed.
        if (error instanceof ResourceNotFoundException) return []
        throw error
      }
    })
    return (await Promise.all(found)).flat()
  }
  /** Looks again at once, instead of after the seconds that AWS usually needs, until a condition holds. */
  const soon = (condition: () => Promise<boolean>) =>
    eventually(
      async () => {
        for await (const { kind, name } of world.plane.client.objects.list(eksKind))
          await world.plane.client.objects.reconcile({ kind, name }).catch(() => undefined)
        return condition()
      },
      { every: 300, within: 60_000 },
    )
  const isReady = async ({ kind, name }: { kind: string; name: string }): Promise<boolean> =>
    (await world.plane.client.objects.get({ kind, name }))?.ready === true

  it('has a network, roles, nodes and add-ons of its own, and a token that its API server accepts', async () => {
    await world.plane.client.apply([
      definition(),
      { ...runtime, spec: { definition: 'dublin', location: 'Europe:Dublin', defaultRuntime: true } },
    ])
    await soon(() => isReady(runtime))
    const name = await clusterName()
    expect(name).toMatch(/^eks-kubernetesruntime-dublin-[0-9a-f]{10}$/)
    const [token = ''] = world.tokens
    const url = new URL(Buffer.from(token.replace('k8s-aws-v1.', ''), 'base64url').toString())
    expect(url.hostname).toBe('sts.eu-west-1.amazonaws.com')
    expect(url.searchParams.get('X-Amz-SignedHeaders')).toBe('host;x-k8s-aws-id')
    const { Subnets = [] } = await ec2.describeSubnets({ Filters: ours })
    const ranges = ['10.0.0.0/22', '10.0.4.0/22', '10.0.32.0/19', '10.0.64.0/19']
    expect(new Set(Subnets.map(({ CidrBlock }) => CidrBlock))).toEqual(new Set(ranges))
    expect((await ec2.describeNatGateways({ Filter: ours })).NatGateways).toHaveLength(1)
    expect(Object.keys(world.eks.addOnsOf(name))).toEqual([
      'vpc-cni',
      'kube-proxy',
      'eks-pod-identity-agent',
      'coredns',
      'aws-ebs-csi-driver',
      'metrics-server',
    ])
    expect(await groupsOf(name)).toMatchObject([
      { instanceTypes: ['t3.medium'], scalingConfig: { minSize: 2, maxSize: 250, desiredSize: 2 } },
    ])
    for await (const { status } of world.plane.client.objects.list(eksKind))
      expect(status.outputs).toMatchObject({
        clusterName: name,
        region: 'eu-west-1',
        kubernetesVersion: '1.34',
      })
  })

  it('runs applications', async () => {
    const yamlDocument = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\ndata: {a: b}\n'
    await world.plane.client.apply([
      { kind: 'WorkloadDefinition', name: 'web', spec: { yamlDocument } },
      { kind: 'WorkloadInstance', name: 'web', spec: { definition: 'web', runtime: 'dublin' } },
    ])
    expect((await world.plane.ready('WorkloadInstance', 'web')).ready).toBe(true)
  })

  it('lets external-dns write records in the given zones of Route 53 only', async () => {
    const name = await clusterName()
    expect(world.eks.identitiesOf(name)).toMatchObject({
      'external-dns': { namespace: 'external-dns', roleArn: expect.stringMatching(/-dns$/) },
    })
    const { PolicyDocument = '' } = await iam.getRolePolicy({
      RoleName: `${name}-dns`,
      PolicyName: 'qleetos',
    })
    expect(JSON.parse(decodeURIComponent(PolicyDocument))).toMatchObject({
      Statement: [
        { Resource: '*' },
        {
          Action: ['route53:ChangeResourceRecordSets'],
          Resource: ['arn:aws:route53:::hostedzone/Z0123456789ABCDEF'],
        },
      ],
    })
  })

  it('warns of a domain in whose zone it may write no records', async () => {
    const { client } = world.plane
    const domain = { kind: 'DomainNameInstance', name: 'shop' }
    const spec = { domain: 'shop.example.org', zone: 'example.org' }
    const warnings = async () =>
      (await client.objects.events(domain)).filter(({ reason }) => reason === 'NoHostedZones')
    const isReconciled = async () => ((await client.objects.get(domain))?.status.observedGeneration ?? 0) > 0
    const attach = () =>
      client.apply([
        { kind: 'DomainNameDefinition', name: 'shop', spec },
        { ...domain, spec: { definition: 'shop', workloadInstance: 'web' } },
      ])
    const detach = async () => {
      await client.objects.delete([domain])
      await world.plane.gone(domain.kind, domain.name)
    }
    await attach()
    await soon(isReconciled)
    expect(await warnings()).toEqual([])
    await detach()
    await client.apply([definition({ hostedZones: [] })])
    await attach()
    await soon(async () => (await warnings()).length > 0)
    expect((await warnings())[0]?.note).toMatch(
      /^Definition dublin of runtime dublin names no zone of Route 53/,
    )
    await detach()
    await client.objects.delete([{ kind: 'DomainNameDefinition', name: 'shop' }])
    await client.apply([definition()])
  })

  it('has the databases of its applications in its network', async () => {
    const database = { kind: 'AwsRelationalDatabaseInstance', name: 'ledger' }
    const engine = { engine: 'postgres', engineVersion: '17.4', databaseName: 'ledger' }
    await world.plane.client.apply([
      { kind: 'AwsRelationalDatabaseDefinition', name: 'ledger', spec: engine },
      { ...database, spec: { definition: 'ledger', runtime: 'dublin', guard: 'off', finalSnapshot: false } },
    ])
    const { status } = await world.plane.ready(database.kind, database.name)
    expect(status.outputs).toMatchObject({ region: 'eu-west-1' })
    const { DBSubnetGroups: [group] = [] } = await rds.describeDBSubnetGroups({})
    const { Subnets = [] } = await ec2.describeSubnets({ Filters: ours })
    const privateOnes = Subnets.filter(({ CidrBlock = '' }) => CidrBlock.endsWith('/19'))
    expect(group?.VpcId).toBe(privateOnes[0]?.VpcId)
    expect(new Set(group?.Subnets?.map(({ SubnetIdentifier }) => SubnetIdentifier))).toEqual(
      new Set(privateOnes.map(({ SubnetId }) => SubnetId)),
    )
    await world.plane.client.objects.delete([database])
    await world.plane.gone(database.kind, database.name)
    await world.plane.client.objects.delete([{ kind: 'AwsRelationalDatabaseDefinition', name: 'ledger' }])
  })

  it('gives the pods of an application access to the buckets that are attached to it', async () => {
    const { client } = world.plane
    const instances = ['photos', 'videos'].map((name) => ({ kind: 'AwsObjectStorageBucketInstance', name }))
    const attached = { workloadServiceAccountName: 'gallery' }
    const definitions = instances.map(({ name }) => ({ kind: 'AwsObjectStorageBucketDefinition', name }))
    await client.apply([
      { kind: 'WorkloadDefinition', name: 'gallery', spec: { yamlDocument: deployment } },
      { kind: 'WorkloadInstance', name: 'gallery', spec: { definition: 'gallery', runtime: 'dublin' } },
      ...definitions.map(({ kind, name }) => ({
        kind,
        name,
        spec: { ...attached, workloadBucketEnvVar: `${name.toUpperCase()}_BUCKET` },
      })),
      ...instances.map(({ kind, name }) => ({
        kind,
        name,
        spec: { definition: name, workloadInstance: 'gallery', guard: 'off' },
      })),
    ])
    const buckets = await Promise.all(
      instances.map(
        async ({ kind, name }) =>
          (await world.plane.ready(kind, name)).status.outputs as { bucket: string; roleArn: string },
      ),
    )
    const { namespace } = (await world.plane.ready('WorkloadInstance', 'gallery')).status.outputs as {
      namespace: string
    }
    const { roleArn = '' } = buckets[0] ?? {}
    const associated = { gallery: { namespace, serviceAccount: 'gallery', roleArn } }
    expect(world.eks.identitiesOf(await clusterName())).toMatchObject(associated)
    const policy = async (): Promise<string> => {
      const RoleName = roleArn.split('/').at(-1)
      const { PolicyDocument = '' } = await iam.getRolePolicy({ RoleName, PolicyName: 'qleetos' })
      return decodeURIComponent(PolicyDocument)
    }
    for (const { bucket } of buckets) expect(await policy()).toContain(`arn:aws:s3:::${bucket}/*`)
    const cluster = await clusterOf(world.plane, 'dublin')
    const variables = async (): Promise<Record<string, string>> => {
      const found = await cluster.get(`/apis/apps/v1/namespaces/${namespace}/deployments/gallery`)
      const [container] = (found as unknown as Deployed).spec.template.spec.containers
      return Object.fromEntries((container?.env ?? []).map(({ name, value }) => [name, value]))
    }
    const [photos, videos] = buckets.map(({ bucket }) => bucket)
    await eventually(async () => Object.keys(await variables()).length === 2)
    expect(await variables()).toEqual({ PHOTOS_BUCKET: photos, VIDEOS_BUCKET: videos })
    await client.objects.delete([instances[1] ?? runtime])
    await world.plane.gone('AwsObjectStorageBucketInstance', 'videos')
    await eventually(async () => Object.keys(await variables()).join() === 'PHOTOS_BUCKET')
    await eventually(async () => !(await policy()).includes(videos ?? ''))
    await client.objects.delete([instances[0] ?? runtime])
    await world.plane.gone('AwsObjectStorageBucketInstance', 'photos')
    expect(world.eks.identitiesOf(await clusterName())).not.toHaveProperty('gallery')
    await expect(policy()).rejects.toThrow(/^Role gallery-.* not found/)
    await cluster.close()
    await client.objects.delete([
      ...definitions,
      { kind: 'WorkloadInstance', name: 'gallery' },
      { kind: 'WorkloadDefinition', name: 'gallery' },
    ])
  })

  it.skipIf(helmBinary === undefined)(
    'scales its nodes, with a role of their own for the autoscaler',
    async () => {
      const name = await clusterName()
      expect(world.eks.identitiesOf(name)).toMatchObject({
        'cluster-autoscaler': { namespace: 'kube-system', roleArn: expect.stringMatching(/-autoscaling$/) },
      })
      await world.plane.ready('HelmWorkloadInstance', 'node-autoscaling-dublin')
      const cluster = await clusterOf(world.plane, 'dublin')
      const shown = await cluster.get('/api/v1/namespaces/kube-system/configmaps/cluster-autoscaler')
      await cluster.close()
      const { values = '' } = (shown as { data?: { values?: string } }).data ?? {}
      expect(JSON.parse(values)).toMatchObject({
        autoDiscovery: { clusterName: name },
        awsRegion: 'eu-west-1',
        rbac: { serviceAccount: { name: 'cluster-autoscaler' } },
      })
    },
  )

  it('is upgraded by one minor version at a time, nodes before the next one, while it stays usable', async () => {
    await world.plane.client.apply([definition({ kubernetesVersion: '1.36' })])
    const name = await clusterName()
    const [group] = await groupsOf(name)
    const steps = ['1.35', '1.36'].flatMap((version) => [
      `${name} ${version}`,
      `${group?.nodegroupName} ${version}`,
    ])
    const unready: number[] = []
    await soon(async () => {
      if (!(await isReady(runtime))) unready.push(world.eks.updates.length)
      return world.eks.updates.length >= steps.length
    })
    expect(world.eks.updates).toEqual(steps)
    expect(unready).toEqual([])
    await soon(async () => Object.values(world.eks.addOnsOf(name)).every((version) => version === 'v1.36'))
  })

  it('cannot be downgraded', async () => {
    const older = world.plane.client.apply([definition({ kubernetesVersion: '1.33' })])
    await expect(older).rejects.toThrow(/must not be older than 1\.36/)
  })

  it('gets nodes of another type before the old ones are drained', async () => {
    const name = await clusterName()
    const [before] = await groupsOf(name)
    await world.plane.client.apply([
      definition({ kubernetesVersion: '1.36', nodeProfile: 'ComputeOptimized' }),
    ])
    await soon(async () => {
      const groups = await groupsOf(name)
      expect(groups.length).toBeGreaterThan(0)
      return groups.length === 1 && groups[0]?.nodegroupName !== before?.nodegroupName
    })
    expect(await groupsOf(name)).toMatchObject([
      { instanceTypes: ['c7g.large'], amiType: 'AL2023_ARM_64_STANDARD' },
    ])
  })

  it('gets back the access to its API server that was changed outside', async () => {
    const name = await clusterName()
    await soon(() => isReady(runtime))
    await eks.updateClusterConfig({ name, resourcesVpcConfig: { endpointPrivateAccess: false } })
    const restored = await soon(async () => {
      const { cluster } = await eks.describeCluster({ name })
      return cluster?.resourcesVpcConfig?.endpointPrivateAccess === true
    })
    expect(restored).toBe(true)
  })

  it('says what is wrong with its add-ons, and stays usable', async () => {
    const problem = 'Add-on coredns is DEGRADED: No nodes have room for it.'
    world.eks.degrade('coredns', 'No nodes have room for it')
    const noted = await soon(async () => {
      for await (const { kind, name, status } of world.plane.client.objects.list(eksKind)) {
        const events = await world.plane.client.objects.events({ kind, name })
        const ready = status.conditions.find(({ type }) => type === 'Ready')
        return (
          ready?.status === 'True' &&
          ready.message.includes(problem) &&
          events.some(({ note }) => note === problem)
        )
      }
      return false
    })
    expect(noted).toBe(true)
    expect(await isReady(runtime)).toBe(true)
    world.eks.degrade('coredns', undefined)
  })

  it('does not take down silently what is in it when it goes away, and is created again', async () => {
    const name = await clusterName()
    for (const { nodegroupName } of await groupsOf(name))
      await eks.deleteNodegroup({ clusterName: name, nodegroupName })
    await eks.deleteCluster({ name })
    await soon(
      async () => (await clusterName()) === name && (await groupsOf(name)).length > 0 && isReady(runtime),
    )
    const notes: string[] = []
    for await (const { kind, name: object } of world.plane.client.objects.list(eksKind))
      for (const { reason, note } of await world.plane.client.objects.events({ kind, name: object }))
        if (reason === 'Recreated') notes.push(note)
    expect(notes).toContain(`Its cluster ${name} is gone, and is created again.`)
    await world.plane.ready('WorkloadInstance', 'web')
  })

  it('is created and deleted by the commands of the guide', async () => {
    const { files, commands } = await readGuide('eks.md')
    const cwd = await temporaryFolder()
    await writeFile(join(cwd, 'account.yaml'), (await readGuide('aws.md')).files[0] ?? '')
    await writeFile(join(cwd, 'runtime.yaml'), files[0] ?? '')
    const cli = cliOf(() => world.plane)
    const outputs: string[] = []
    const commandsRun = (async () => {
      for (const command of commands) {
        // The account of the other tests stays.
        if (command[0] === 'delete' && command[2] === 'account.yaml') continue
        const { exit, stdout, stderr } = await cli(command, { cwd })
        expect(exit, `${command.join(' ')}: ${stderr}`).toBe(0)
        outputs.push(stdout)
      }
      return true
    })()
    await Promise.race([commandsRun, soon(async () => outputs.length > 4)])
    await commandsRun
    expect(outputs[3]).toMatch(/eu-central-1 +1\.34 +eks-kubernetesruntime-frankfu-[0-9a-f]{10} /)
    expect(outputs[4]).toContain('AwsEksKubernetesRuntimeInstance')
    const applied = await cli(['apply', '-f', '-'], { stdin: files[1] ?? '' })
    expect(applied.exit, applied.stderr).toBe(0)
  })

  it('leaves nothing in the account', async () => {
    const { objects } = world.plane.client
    await objects.delete([{ kind: 'WorkloadInstance', name: 'web' }])
    await world.plane.gone('WorkloadInstance', 'web')
    await objects.delete([runtime])
    await soon(async () => (await objects.get(runtime)) === undefined)
    expect(await userObjects(world.plane.client)).toEqual(['AwsAccount/main', 'WorkloadDefinition/web'])
    const left = {
      vpcs: (await ec2.describeVpcs({ Filters: ours })).Vpcs,
      addresses: (await ec2.describeAddresses({ Filters: ours })).Addresses,
      roles: (await iam.listRoles({ PathPrefix: '/qleetos/' })).Roles,
      providers: (await iam.listOpenIDConnectProviders({})).OpenIDConnectProviderList,
      clusters: (await eks.listClusters({})).clusters,
    }
    expect(left).toEqual({ vpcs: [], addresses: [], roles: [], providers: [], clusters: [] })
  })
})
