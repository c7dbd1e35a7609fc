import type { NetworksModel } from './networks.ts'
import { awsError, type Operations } from './service.ts'

/* A model of EKS, as far as reconcilers use it. */

interface Group extends Record<string, unknown> {
  nodegroupName: string
  status: string
  version: string
  scalingConfig: object
  subnets: string[]
}

interface Cluster extends Record<string, unknown> {
  name: string
  status: string
  version: string
  resourcesVpcConfig: object
  addOns: Map<string, string>
  groups: Map<string, Group>
  identities: Map<string, Association>
}

interface Association {
  associationId: string
  clusterName: string
  namespace: string
  serviceAccount: string
  roleArn: string
  tags?: object
}

interface OfAssociation {
  clusterName: string
  associationId: string
}

interface OfCluster {
  name: string
}

interface OfGroup {
  clusterName: string
  nodegroupName: string
}

/** A model of one region. */
export class ClustersModel {
  readonly #region: string
  readonly #networks: NetworksModel
  readonly #hasRole: (arn: string) => boolean
  readonly #clusters = new Map<string, Cluster>()
  #created = 0

  /** @param hasRole Reports whether IAM has a role. */
  constructor(region: string, networks: NetworksModel, hasRole: (arn: string) => boolean) {
    this.#region = region
    this.#networks = networks
    this.#hasRole = hasRole
  }

  eks(): Operations {
    return { ...this.#ofClusters(), ...this.#ofAddOns(), ...this.#ofIdentities(), ...this.#ofGroups() }
  }

  /** Returns the resources as `type id`. */
  resources(): string[] {
    return [...this.#clusters.values()].flatMap(({ name, groups, identities }) => [
      `cluster ${name}`,
      ...[...groups.keys()].map((group) => `node-group ${group}`),
      // Those without tags go with their cluster.
      ...[...identities.values()]
        .filter(({ tags }) => tags !== undefined)
        .map(({ associationId }) => `pod-identity ${associationId}`),
    ])
  }

  #of(name: string): Cluster {
    const found = this.#clusters.get(name)
    if (found === undefined) throw awsError('ResourceNotFoundException', 404)
    return found
  }

  #active(name: string): Cluster {
    const cluster = this.#of(name)
    if (cluster.status !== 'ACTIVE') throw awsError('ResourceInUseException', 409)
    return cluster
  }

  #ofClusters(): Operations {
    return {
      listClusters: () => ({ clusters: [...this.#clusters.keys()] }),
      describeCluster: ({ name }: OfCluster) => {
        const { addOns: _, groups: __, identities: ___, ...shown } = this.#of(name)
        const cluster = this.#of(name)
        // The next look finds the end of what this one has seen.
        if (cluster.status === 'DELETING') this.#clusters.delete(name)
        cluster.status = 'ACTIVE'
        return { cluster: shown }
      },
      createCluster: (input: {
        name: string
        version?: string
        roleArn: string
        resourcesVpcConfig: { subnetIds: string[] }
        tags: object
      }) => {
        const { name, version = '1.34', roleArn, resourcesVpcConfig, tags } = input
        if (this.#clusters.has(name)) throw awsError('ResourceInUseException', 409)
        if (!this.#hasRole(roleArn))
          throw awsError('InvalidParameterException', 400, 'The role does not exist')
        if (!resourcesVpcConfig.subnetIds.every((id) => this.#networks.has(id)))
          throw awsError('InvalidParameterException', 400, 'The subnets do not exist')
        const cluster = {
          name,
          version,
          tags,
          status: 'CREATING',
          arn: `arn:aws:eks:${this.#region}:123456789012:cluster/${name}`,
          endpoint: `https://${name}.eks.amazonaws.com`,
          certificateAuthority: {},
          identity: { oidc: { issuer: `https://oidc.eks.amazonaws.com/id/${name}` } },
          resourcesVpcConfig: { ...resourcesVpcConfig, vpcId: 'vpc', clusterSecurityGroupId: 'sg-eks' },
          addOns: new Map(),
          groups: new Map(),
          identities: new Map<string, Association>(),
        }
        this.#clusters.set(name, cluster)
        const { addOns: _, groups: __, identities: ___, ...shown } = cluster
        return { cluster: shown }
      },
      updateClusterConfig: ({ name, resourcesVpcConfig }: OfCluster & { resourcesVpcConfig: object }) => {
        const cluster = this.#active(name)
        Object.assign(cluster.resourcesVpcConfig, resourcesVpcConfig)
        cluster.status = 'UPDATING'
      },
      updateClusterVersion: ({ name, version }: OfCluster & { version: string }) => {
        const cluster = this.#active(name)
        const isBehind = [...cluster.groups.values()].some((each) => each.version !== cluster.version)
        if (version !== next(cluster.version) || isBehind) throw awsError('InvalidParameterException', 400)
        Object.assign(cluster, { version, status: 'UPDATING' })
      },
      deleteCluster: ({ name }: OfCluster) => {
        const cluster = this.#active(name)
        if (cluster.groups.size > 0) throw awsError('ResourceInUseException', 409)
        cluster.status = 'DELETING'
      },
    }
  }

  #ofAddOns(): Operations {
    return {
      listAddons: ({ clusterName }: { clusterName: string }) => ({
        addons: [...this.#of(clusterName).addOns.keys()],
      }),
      createAddon: ({ clusterName, addonName }: { clusterName: string; addonName: string }) => {
        const { addOns, version } = this.#of(clusterName)
        if (addOns.has(addonName)) throw awsError('ResourceInUseException', 409)
        addOns.set(addonName, `v${version}`)
      },
      describeAddonVersions: ({ kubernetesVersion }: { kubernetesVersion: string }) => {
        const compatibilities = [{ clusterVersion: kubernetesVersion, defaultVersion: true }]
        return { addons: [{ addonVersions: [{ addonVersion: `v${kubernetesVersion}`, compatibilities }] }] }
      },
      describeAddon: ({ clusterName, addonName }: { clusterName: string; addonName: string }) => ({
        addon: { addonName, addonVersion: this.#of(clusterName).addOns.get(addonName), status: 'ACTIVE' },
      }),
      updateAddon: (input: { clusterName: string; addonName: string; addonVersion: string }) => {
        this.#of(input.clusterName).addOns.set(input.addonName, input.addonVersion)
      },
    }
  }

  #ofIdentities(): Operations {
    const of = ({ clusterName, associationId }: OfAssociation): Association => {
      const found = this.#of(clusterName).identities.get(associationId)
      if (found === undefined) throw awsError('ResourceNotFoundException', 404)
      return found
    }
    const assertRole = (arn: string): void => {
      if (!this.#hasRole(arn)) throw awsError('InvalidParameterException', 400, 'The role does not exist')
    }
    return {
      listPodIdentityAssociations: (input: { clusterName: string; serviceAccount?: string }) => ({
        associations: [...this.#of(input.clusterName).identities.values()].filter(
          ({ serviceAccount }) =>
            input.serviceAccount === undefined || serviceAccount === input.serviceAccount,
        ),
      }),
      describePodIdentityAssociation: (request: OfAssociation) => ({ association: { ...of(request) } }),
      createPodIdentityAssociation: (input: Omit<Association, 'associationId'>) => {
        const { identities } = this.#of(input.clusterName)
        const isTaken = [...identities.values()].some(
          (each) => each.namespace === input.namespace && each.serviceAccount === input.serviceAccount,
        )
        if (isTaken) throw awsError('ResourceInUseException', 409)
        assertRole(input.roleArn)
        const associationId = `a-${(this.#created += 1)}`
        identities.set(associationId, { ...input, associationId })
        return { association: { ...input, associationId } }
      },
      updatePodIdentityAssociation: ({ roleArn, ...request }: OfAssociation & { roleArn: string }) => {
        assertRole(roleArn)
        of(request).roleArn = roleArn
      },
      deletePodIdentityAssociation: (request: OfAssociation) => {
        of(request)
        this.#of(request.clusterName).identities.delete(request.associationId)
      },
    }
  }

  #ofGroups(): Operations {
    const of = ({ clusterName, nodegroupName }: OfGroup): Group => {
      const found = this.#clusters.get(clusterName)?.groups.get(nodegroupName)
      if (found === undefined) throw awsError('ResourceNotFoundException', 404)
      return found
    }
    const active = (request: OfGroup): Group => {
      const group = of(request)
      if (group.status !== 'ACTIVE') throw awsError('ResourceInUseException', 409)
      return group
    }
    return {
      listNodegroups: ({ clusterName }: { clusterName: string }) => ({
        nodegroups: [...this.#of(clusterName).groups.keys()],
      }),
      describeNodegroup: (request: OfGroup) => {
        const group = of(request)
        const shown = { ...group }
        if (group.status === 'DELETING') {
          this.#of(request.clusterName).groups.delete(request.nodegroupName)
          this.#networks.leaveInterface(group.subnets[0] ?? '')
        }
        if (group.status !== 'CREATE_FAILED') group.status = 'ACTIVE'
        return { nodegroup: shown }
      },
      createNodegroup: (input: OfGroup & { nodeRole: string; scalingConfig: object; subnets: string[] }) => {
        const { groups, version } = this.#active(input.clusterName)
        if (groups.has(input.nodegroupName)) throw awsError('ResourceInUseException', 409)
        if (!this.#hasRole(input.nodeRole))
          throw awsError('InvalidParameterException', 400, 'The role does not exist')
        // Some have no capacity at first.
        const isLucky = (this.#created += 1) % 4 > 0
        const group = { ...input, version, status: isLucky ? 'CREATING' : 'CREATE_FAILED' }
        groups.set(input.nodegroupName, group)
        return { nodegroup: { ...group } }
      },
      updateNodegroupConfig: (input: OfGroup & { scalingConfig: object }) => {
        Object.assign(active(input), { scalingConfig: input.scalingConfig, status: 'UPDATING' })
      },
      updateNodegroupVersion: (input: OfGroup & { version: string }) => {
        if (input.version !== this.#of(input.clusterName).version)
          throw awsError('InvalidParameterException', 400)
        Object.assign(active(input), { version: input.version, status: 'UPDATING' })
      },
      deleteNodegroup: (request: OfGroup) => {
        const group = of(request)
        if (!['ACTIVE', 'CREATE_FAILED'].includes(group.status)) throw awsError('ResourceInUseException', 409)
        group.status = 'DELETING'
      },
    }
  }
}

function next(version: string): string {
  return `1.${Number(version.split('.')[1]) + 1}`
}
