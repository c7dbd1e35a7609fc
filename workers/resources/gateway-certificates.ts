import { letsEncrypt, type Certificates } from '../../schema/certificates.ts'
import type { Manifest } from '../../schema/manifests.ts'

/* Certificates of gateways, by cert-manager: https://cert-manager.io/docs/reference/api-docs/ */

/** The issuer of a certificate, with the address to which it sends notices. */
export interface IssuedCertificate extends Certificates {
  email?: string | undefined
}

interface CertificateTarget {
  /** The name of the Gateway. */
  name: string
  namespace: string
  /** The host name of the certificate. */
  host: string
  /** The listener of the Gateway at which an ACME server verifies the host name. */
  section: string
}

/** Returns the name of the Secret with the certificate of a gateway. */
export function secretName(gateway: string): string {
  return `${gateway}-tls`
}

/** Returns the name of the Secret with the key of an account at an ACME server. */
function accountName(gateway: string): string {
  return `${gateway}-acme-account`
}

/**
 * Returns the Secrets that cert-manager creates for a gateway. It does not delete them with their Certificate and Issuer, so the
 * gateway does.
 */
export function issuedSecrets(gateway: string): string[] {
  return [secretName(gateway), accountName(gateway)]
}

/** Renders the certificate of a gateway, and its issuer unless that exists. */
export function certificateManifests(target: CertificateTarget, certificate: IssuedCertificate): Manifest[] {
  const { name, namespace, host } = target
  const existing = certificate.issuer === 'clusterIssuer'
  const issuerRef = existing
    ? { group: 'cert-manager.io', kind: 'ClusterIssuer', name: certificate.clusterIssuer }
    : { group: 'cert-manager.io', kind: 'Issuer', name }
  const issuer: Manifest = {
    apiVersion: 'cert-manager.io/v1',
    kind: 'Issuer',
    metadata: { name, namespace },
    spec: issuerSpec(target, certificate),
  }
  return [
    ...(existing ? [] : [issuer]),
    {
      apiVersion: 'cert-manager.io/v1',
      kind: 'Certificate',
      metadata: { name, namespace },
      spec: { secretName: secretName(name), dnsNames: [host], issuerRef, usages: ['server auth'] },
    },
  ]
}

function issuerSpec(
  { name, namespace, section }: CertificateTarget,
  { issuer, server, email, secret }: IssuedCertificate,
): object {
  if (issuer === 'selfSigned') return { selfSigned: {} }
  if (issuer === 'privateCa') return { ca: { secretName: secret } }
  const parentRefs = [
    { group: 'gateway.networking.k8s.io', kind: 'Gateway', name, namespace, sectionName: section },
  ]
  return {
    acme: {
      server: server ?? letsEncrypt,
      ...(email === undefined ? {} : { email }),
      privateKeySecretRef: { name: accountName(name) },
      solvers: [{ http01: { gatewayHTTPRoute: { parentRefs } } }],
    },
  }
}
