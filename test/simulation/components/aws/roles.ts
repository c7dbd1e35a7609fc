import { awsError, type Operations, type Tags } from './service.ts'

/* A model of roles of IAM and of providers of identities, as far as reconcilers use them. */

interface Role {
  arn: string
  tags: Tags
  trust: string
  attached: Set<string>
  policies: Map<string, string>
}

const account = 'arn:aws:iam::123456789012'

export class RolesModel {
  readonly #roles = new Map<string, Role>()
  /** The tags of the providers by ARN. */
  readonly #providers = new Map<string, Tags>()

  /** Returns the operations that the models of other resources of IAM do not have. */
  iam(): Operations {
    return { ...this.#ofRoles(), ...this.#ofProviders() }
  }

  has(arn: string): boolean {
    return [...this.#roles.values()].some((each) => each.arn === arn)
  }

  /** Returns the resources as `type id`. */
  resources(): string[] {
    return [
      ...[...this.#roles.keys()].map((name) => `role ${name}`),
      ...[...this.#providers.keys()].map((arn) => `oidc-provider ${arn}`),
    ]
  }

  #ofRoles(): Operations {
    const of = ({ RoleName }: { RoleName: string }): Role => {
      const found = this.#roles.get(RoleName)
      if (found === undefined) throw awsError('NoSuchEntityException', 404)
      return found
    }
    return {
      listRoles: () => ({ Roles: [...this.#roles.keys()].map((RoleName) => ({ RoleName })) }),
      listRoleTags: (input: { RoleName: string }) => ({ Tags: of(input).tags }),
      getRole: (input: { RoleName: string }) => {
        const { arn: Arn, tags: Tags, trust } = of(input)
        return { Role: { Arn, Tags, AssumeRolePolicyDocument: encodeURIComponent(trust) } }
      },
      createRole: (input: {
        RoleName: string
        Path: string
        AssumeRolePolicyDocument: string
        Tags: Tags
      }) => {
        const { RoleName, Path, AssumeRolePolicyDocument: trust, Tags: tags } = input
        if (this.#roles.has(RoleName)) throw awsError('EntityAlreadyExistsException', 409)
        const arn = `${account}:role${Path}${RoleName}`
        this.#roles.set(RoleName, { arn, tags, trust, attached: new Set(), policies: new Map() })
        return { Role: { Arn: arn } }
      },
      listAttachedRolePolicies: (input: { RoleName: string }) => ({
        AttachedPolicies: [...of(input).attached].map((PolicyArn) => ({ PolicyArn })),
      }),
      attachRolePolicy: (input: { RoleName: string; PolicyArn: string }) =>
        void of(input).attached.add(input.PolicyArn),
      detachRolePolicy: (input: { RoleName: string; PolicyArn: string }) => {
        if (!of(input).attached.delete(input.PolicyArn)) throw awsError('NoSuchEntityException', 404)
      },
      listRolePolicies: (input: { RoleName: string }) => ({ PolicyNames: [...of(input).policies.keys()] }),
      getRolePolicy: (input: { RoleName: string; PolicyName: string }) => {
        const policy = of(input).policies.get(input.PolicyName)
        if (policy === undefined) throw awsError('NoSuchEntityException', 404)
        return { PolicyDocument: encodeURIComponent(policy) }
      },
      putRolePolicy: (input: { RoleName: string; PolicyName: string; PolicyDocument: string }) => {
        of(input).policies.set(input.PolicyName, input.PolicyDocument)
      },
      deleteRolePolicy: (input: { RoleName: string; PolicyName: string }) => {
        if (!of(input).policies.delete(input.PolicyName)) throw awsError('NoSuchEntityException', 404)
      },
      deleteRole: (input: { RoleName: string }) => {
        const { attached, policies } = of(input)
        if (attached.size + policies.size > 0) throw awsError('DeleteConflictException', 409)
        this.#roles.delete(input.RoleName)
      },
    }
  }

  #ofProviders(): Operations {
    return {
      getOpenIDConnectProvider: ({ OpenIDConnectProviderArn: arn }: { OpenIDConnectProviderArn: string }) => {
        const Tags = this.#providers.get(arn)
        if (Tags === undefined) throw awsError('NoSuchEntityException', 404)
        return { Tags }
      },
      listOpenIDConnectProviders: () => ({
        OpenIDConnectProviderList: [...this.#providers.keys()].map((Arn) => ({ Arn })),
      }),
      createOpenIDConnectProvider: ({ Url, Tags }: { Url: string; Tags: Tags }) => {
        const arn = `${account}:oidc-provider/${Url.replace('https://', '')}`
        if (this.#providers.has(arn)) throw awsError('EntityAlreadyExistsException', 409)
        this.#providers.set(arn, Tags)
        return { OpenIDConnectProviderArn: arn }
      },
      deleteOpenIDConnectProvider: (input: { OpenIDConnectProviderArn: string }) => {
        this.#providers.delete(input.OpenIDConnectProviderArn)
      },
    }
  }
}
