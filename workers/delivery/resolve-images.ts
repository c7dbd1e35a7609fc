import type { BuiltImage, DeliveredImage, ResolvedImage } from '../../schema/delivery/images.ts'
import { defined } from '../../schema/defined.ts'
import { failed, type Failed } from '../engine/outcome.ts'
import type { ReconcileContext } from '../engine/reconciler.ts'
import { objectAs, referenced, type ReconciledObject } from '../engine/start-reconcile.ts'
import type { Environment } from '../environment.ts'
import { OpenedRegistrySecretDocument } from '../generated/documents.ts'
import { loginAt } from '../registries/logins.ts'
import { RegistryError } from '../registries/registry-error.ts'
import { secretValues } from '../resources/secret-values.ts'
import { signerOf, type TrustedKey } from '../registries/signatures.ts'

/*
 * The digests of images that CI has delivered by tag. Each tag is looked up once, and what was found is kept in the state of the
 * delivery or the preview: a tag that moves changes nothing. So are signers, until the application trusts other keys.
 */

/** Milliseconds for which a registry may be away before clients stop waiting for it. */
const registryGrace = 600_000

/** The longest pause in milliseconds that a registry may ask for. */
const longestPause = 3_600_000

/**
 * Returns the images with their digests and, if there are keys, their signers. Throws RegistryError, after recording what was found.
 */
export async function resolveImages(
  context: ReconcileContext,
  { images: registry }: Pick<Environment, 'images'>,
  { images, keys }: { images: readonly BuiltImage[]; keys: readonly TrustedKey[] | undefined },
): Promise<ResolvedImage[]> {
  const { state, updateState, signal } = context
  const ask = askerOf(context)
  const found: ResolvedImage[] = []
  for (const [index, { name, tag, digest }] of images.entries()) {
    const recorded = digest ?? state[`digest ${index}`]
    // The server has validated that there is a tag without a digest.
    const image = { name, tag: tag ?? 'latest' }
    const known =
      typeof recorded === 'string'
        ? recorded
        : await ask((loginAt) => registry.digestOf({ image, loginAt, signal }))
    updateState({ [`digest ${index}`]: digest === undefined ? known : undefined })
    const signer = String(state[`signer ${index}`])
    const signedBy =
      keys === undefined || keys.some(({ fingerprint }) => fingerprint === signer)
        ? signer
        : await ask(async (loginAt) => {
            const signatures = await registry.signaturesOf({
              image: { name, digest: known },
              loginAt,
              signal,
            })
            return assertSigner({ name, digest: known }, signerOf(known, signatures, keys))
          })
    if (keys !== undefined) updateState({ [`signer ${index}`]: signedBy })
    found.push({ name, digest: known, ...defined({ tag, signedBy: keys && signedBy }) })
  }
  return found
}

/** Returns the outcome of a failed lookup. Throws other errors. */
export function lookupFailure(error: unknown): Failed {
  if (!(error instanceof RegistryError)) throw error
  const { reason, message, blocked, isTransient, retryAfter } = error
  return failed(
    { reason, message, blocked, ...(isTransient ? { grace: registryGrace } : {}) },
    { retryable: !blocked, ...defined({ retryAfter }) },
  )
}

function assertSigner({ name, digest }: DeliveredImage, signer: TrustedKey | undefined): string {
  if (signer !== undefined) return signer.fingerprint
  const message =
    `${name}@${digest} has no signature of a key in signatures.publicKeys of the application: sign it with ` +
    'cosign sign --key, or correct the keys'
  throw new RegistryError('NotSigned', message)
}

/** Returns a function that asks registries with the logins of the application, unless one has asked to wait. */
function askerOf(context: ReconcileContext) {
  const { updateState } = context
  let opened: ReturnType<typeof registrySecretOf> | undefined
  return async <Found>(
    work: (loginAt: (host: string) => string | undefined) => Promise<Found>,
  ): Promise<Found> => {
    assertAllowed(context)
    opened ??= registrySecretOf(context)
    const values = await opened
    try {
      const result = await work((host) => values && loginAt(host, values))
      updateState({ registryAfter: undefined, registryMessage: undefined })
      return result
    } catch (error) {
      if (error instanceof RegistryError && error.retryAfter !== undefined)
        updateState({
          registryAfter: context.now() + Math.min(error.retryAfter, longestPause),
          registryMessage: error.message.slice(0, 1000),
        })
      throw error
    }
  }
}

/** Throws the last error of a registry for as long as it has asked to wait. */
function assertAllowed({ state, now }: ReconcileContext): void {
  const { registryAfter, registryMessage } = state
  const left = Number(registryAfter ?? 0) - now()
  if (left <= 0) return
  throw new RegistryError('RateLimited', String(registryMessage), { isTransient: true, retryAfter: left })
}

function hasRegistrySecret(object: ReconciledObject): boolean {
  const { application } =
    object.kind === 'Preview' ? objectAs(object, 'Preview') : objectAs(object, 'Delivery')
  return referenced(application).registrySecret !== null
}

/** Returns the values of the Secret with the logins of the application; undefined if it has no such Secret. */
async function registrySecretOf({
  client,
  object,
  epoch,
}: ReconcileContext): Promise<Readonly<Record<string, string>> | undefined> {
  if (!hasRegistrySecret(object)) return undefined
  const { result } = await client.execute(OpenedRegistrySecretDocument, { id: object.id, epoch })
  return secretValues(result.spec)
}
