import { X509Certificate } from 'node:crypto'
import type { ClusterPolicy } from '../policy.ts'

/** A problem with a field of a cluster entry of a kubeconfig. */
export interface ClusterProblem {
  field: 'server' | 'certificate-authority-data' | 'insecure-skip-tls-verify'
  /** One sentence whose subject is the field, so that it starts with a verb. */
  message: string
  remedy: string
}

/** The checked fields of a cluster entry of a kubeconfig. Fields of a wrong type are reported elsewhere. */
export interface ClusterFields {
  server?: unknown
  'certificate-authority-data'?: unknown
  'insecure-skip-tls-verify'?: unknown
}

/** Returns all problems of a cluster entry that can be found without a connection. */
export function clusterProblems(cluster: ClusterFields, policy: ClusterPolicy): ClusterProblem[] {
  return [
    ...serverProblems(cluster.server, policy),
    ...authorityProblems(cluster['certificate-authority-data']),
    ...(cluster['insecure-skip-tls-verify'] === true && !policy.allowsUnverified ? [unverified] : []),
  ]
}

const unverified: ClusterProblem = {
  field: 'insecure-skip-tls-verify',
  message: 'is true, which allows anyone on the network path to impersonate the cluster',
  remedy:
    'Provide certificate-authority-data instead, or ask the operator to allow it with ' +
    'QLEET_CLUSTER_SKIP_TLS_VERIFY=true for servers and workers.',
}

function serverProblems(server: unknown, policy: ClusterPolicy): ClusterProblem[] {
  if (typeof server !== 'string') return []
  const field = 'server'
  // URL parsers ignore whitespace and normalise other characters to similar ones.
  const url = /^[!-~]+$/.test(server) && URL.canParse(server) ? new URL(server) : undefined
  if (url === undefined || !['https:', 'http:'].includes(url.protocol)) {
    return [
      { field, message: 'is not the URL of an API server', remedy: 'Use a URL such as https://HOST:PORT.' },
    ]
  }
  if (url.username !== '' || url.password !== '') {
    return [
      {
        field,
        message: 'contains a user name or a password',
        remedy: 'Use a token or a client certificate.',
      },
    ]
  }
  if (/[?#]/.test(server)) {
    const remedy = 'Use a URL such as https://HOST:PORT, with a path if the API has one.'
    return [{ field, message: 'has a query or a fragment', remedy }]
  }
  if (url.protocol === 'http:' && !policy.allowsHttp) {
    const remedy =
      'Use a URL such as https://HOST:PORT, or ask the operator to allow it with QLEET_CLUSTER_HTTP=true ' +
      'for servers and workers.'
    return [{ field, message: 'is not encrypted: it starts with http://', remedy }]
  }
  const address = literalAddress(url.hostname)
  const refusal = address === undefined ? undefined : policy.refusalOf(address)
  return refusal === undefined
    ? []
    : [{ field, message: `has ${refusal.what}: ${address}`, remedy: refusal.remedy }]
}

/**
 * Returns the address that a host name denotes without a DNS lookup, with or without the brackets of IPv6. URLs
 * normalise all forms of IPv4 addresses.
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
    'Provide the base64-encoded PEM certificate of the authority, or omit it to trust the authorities of ' +
    'the system.'
  return [{ field: 'certificate-authority-data', message, remedy }]
}

/**
 * Returns the problem of a certificate authority: Node accepts any data, and trusts no authority if it contains no
 * certificate.
 */
function authorityProblem(data: string): string | undefined {
  if (data.trim() === '') return 'is empty'
  const encoded = data.replaceAll(/\s/g, '')
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(encoded)) return 'is not base64'
  return certificatesProblem(Buffer.from(encoded, 'base64').toString('latin1'))
}

/** Returns the problem of the certificates of authorities as PEM. */
export function certificatesProblem(pem: string): string | undefined {
  if (pem.includes('PRIVATE KEY-----')) return 'contains a private key'
  const certificates = pem.match(certificate) ?? []
  if (certificates.length === 0) return 'contains no certificate'
  return certificates.every(isReadable) ? undefined : 'contains an invalid certificate'
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
