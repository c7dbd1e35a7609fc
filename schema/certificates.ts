import { z } from 'zod'
import type { SpecProblem } from './kinds/kind.ts'

/** The server of Let's Encrypt whose certificates browsers trust. */
export const letsEncrypt = 'https://acme-v02.api.letsencrypt.org/directory'

/** The ways in which certificates are issued. */
export const certificateIssuers = ['acme', 'privateCa', 'selfSigned', 'clusterIssuer'] as const

const resourceName = z
  .string()
  .max(253)
  .regex(/^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/, {
    error: 'must be the name of a Kubernetes resource',
  })

/** The spec field with the issuer of certificates. */
export const Certificates = z.strictObject({
  issuer: z
    .enum(certificateIssuers, { error: `must be one of ${certificateIssuers.join(', ')}` })
    .default('acme')
    .meta({
      description: 'Who issues the certificates.',
      enumName: 'CertificateIssuer',
      enumDescription: 'The issuers of certificates.',
      enumDescriptions: [
        'A server of the ACME protocol, which verifies the host name on port 80.',
        'A private certificate authority, whose certificate and key are in a Secret.',
        'The certificate signs itself, so no client trusts it; for development.',
        'An existing ClusterIssuer of cert-manager in the runtime.',
      ],
    }),
  server: z
    .url({ protocol: /^https$/, error: 'must be an https URL' })
    .optional()
    .meta({
      description: "The directory of the ACME server. Default: that of Let's Encrypt. For the issuer `acme`.",
    }),
  secret: resourceName.optional().meta({
    description:
      'The Secret with `tls.crt` and `tls.key` of the certificate authority, in the namespace of the application. For ' +
      'the issuer `privateCa`.',
  }),
  clusterIssuer: resourceName.optional().meta({
    description: 'The name of the ClusterIssuer. For the issuer `clusterIssuer`.',
  }),
})
export type Certificates = z.infer<typeof Certificates>

/** The field that belongs to each issuer, and whether the issuer requires it. */
const fieldsOfIssuers = {
  acme: { field: 'server', required: false },
  privateCa: { field: 'secret', required: true },
  selfSigned: { field: undefined, required: false },
  clusterIssuer: { field: 'clusterIssuer', required: true },
} as const

/** Returns the contradictions between the fields of the issuer of certificates. */
export function certificateProblems(certificates: Certificates | undefined): SpecProblem[] {
  if (certificates === undefined) return []
  const { issuer, ...fields } = certificates
  const own = fieldsOfIssuers[issuer]
  const foreign = Object.entries(fields).flatMap(([field, value]): SpecProblem[] => {
    if (value === undefined || field === own.field) return []
    const message = `does not apply to the issuer ${issuer}`
    return [{ path: `certificates.${field}`, code: 'FORBIDDEN', message, remedy: 'Remove it.' }]
  })
  if (!own.required || fields[own.field] !== undefined) return foreign
  const path = `certificates.${own.field}`
  const remedy = `Set it, or choose another issuer.`
  return [...foreign, { path, code: 'REQUIRED', message: `is required by the issuer ${issuer}`, remedy }]
}
