import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Certificates } from './authority.ts'

const file = 'certificates.json'

/** The cluster's certificates: made once, then read from its folder, so that kubeconfigs stay valid. */
export async function loadCertificates(folder: string): Promise<Certificates> {
  const path = join(folder, file)
  // Written by this function only, readable by this user only.
  if (existsSync(path)) return JSON.parse(readFileSync(path, 'utf8')) as Certificates
  // What signs certificates takes long to load, and only the first start of a cluster needs it.
  const { makeCertificates } = await import('./authority.ts')
  const made = await makeCertificates()
  writeFileSync(path, JSON.stringify(made), { mode: 0o600 })
  return made
}
