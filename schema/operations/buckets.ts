import { effectsOf, modification, type ObjectChange, type Operation } from './operation.ts'
import { nothing } from './prices.ts'

/* What becomes of a bucket, by the settings that `workers/aws/bucket.ts` changes. */

interface BucketState {
  versioning?: boolean
  publicReadAccess?: boolean
  accessKey?: boolean
}

const inS3 = 'bucket of Amazon S3'

/** Returns the operations of a bucket of S3 whose instance or definition changes. */
export function awsBucketOperations({ before, after }: ObjectChange): Operation[] {
  return bucketChanges(before && { ...before.definition }, after && { ...after.definition })
}

/** Returns the operations of a bucket whose instance or definition changes. */
export function bucketOperations({ before, after }: ObjectChange): Operation[] {
  const { provider } = (after ?? before)?.spec ?? {}
  // What S3 has, and runs of Terraform, are deleted with the objects that it owns.
  if (provider === 'terraform' || (provider === 'aws' && after === undefined)) return []
  const stateOf = ({ definition }: { definition: Readonly<Record<string, unknown>> }): BucketState => ({
    versioning: definition['versioning'] === true,
    publicReadAccess: definition['publicRead'] === true,
    accessKey: true,
  })
  if (provider === 'aws') return bucketChanges(before && stateOf(before), after && stateOf(after))
  const what = 'bucket in the runtime'
  if (after === undefined)
    return [{ what, action: 'delete', fields: [], risk: 'yes', effect: 'its objects are deleted' }]
  if (before === undefined)
    return [{ what, action: 'create', fields: [], risk: 'none', effect: 'it is new', minutes: 0 }]
  return modification(
    what,
    effectsOf(before.definition, after.definition, [
      { field: 'versioning', risk: 'none', effect: 'earlier versions of objects are kept, or not any more' },
      publicEffect('publicRead', after.definition['publicRead'] === true),
      { field: 'quota', risk: 'none', effect: 'the bucket is read-only from another size on' },
    ]),
  )
}

function bucketChanges(before: BucketState | undefined, after: BucketState | undefined): Operation[] {
  // Storage and requests are paid by what is used.
  const cost = { prices: 'aws', before: undefined, after: undefined } as const
  if (after === undefined) {
    if (before === undefined) return []
    const effect = 'its objects are deleted'
    return [
      { what: inS3, action: 'delete', fields: [], risk: 'yes', effect, cost: { ...cost, after: nothing } },
    ]
  }
  if (before === undefined) {
    const made = { risk: 'none', effect: 'it is new', minutes: 0 } as const
    return [{ what: inS3, action: 'create', fields: [], ...made, cost: { ...cost, before: nothing } }]
  }
  return modification(
    inS3,
    effectsOf(before, after, [
      {
        field: 'versioning',
        risk: 'none',
        effect: 'earlier versions of objects are kept, which costs money, or not any more',
        minutes: 0,
      },
      publicEffect('publicReadAccess', after.publicReadAccess === true),
      after.accessKey === true
        ? { field: 'accessKey', risk: 'none', effect: 'a user with an access key is added', minutes: 0 }
        : { field: 'accessKey', risk: 'yes', effect: 'its access key stops working', minutes: 0 },
    ]),
    cost,
  )
}

function publicEffect(field: string, isPublic: boolean) {
  return isPublic
    ? ({ field, risk: 'none', effect: 'everyone may read its objects', minutes: 0 } as const)
    : ({ field, risk: 'yes', effect: 'readers without credentials are refused', minutes: 0 } as const)
}
