import { webcrypto } from 'node:crypto'
// The package requires this import before its own.
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

/** A certificate and its key, as PEM. */
export interface Identity {
  certificate: string
  key: string
}

/** The identities of one cluster, as PEM. */
export interface Certificates {
  ca: string
  server: Identity
  admin: Identity
}

/** An authority that signs the certificates of servers and clients. */
export interface Authority {
  /** The certificate of the authority, as PEM. */
  ca: string
  issueServer(name: string, alternatives: readonly AlternativeName[]): Promise<Identity>
  issueClient(name: string, groups?: readonly string[]): Promise<Identity>
  /** Issues a certificate for a server that is also a client of its peers and of itself. */
  issuePeer(name: string, alternatives: readonly AlternativeName[]): Promise<Identity>
}

interface AlternativeName {
  type: 'ip' | 'dns'
  value: string
}

const lifetimeMs = 10 * 365 * 86_400_000
const curve = { name: 'ECDSA', namedCurve: 'P-256' }

interface Signer {
  name: JsonName
  keys: webcrypto.CryptoKeyPair
}

/** Creates a certificate authority and the certificates of server and administrator. */
export async function createCertificates(): Promise<Certificates> {
  const authority = await newAuthority('kubernetes')
  const [server, admin] = await Promise.all([
    authority.issueServer('kube-apiserver', serverNames),
    authority.issueClient('kubernetes-admin', ['system:masters']),
  ])
  return { ca: authority.ca, server, admin }
}

export async function newAuthority(name: string): Promise<Authority> {
  const keys = await newKeys()
  const signer: Signer = { name: [{ CN: [name] }], keys }
  const ca = await sign({ subject: signer.name, publicKey: keys.publicKey }, signer, [
    new BasicConstraintsExtension(true, undefined, true),
    new KeyUsagesExtension(KeyUsageFlags.digitalSignature | KeyUsageFlags.keyCertSign, true),
    await SubjectKeyIdentifierExtension.create(keys.publicKey, false, webcrypto),
  ])
  return {
    ca,
    issueServer: (server, alternatives) =>
      issue([{ CN: [server] }], signer, [
        new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
        new SubjectAlternativeNameExtension([...alternatives]),
      ]),
    issueClient: (client, groups = []) =>
      issue([...groups.map((group) => ({ O: [group] })), { CN: [client] }], signer, [
        new ExtendedKeyUsageExtension([ExtendedKeyUsage.clientAuth]),
      ]),
    issuePeer: (peer, alternatives) =>
      issue([{ CN: [peer] }], signer, [
        new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth, ExtendedKeyUsage.clientAuth]),
        new SubjectAlternativeNameExtension([...alternatives]),
      ]),
  }
}

/** The names of the API server of a cluster. */
export const serverNames = [
  ...['127.0.0.1', '10.96.0.1'].map((value) => ({ type: 'ip' as const, value })),
  ...['', '.default', '.default.svc', '.default.svc.cluster.local'].map((end) => ({
    type: 'dns' as const,
    value: `kubernetes${end}`,
  })),
  { type: 'dns' as const, value: 'localhost' },
]

async function issue(subject: JsonName, signer: Signer, extensions: Extension[]): Promise<Identity> {
  const { publicKey, privateKey } = await newKeys()
  const common = [
    new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
    await AuthorityKeyIdentifierExtension.create(signer.keys.publicKey, false, webcrypto),
  ]
  const key = await webcrypto.subtle.exportKey('pkcs8', privateKey)
  return {
    certificate: await sign({ subject, publicKey }, signer, [...common, ...extensions]),
    key: `${PemConverter.encode(key, PemConverter.PrivateKeyTag)}\n`,
  }
}

async function newKeys(): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(curve, true, ['sign', 'verify'])
}

async function sign(
  { subject, publicKey }: { subject: JsonName; publicKey: webcrypto.CryptoKey },
  issuer: Signer,
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
      // Clocks of clients may be slightly slow.
      notBefore: new Date(now - 60_000),
      notAfter: new Date(now + lifetimeMs),
      extensions,
    },
    webcrypto,
  )
  return `${certificate.toString('pem')}\n`
}
