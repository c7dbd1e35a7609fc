/** Thrown when the digest of an image cannot be found. The message names the image or the address, and says what to do. */
export class RegistryError extends Error {
  /** A machine-readable reason in CamelCase. */
  readonly reason: string
  /** No retry can succeed until a user or an operator acts. */
  readonly blocked: boolean
  /** The registry is away or busy, which says nothing about the image. */
  readonly isTransient: boolean
  /** Milliseconds after which the registry allows the next request, if it says so. */
  readonly retryAfter: number | undefined

  /** The registry does not know requests of this kind. */
  readonly isUnsupported: boolean

  constructor(reason: string, message: string, options: RegistryErrorOptions = {}) {
    const { blocked = false, isTransient = false, isUnsupported = false, retryAfter, cause } = options
    super(message, { cause })
    this.reason = reason
    this.blocked = blocked
    this.isTransient = isTransient
    this.isUnsupported = isUnsupported
    this.retryAfter = retryAfter
  }
}

interface RegistryErrorOptions extends ErrorOptions {
  blocked?: boolean
  isTransient?: boolean
  isUnsupported?: boolean
  retryAfter?: number | undefined
}
