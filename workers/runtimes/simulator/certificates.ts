import { webcrypto } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as x509 from '@peculiar/x509'

/** PEM texts of one cluster's identities. */
export interface Certificates {
  ca: string
  server: { certificate: string; key: string }
  admin: { certificate: string; key: string }
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const
const years = 10
const file = 'certificates.json'

/** The cluster's certificates: made once, then read from its folder, so that kubeconfigs stay valid. */
export async function loadCertificates(folder: string): Promise<Certificates> {
  const path = join(folder, file)
  if (existsSync(path)) {
    // Written by this function only, readable by this user only.
    return JSON.parse(readFileSync(path, 'utf8')) as Certificates
  }
  const made = await makeCertificates()
  writeFileSync(path, JSON.stringify(made), { mode: 0o600 })
  return made
}

async function makeCertificates(): Promise<Certificates> {
  // The library needs to know which crypto to use; Node's own.
  x509.cryptoProvider.set(webcrypto as Crypto)
  const validity = { notBefore: new Date(Date.now() - 60_000), notAfter: new Date(Date.now() + years * 365 * 86_400_000) }
  const caKeys = await newKeys()
  const ca = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=kubernetes',
    ...validity,
    keys: caKeys,
    signingAlgorithm: algorithm,
    extensions: [
      new x509.BasicConstraintsExtension(true, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign | x509.KeyUsageFlags.digitalSignature, true),
      await x509.SubjectKeyIdentifierExtension.create(caKeys.publicKey),
    ],
  })
  const issue = async (subject: string, extensions: x509.Extension[]) => {
    const keys = await newKeys()
    const certificate = await x509.X509CertificateGenerator.create({
      subject,
      issuer: ca.subject,
      ...validity,
      publicKey: keys.publicKey,
      signingKey: caKeys.privateKey,
      signingAlgorithm: algorithm,
      extensions: [new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true), ...extensions],
    })
    return { certificate: certificate.toString('pem'), key: await privateKeyPem(keys.privateKey) }
  }
  const names = ['localhost', 'kubernetes', 'kubernetes.default', 'kubernetes.default.svc', 'kubernetes.default.svc.cluster.local']
  return {
    ca: ca.toString('pem'),
    server: await issue('CN=kube-apiserver', [
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension([
        { type: 'ip', value: '127.0.0.1' },
        { type: 'ip', value: '10.96.0.1' },
        ...names.map((value) => ({ type: 'dns' as const, value })),
      ]),
    ]),
    admin: await issue('O=system:masters, CN=kubernetes-admin', [
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.clientAuth]),
    ]),
  }
}

async function newKeys(): Promise<CryptoKeyPair> {
  return webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
}

async function privateKeyPem(key: CryptoKey): Promise<string> {
  const der = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', key)).toString('base64')
  return `-----BEGIN PRIVATE KEY-----\n${der.replaceAll(/(.{64})/g, '$1\n').trimEnd()}\n-----END PRIVATE KEY-----\n`
}
