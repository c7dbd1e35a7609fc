import { webcrypto } from 'node:crypto'
// The package asks for this before it is loaded itself.
import 'reflect-metadata'
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509CertificateGenerator,
  type Extension,
  type JsonName,
} from '@peculiar/x509'

/** PEM texts of one cluster's identities. */
export interface Certificates {
  ca: string
  server: { certificate: string; key: string }
  admin: { certificate: string; key: string }
}

const lifetimeMs = 10 * 365 * 86_400_000
const curve = { name: 'ECDSA', namedCurve: 'P-256' }

interface Authority {
  name: JsonName
  keys: webcrypto.CryptoKeyPair
}

/** A certificate authority, and the certificates of server and administrator that it signs. */
export async function makeCertificates(): Promise<Certificates> {
  const keys = await newKeys()
  const authority: Authority = { name: [{ CN: ['kubernetes'] }], keys }
  const [ca, server, admin] = await Promise.all([
    sign({ subject: authority.name, publicKey: keys.publicKey }, authority, [
      new BasicConstraintsExtension(true, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature | KeyUsageFlags.keyCertSign, true),
      await SubjectKeyIdentifierExtension.create(keys.publicKey, false, webcrypto),
    ]),
    issue([{ CN: ['kube-apiserver'] }], authority, [
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      new SubjectAlternativeNameExtension(serverNames),
    ]),
    issue([{ O: ['system:masters'] }, { CN: ['kubernetes-admin'] }], authority, [
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.clientAuth]),
    ]),
  ])
  return { ca, server, admin }
}

const serverNames = [
  ...['127.0.0.1', '10.96.0.1'].map((value) => ({ type: 'ip' as const, value })),
  ...['', '.default', '.default.svc', '.default.svc.cluster.local'].map((end) => ({
    type: 'dns' as const,
    value: `kubernetes${end}`,
  })),
  { type: 'dns' as const, value: 'localhost' },
]

async function issue(
  subject: JsonName,
  authority: Authority,
  extensions: Extension[],
): Promise<{ certificate: string; key: string }> {
  const { publicKey, privateKey } = await newKeys()
  const common = [
    new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
    await AuthorityKeyIdentifierExtension.create(authority.keys.publicKey, false, webcrypto),
  ]
  const key = await webcrypto.subtle.exportKey('pkcs8', privateKey)
  return {
    certificate: await sign({ subject, publicKey }, authority, [...common, ...extensions]),
    key: `${PemConverter.encode(key, PemConverter.PrivateKeyTag)}\n`,
  }
}

async function newKeys(): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(curve, true, ['sign', 'verify'])
}

async function sign(
  { subject, publicKey }: { subject: JsonName; publicKey: webcrypto.CryptoKey },
  issuer: Authority,
  extensions: Extension[],
): Promise<string> {
  const now = Date.now()
  const certificate = await X509CertificateGenerator.create(
    {
      subject,
      publicKey,
      issuer: issuer.name,
      signingKey: issuer.keys.privateKey,
      signingAlgorithm: { name: 'ECDSA', hash: 'SHA-256' },
      // Clocks of clients may be a little behind.
      notBefore: new Date(now - 60_000),
      notAfter: new Date(now + lifetimeMs),
      extensions,
    },
    webcrypto,
  )
  return `${certificate.toString('pem')}\n`
}
