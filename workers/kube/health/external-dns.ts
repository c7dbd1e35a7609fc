import { number, progressing, ready, type HealthRule } from './fields.ts'

/* external-dns: https://kubernetes-sigs.github.io/external-dns/ */

/** The health of DNS records. Their controller reports only that it has read them. */
export const dnsEndpoint: HealthRule = ({ status }) =>
  number(status['observedGeneration']) === undefined
    ? progressing('Pending', 'waits for external-dns to read it')
    : ready
