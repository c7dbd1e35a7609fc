import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Certificates } from './authority.ts'

const file = 'certificates.json'

/**
 * Loads the cluster's certificates; creates them at the first start and stores them in its folder, so that kubeconfigs
 * stay valid.
 */
export async function loadCertificates(folder: string): Promise<Certificates> {
  const path = join(folder, file)
  // Only this function writes the file, and only this user can read it.
  if (existsSync(path)) return JSON.parse(readFileSync(path, 'utf8')) as Certificates
  // The signing code takes long to load, and only the first start of a cluster needs it.
  const { createCertificates } = await import('./authority.ts')
  const result = await createCertificates()
  writeFileSync(path, JSON.stringify(result), { mode: 0o600 })
  return result
}
