import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as der from './der.ts'

/** PEM texts of one cluster's identities. */
export interface Certificates {
  ca: string
  server: { certificate: string; key: string }
  admin: { certificate: string; key: string }
}

const lifetimeMs = 10 * 365 * 86_400_000
const file = 'certificates.json'

/** The cluster's certificates: made once, then read from its folder, so that kubeconfigs stay valid. */
export function loadCertificates(folder: string): Certificates {
  const path = join(folder, file)
  // Written by this function only, readable by this user only.
  if (existsSync(path)) return JSON.parse(readFileSync(path, 'utf8')) as Certificates
  const made = makeCertificates()
  writeFileSync(path, JSON.stringify(made), { mode: 0o600 })
  return made
}

function makeCertificates(): Certificates {
  const caKeys = newKeys()
  const caName = nameOf({ commonName: 'kubernetes' })
  const authority = { name: caName, key: caKeys.privateKey }
  const ca = certificate({ subject: caName, publicKey: caKeys.publicKey }, authority, [
    extension('2.5.29.19', der.sequence(der.boolean(true)), true),
    extension('2.5.29.15', der.bitString(Buffer.from([0b1000_0110]), 1), true),
    extension('2.5.29.14', der.octetString(keyIdentifier(caKeys.publicKey))),
  ])
  const issue = (subject: Buffer, extensions: Buffer[]) => {
    const { publicKey, privateKey } = newKeys()
    const usage = extension('2.5.29.15', der.bitString(Buffer.from([0b1000_0000]), 7), true)
    return {
      certificate: certificate({ subject, publicKey }, authority, [usage, ...extensions]),
      key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    }
  }
  return {
    ca,
    server: issue(nameOf({ commonName: 'kube-apiserver' }), [
      extendedUsage('1.3.6.1.5.5.7.3.1'),
      alternativeNames(['127.0.0.1', '10.96.0.1'], ['localhost', ...inClusterNames]),
    ]),
    admin: issue(nameOf({ organization: 'system:masters', commonName: 'kubernetes-admin' }), [
      extendedUsage('1.3.6.1.5.5.7.3.2'),
    ]),
  }
}

const inClusterNames = ['', '.default', '.default.svc', '.default.svc.cluster.local'].map(
  (end) => `kubernetes${end}`,
)

function newKeys(): { publicKey: KeyObject; privateKey: KeyObject } {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' })
}

const ecdsaWithSha256 = der.sequence(der.oid('1.2.840.10045.4.3.2'))

function certificate(
  { subject, publicKey }: { subject: Buffer; publicKey: KeyObject },
  issuer: { name: Buffer; key: KeyObject },
  extensions: readonly Buffer[],
): string {
  const now = Date.now()
  const body = der.sequence(
    der.explicit(0, der.integer(Buffer.from([2]))),
    der.integer(randomBytes(16)),
    ecdsaWithSha256,
    issuer.name,
    der.sequence(
      der.generalizedTime(new Date(now - 60_000)),
      der.generalizedTime(new Date(now + lifetimeMs)),
    ),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    der.explicit(3, der.sequence(...extensions)),
  )
  const signature = sign('sha256', body, issuer.key)
  return pem(der.sequence(body, ecdsaWithSha256, der.bitString(signature)))
}

function pem(bytes: Buffer): string {
  const text = bytes
    .toString('base64')
    .replaceAll(/(.{64})/g, '$1\n')
    .trimEnd()
  return `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----\n`
}

function nameOf({ organization, commonName }: { organization?: string; commonName: string }): Buffer {
  const part = (type: string, text: string) => der.set(der.sequence(der.oid(type), der.utf8String(text)))
  const organizations = organization === undefined ? [] : [part('2.5.4.10', organization)]
  return der.sequence(...organizations, part('2.5.4.3', commonName))
}

function extension(id: string, value: Buffer, isCritical = false): Buffer {
  return der.sequence(der.oid(id), ...(isCritical ? [der.boolean(true)] : []), der.octetString(value))
}

function extendedUsage(id: string): Buffer {
  return extension('2.5.29.37', der.sequence(der.oid(id)))
}

function alternativeNames(addresses: readonly string[], names: readonly string[]): Buffer {
  const entries = [
    ...addresses.map((address) => der.implicit(7, Buffer.from(address.split('.').map(Number)))),
    ...names.map((name) => der.implicit(2, Buffer.from(name))),
  ]
  return extension('2.5.29.17', der.sequence(...entries))
}

function keyIdentifier(key: KeyObject): Buffer {
  return createHash('sha1')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest()
}
