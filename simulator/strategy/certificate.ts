import { objectOf, stringOf } from '../json.ts'
import type { Strategy } from './strategy.ts'

export const certificateSigningRequest: Strategy = {
  // Requests for other signers are approved here, and signed by the signer's own controller.
  refuse(object) {
    const signer = stringOf(objectOf(object['spec'])['signerName'])
    if (!signer.startsWith('kubernetes.io/')) return undefined
    return `the simulated cluster signs no certificates, so it refuses any CertificateSigningRequest for ${signer}: use the token of a service account (kubectl create token), or your own signer`
  },
}
