import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** PEM texts of one cluster's identities. */
export interface Certificates {
  ca: string
  server: { certificate: string; key: string }
  admin: { certificate: string; key: string }
}

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
