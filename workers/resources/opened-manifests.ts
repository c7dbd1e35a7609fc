import { PlatformError } from '../../schema/errors.ts'
import { describeIdentity, identityOf, isRecord, type Manifest } from '../../schema/manifests.ts'
import { placeholderPattern } from '../../schema/secret-syntax.ts'

/** Throws if manifests contain redacted placeholders in place of the values of Secrets. */
export function assertOpened(manifests: readonly Manifest[]): void {
  const redacted = manifests.find(holdsPlaceholder)
  if (redacted === undefined) return
  const message = `${describeIdentity(identityOf(redacted))} has redacted placeholders in place of its values; upgrade the servers`
  throw new PlatformError('UNSUPPORTED', message)
}

/** Reports whether a Secret contains redacted placeholders, which must not be applied as values. */
function holdsPlaceholder({ kind, data, stringData }: Manifest): boolean {
  if (kind !== 'Secret') return false
  const values = [data, stringData].flatMap((section) => (isRecord(section) ? Object.values(section) : []))
  return values.some((value) => typeof value === 'string' && placeholderPattern.test(value))
}
