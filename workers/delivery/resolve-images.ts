import { z } from 'zod'
import type { BuiltImage, ResolvedImage } from '../../schema/delivery/images.ts'
import { defined } from '../../schema/inputs.ts'
import type { ReconcileContext } from '../engine/reconciler.ts'
import { objectAs, referenced } from '../engine/start-reconcile.ts'
import type { Environment } from '../environment.ts'
import { OpenedRegistrySecretDocument } from '../generated/documents.ts'
import { loginAt } from '../registries/logins.ts'
import { RegistryError } from '../registries/registry-error.ts'

/*
 * The digests of images that CI has delivered by tag. Each tag is looked up once, and what was found is kept in the state of the
 * delivery: a tag that moves changes nothing.
 */

/** The longest pause in milliseconds that a registry may ask for. */
const longestPause = 3_600_000

/** Returns the images with their digests. Throws RegistryError, after recording what was found. */
export async function resolveImages(
  context: ReconcileContext,
  { images: registry }: Pick<Environment, 'images'>,
  images: readonly BuiltImage[],
): Promise<ResolvedImage[]> {
  const { state, updateState, signal } = context
  const found: ResolvedImage[] = []
  let opened: ReturnType<typeof registrySecretOf> | undefined
  for (const [index, { name, tag, digest }] of images.entries()) {
    const key = `digest ${index}`
    const recorded = digest ?? state[key]
    if (typeof recorded === 'string') {
      found.push({ name, digest: recorded, ...defined({ tag }) })
      continue
    }
    assertAllowed(state)
    // The server has validated that there is a tag without a digest.
    const image = { name, tag: tag ?? 'latest' }
    opened ??= registrySecretOf(context)
    const values = await opened
    const login = (host: string): string | undefined => values && loginAt(host, values)
    const looked = await registry.digestOf({ image, loginAt: login, signal }).catch((error: unknown) => {
      if (error instanceof RegistryError && error.retryAfter !== undefined)
        updateState({
          registryAfter: Date.now() + Math.min(error.retryAfter, longestPause),
          registryMessage: error.message.slice(0, 1000),
        })
      throw error
    })
    updateState({ [key]: looked, registryAfter: undefined, registryMessage: undefined })
    found.push({ ...image, digest: looked })
  }
  return found
}

/** Throws the last error of a registry for as long as it has asked to wait. */
function assertAllowed({ registryAfter, registryMessage }: ReconcileContext['state']): void {
  const left = Number(registryAfter ?? 0) - Date.now()
  if (left <= 0) return
  throw new RegistryError('RateLimited', String(registryMessage), { isTransient: true, retryAfter: left })
}

const OpenedSecret = z.object({
  data: z.record(z.string(), z.string()).default({}),
  binaryData: z.record(z.string(), z.string()).default({}),
})

/** Returns the values of the Secret with the logins of the application; undefined if it has no such Secret. */
async function registrySecretOf({
  client,
  object,
  epoch,
}: ReconcileContext): Promise<Readonly<Record<string, string>> | undefined> {
  const application = referenced(objectAs(object, 'Delivery').application)
  if (application.registrySecret === null) return undefined
  const { result } = await client.execute(OpenedRegistrySecretDocument, { id: object.id, epoch })
  const { data, binaryData } = OpenedSecret.parse(result.spec)
  const decoded = Object.entries(binaryData).map(
    ([key, text]) => [key, Buffer.from(text, 'base64').toString()] as const,
  )
  return { ...data, ...Object.fromEntries(decoded) }
}
