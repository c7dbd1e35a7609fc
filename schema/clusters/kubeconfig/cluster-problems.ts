import { X509Certificate } from 'node:crypto'
import type { ClusterPolicy } from '../policy.ts'

/** What is wrong with one field of a cluster of a kubeconfig. */
export interface ClusterProblem {
  field: 'server' | 'certificate-authority-data' | 'insecure-skip-tls-verify'
  /** In one sentence that begins with its verb. */
  message: string
  remedy: string
}

/** A cluster of a kubeconfig as far as it is checked here; other fields, and other types, are for others to refuse. */
export interface ClusterFields {
  server?: unknown
  'certificate-authority-data'?: unknown
  'insecure-skip-tls-verify'?: unknown
}

/** Everything that keeps a cluster from being used, as far as it can be seen without a connection. */
export function clusterProblems(cluster: ClusterFields, policy: ClusterPolicy): ClusterProblem[] {
  return [
    ...serverProblems(cluster.server, policy),
    ...authorityProblems(cluster['certificate-authority-data']),
    ...(cluster['insecure-skip-tls-verify'] === true && !policy.allowsUnverified ? [unverified] : []),
  ]
}

const unverified: ClusterProblem = {
  field: 'insecure-skip-tls-verify',
  message: 'is true, so that whoever is on the way could be taken for the cluster',
  remedy:
    'Give certificate-authority-data instead, or let the operator allow it: QLEET_CLUSTER_SKIP_TLS_VERIFY=true for servers and workers.',
}

function serverProblems(server: unknown, policy: ClusterPolicy): ClusterProblem[] {
  if (typeof server !== 'string') return []
  const field = 'server'
  // Parsers of URLs pass over blanks and turn other characters into ones that look alike.
  const url = /^[!-~]+$/.test(server) && URL.canParse(server) ? new URL(server) : undefined
  if (url === undefined || !['https:', 'http:'].includes(url.protocol)) {
    return [{ field, message: 'is no address of an API server', remedy: 'Give one of https://HOST:PORT.' }]
  }
  if (url.username !== '' || url.password !== '') {
    return [{ field, message: 'has a password in it', remedy: 'Use a token or a client certificate.' }]
  }
  if (/[?#]/.test(server)) {
    const remedy = 'Give one of https://HOST:PORT, with a path where the API has one.'
    return [{ field, message: 'has a query or a fragment', remedy }]
  }
  if (url.protocol === 'http:' && !policy.allowsHttp) {
    const remedy =
      'Give one of https://HOST:PORT, or let the operator allow it: QLEET_CLUSTER_HTTP=true for servers and workers.'
    return [{ field, message: 'is not encrypted: it begins with http://', remedy }]
  }
  const address = literalAddress(url.hostname)
  const refusal = address === undefined ? undefined : policy.refusalOf(address)
  return refusal === undefined
    ? []
    : [{ field, message: `has ${refusal.what}: ${address}`, remedy: refusal.remedy }]
}

/**
 * The address that a host name stands for without being looked up, with or without the brackets of IPv6. URLs write all
 * forms of IPv4 addresses alike.
 */
export function literalAddress(hostname: string): string | undefined {
  if (/^(.+\.)?localhost\.?$/i.test(hostname)) return '127.0.0.1'
  if (hostname.includes(':')) return hostname.replaceAll(/[[\]]/g, '')
  return /^[\d.]+$/.test(hostname) ? hostname.replace(/\.$/, '') : undefined
}

function authorityProblems(data: unknown): ClusterProblem[] {
  if (typeof data !== 'string') return []
  const message = authorityProblem(data)
  if (message === undefined) return []
  const remedy =
    'Give the certificate of the authority in PEM, in base64; or leave it out to trust those of the system.'
  return [{ field: 'certificate-authority-data', message, remedy }]
}

/** Node takes whatever it gets for an authority, and trusts none when there is no certificate in it. */
function authorityProblem(data: string): string | undefined {
  if (data.trim() === '') return 'is empty'
  const encoded = data.replaceAll(/\s/g, '')
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(encoded)) return 'is not base64'
  const pem = Buffer.from(encoded, 'base64').toString('latin1')
  if (pem.includes('PRIVATE KEY-----')) return 'holds a private key'
  const certificates = pem.match(certificate) ?? []
  if (certificates.length === 0) return 'holds no certificate'
  return certificates.every(isReadable) ? undefined : 'holds a certificate that cannot be read'
}

const certificate =
  /-----BEGIN (?:X509 |TRUSTED )?CERTIFICATE-----[^-]*-----END (?:X509 |TRUSTED )?CERTIFICATE-----/g

function isReadable(pem: string): boolean {
  try {
    return new X509Certificate(pem).subject !== null
  } catch {
    return false
  }
}
