import { generateKeyPairSync } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Identity } from '../certificates/authority.ts'

/*
 * The certificates and keys of a cluster. They are issued once, and the key of their authority is not stored: nothing else can be
 * issued later.
 */

/** The servers and clients with a certificate, by the name of their files. */
export type IdentityName = 'etcd' | 'apiserver' | 'admin' | 'manager' | 'scheduler' | 'kubelet'

/** The paths of the certificates and keys of a cluster. */
export interface Credentials {
  ca: string
  /** The key that signs the tokens of service accounts. */
  tokenKey: string
  certificate(name: IdentityName): string
  key(name: IdentityName): string
}

/** Returns the credentials in the folder of a cluster; issues them at the first start. */
export async function loadCredentials(clusterFolder: string): Promise<Credentials> {
  const folder = join(clusterFolder, 'pki')
  // Renamed once it is complete, so that a start that was interrupted issues all of them again.
  if (!existsSync(folder)) await issueAll(folder)
  return {
    ca: join(folder, 'ca.crt'),
    tokenKey: join(folder, 'token.key'),
    certificate: (name) => join(folder, `${name}.crt`),
    key: (name) => join(folder, `${name}.key`),
  }
}

/** Reads the certificate and the key of an identity. */
export async function readIdentity(
  credentials: Credentials,
  name: IdentityName,
): Promise<Identity & { ca: string }> {
  const [ca, certificate, key] = await Promise.all(
    [credentials.ca, credentials.certificate(name), credentials.key(name)].map((file) =>
      readFile(file, 'utf8'),
    ),
  )
  return { ca: ca ?? '', certificate: certificate ?? '', key: key ?? '' }
}

const loopback = [
  { type: 'ip' as const, value: '127.0.0.1' },
  { type: 'dns' as const, value: 'localhost' },
]

async function issueAll(folder: string): Promise<void> {
  // The signing code takes long to load, and only the first start of a cluster needs it.
  const { newAuthority, serverNames } = await import('../certificates/authority.ts')
  const fresh = `${folder}.new`
  await rm(fresh, { recursive: true, force: true })
  await mkdir(fresh, { recursive: true, mode: 0o700 })
  const write = (file: string, text: string): Promise<void> =>
    writeFile(join(fresh, file), text, { mode: 0o600 })
  const authority = await newAuthority('kubernetes')
  const identities: Record<IdentityName, Identity> = {
    etcd: await authority.issuePeer('etcd', loopback),
    apiserver: await authority.issuePeer('kube-apiserver', serverNames),
    admin: await authority.issueClient('kubernetes-admin', ['system:masters']),
    manager: await authority.issueClient('system:kube-controller-manager'),
    scheduler: await authority.issueClient('system:kube-scheduler'),
    kubelet: await authority.issueServer('kubelet', loopback),
  }
  for (const [name, { certificate, key }] of Object.entries(identities)) {
    await write(`${name}.crt`, certificate)
    await write(`${name}.key`, key)
  }
  await write('ca.crt', authority.ca)
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  await write('token.key', privateKey.export({ type: 'pkcs1', format: 'pem' }).toString())
  await rename(fresh, folder)
}
