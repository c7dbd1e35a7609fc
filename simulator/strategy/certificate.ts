import { objectOf, stringOf } from '../json.ts'
import type { Strategy } from './strategy.ts'

export const certificateSigningRequest: Strategy = {
  // Those of other signers are approved here, and signed by whoever serves the signer.
  refuse(object) {
    const signer = stringOf(objectOf(object['spec'])['signerName'])
    if (!signer.startsWith('kubernetes.io/')) return undefined
    return `the simulated cluster signs no certificates, so it takes no CertificateSigningRequest for ${signer}: use the token of a service account (kubectl create token), or a signer of your own`
  },
}
