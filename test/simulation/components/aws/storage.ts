import { awsError, type Operations, type Tags } from './service.ts'

/* A model of S3 and of IAM, as far as reconcilers use them. */

interface Bucket {
  region: string
  tags: Tags
  versioning?: string
  policy?: string
  publicAccess?: { BlockPublicPolicy?: boolean }
}

export interface User {
  tags: Tags
  policies: Map<string, string>
  keys: string[]
}

export class StorageModel {
  readonly buckets = new Map<string, Bucket>()
  readonly users = new Map<string, User>()
  #keys = 0

  s3(region: string): Operations {
    const of = ({ Bucket }: { Bucket: string }): Bucket => {
      const found = this.buckets.get(Bucket)
      if (found === undefined) throw awsError('NoSuchBucket', 404)
      return found
    }
    const required = <Value>(value: Value | undefined, error: string): Value => {
      if (value === undefined) throw awsError(error, 404)
      return value
    }
    return {
      listBuckets: () => ({
        Buckets: [...this.buckets].map(([Name, bucket]) => ({ Name, BucketRegion: bucket.region })),
      }),
      headBucket: (input: { Bucket: string }) => void of(input),
      createBucket: ({ Bucket }: { Bucket: string }) => {
        if (this.buckets.has(Bucket)) throw awsError('BucketAlreadyOwnedByYou', 409)
        this.buckets.set(Bucket, { region, tags: [] })
      },
      getBucketTagging: (input: { Bucket: string }) => {
        const { tags } = of(input)
        if (tags.length === 0) throw awsError('NoSuchTagSet', 404)
        return { TagSet: tags }
      },
      putBucketTagging: (input: { Bucket: string; Tagging: { TagSet: Tags } }) => {
        of(input).tags = input.Tagging.TagSet
      },
      getBucketVersioning: (input: { Bucket: string }) => ({ Status: of(input).versioning }),
      putBucketVersioning: (input: { Bucket: string; VersioningConfiguration: { Status: string } }) => {
        of(input).versioning = input.VersioningConfiguration.Status
      },
      getBucketPolicy: (input: { Bucket: string }) => ({
        Policy: required(of(input).policy, 'NoSuchBucketPolicy'),
      }),
      putBucketPolicy: (input: { Bucket: string; Policy: string }) => {
        const bucket = of(input)
        if (bucket.publicAccess?.BlockPublicPolicy !== false)
          throw awsError('AccessDenied', 403, 'public policies are blocked')
        bucket.policy = input.Policy
      },
      deleteBucketPolicy: (input: { Bucket: string }) => {
        delete of(input).policy
      },
      getPublicAccessBlock: (input: { Bucket: string }) => ({
        PublicAccessBlockConfiguration: required(
          of(input).publicAccess,
          'NoSuchPublicAccessBlockConfiguration',
        ),
      }),
      putPublicAccessBlock: (input: { Bucket: string; PublicAccessBlockConfiguration: object }) => {
        of(input).publicAccess = input.PublicAccessBlockConfiguration
      },
      listMultipartUploads: () => ({}),
      listObjectVersions: (input: { Bucket: string }) => {
        of(input)
        return {}
      },
      deleteBucket: (input: { Bucket: string }) => {
        of(input)
        this.buckets.delete(input.Bucket)
      },
    }
  }

  iam(): Operations {
    const of = ({ UserName }: { UserName: string }): User => {
      const found = this.users.get(UserName)
      if (found === undefined) throw awsError('NoSuchEntityException', 404)
      return found
    }
    return {
      listUsers: () => ({ Users: [...this.users.keys()].map((UserName) => ({ UserName })) }),
      listUserTags: (input: { UserName: string }) => ({ Tags: of(input).tags }),
      simulatePrincipalPolicy: ({ ActionNames }: { ActionNames: string[] }) => ({
        EvaluationResults: ActionNames.map((EvalActionName) => ({ EvalActionName, EvalDecision: 'allowed' })),
      }),
      getUser: (input: { UserName: string }) => ({
        User: { UserName: input.UserName, Tags: of(input).tags },
      }),
      createUser: ({ UserName, Tags }: { UserName: string; Tags: Tags }) => {
        if (this.users.has(UserName)) throw awsError('EntityAlreadyExistsException', 409)
        this.users.set(UserName, { tags: Tags, policies: new Map(), keys: [] })
      },
      deleteUser: (input: { UserName: string }) => {
        const { keys, policies } = of(input)
        if (keys.length > 0 || policies.size > 0) throw awsError('DeleteConflictException', 409)
        this.users.delete(input.UserName)
      },
      getUserPolicy: (input: { UserName: string; PolicyName: string }) => {
        const policy = of(input).policies.get(input.PolicyName)
        if (policy === undefined) throw awsError('NoSuchEntityException', 404)
        return { PolicyDocument: encodeURIComponent(policy) }
      },
      putUserPolicy: (input: { UserName: string; PolicyName: string; PolicyDocument: string }) => {
        of(input).policies.set(input.PolicyName, input.PolicyDocument)
      },
      deleteUserPolicy: (input: { UserName: string; PolicyName: string }) => {
        if (!of(input).policies.delete(input.PolicyName)) throw awsError('NoSuchEntityException', 404)
      },
      listAccessKeys: (input: { UserName: string }) => ({
        AccessKeyMetadata: of(input).keys.map((AccessKeyId) => ({ AccessKeyId, Status: 'Active' })),
      }),
      createAccessKey: (input: { UserName: string }) => {
        const { keys } = of(input)
        if (keys.length >= 2) throw awsError('LimitExceededException', 409)
        const AccessKeyId = `AKIA${String((this.#keys += 1)).padStart(16, '0')}`
        keys.push(AccessKeyId)
        return { AccessKey: { AccessKeyId, SecretAccessKey: `secret of ${AccessKeyId}` } }
      },
      deleteAccessKey: (input: { UserName: string; AccessKeyId: string }) => {
        const user = of(input)
        user.keys = user.keys.filter((key) => key !== input.AccessKeyId)
      },
    }
  }

  /** Returns the resources as `type id`. */
  resources(): string[] {
    return [
      ...[...this.buckets.keys()].map((name) => `bucket ${name}`),
      ...[...this.users.keys()].map((name) => `user ${name}`),
    ]
  }
}
