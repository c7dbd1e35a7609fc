import { beforeAll, expect, it } from 'vitest'
import { isImmutable } from '../../../workers/kube/apply/immutable.ts'
import { isKubeError, type KubeError } from '../../../workers/kube/client/kube-error.ts'
import { apiOf } from '../support/api.ts'
import { immutableFields, type FixedField } from '../support/immutable-fields.ts'
import { configMap, definitions, isTrue } from '../support/objects.ts'
import { onEachTarget } from '../support/target.ts'

/** Returns a pattern for the message; an ellipsis matches any value. */
function matcherOf(text: string): RegExp {
  const parts = text.split(' … ').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join(' .*')}`, 's')
}

/** Messages that a new object would cause too, or that depend on another field. */
const notImmutable = /does not match template|in tandem/

onEachTarget('an immutable field', (target) => {
  let fields: FixedField[] = []
  beforeAll(async () => {
    fields = immutableFields(await target().namespace(), target().prefix)
  })

  /** Reports whether the server has the kind; older servers have fewer kinds. */
  async function isServed({ collection }: FixedField): Promise<boolean> {
    const served = await apiOf(target().client)
      .get(collection, { limit: '1' })
      .catch((error: unknown) => error)
    return !isKubeError(served, 'notFound')
  }

  async function refusalOf({ collection, object, change }: FixedField): Promise<KubeError> {
    const api = apiOf(target().client)
    const path = `${collection}/${object.metadata.name}`
    if (!collection.includes('/namespaces/')) target().owned(path)
    await api.post(collection, object)
    // Names are immutable only once they are accepted.
    if (collection === definitions) await api.until(path, (each) => isTrue(each, 'Established'))
    const error: unknown = await api.patch(path, change).catch((refused: unknown) => refused)
    if (!isKubeError(error)) throw new Error(`was accepted: ${JSON.stringify(error)}`)
    return error
  }

  it.for(immutableFields('x', 'x').map(({ title }, index) => ({ title, index })))(
    'is refused by name: $title',
    async ({ index }, context) => {
      const field = fields[index]
      if (field === undefined) throw new Error(`index ${index} does not exist`)
      if (!(await isServed(field))) return context.skip()
      const error = await refusalOf(field)
      expect(error).toMatchObject({ status: 422, reason: 'Invalid' })
      expect(error.causes).toEqual(
        field.causes.map(({ text, ...cause }) => ({
          ...cause,
          message: expect.stringMatching(matcherOf(text)),
        })),
      )
      expect(isImmutable(error)).toBe(!field.causes.some(({ text }) => notImmutable.test(text)))
    },
  )

  it('is the uid of an object, for a patch; for a whole object it is a precondition', async () => {
    const api = apiOf(target().client)
    const path = `/api/v1/namespaces/${await target().namespace()}/configmaps`
    await api.post(path, configMap('one'))
    await expect(api.patch(`${path}/one`, { metadata: { uid: 'other' } })).rejects.toMatchObject({
      status: 422,
      message: 'ConfigMap "one" is invalid: metadata.uid: Invalid value: "other": field is immutable',
    })
    await expect(api.put(`${path}/one`, configMap('one', {}, { uid: 'other' }))).rejects.toMatchObject({
      status: 409,
    })
  })
})
