import { KubeError } from './kube-error.ts'

/** What went wrong with a connection, by the code of the error: a word for machines and one for people. */
const unreachable: Readonly<Record<string, readonly [reason: string, words: string]>> = {
  ECONNREFUSED: ['ConnectionRefused', 'connection refused'],
  UND_ERR_CONNECT_TIMEOUT: ['ConnectionTimeout', 'no connection in time'],
  ETIMEDOUT: ['ConnectionTimeout', 'no connection in time'],
  ENOTFOUND: ['NameNotFound', 'its name is not known'],
  EAI_AGAIN: ['NameNotFound', 'its name cannot be looked up'],
  EHOSTUNREACH: ['NoRoute', 'no route to it'],
  ENETUNREACH: ['NoRoute', 'no route to it'],
  ECONNRESET: ['ConnectionBroken', 'connection broken off'],
  EPIPE: ['ConnectionBroken', 'connection broken off'],
  UND_ERR_SOCKET: ['ConnectionBroken', 'connection broken off'],
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: ['ConnectionBroken', 'the answer was cut short'],
  UND_ERR_HEADERS_TIMEOUT: ['AnswerTimeout', 'no answer in time'],
  UND_ERR_BODY_TIMEOUT: ['AnswerTimeout', 'the answer did not go on'],
}

const untrusted: Readonly<Record<string, readonly [reason: string, words: string]>> = {
  CERT_HAS_EXPIRED: ['CertificateExpired', 'its certificate has expired'],
  CERT_NOT_YET_VALID: ['CertificateNotYetValid', 'its certificate is not valid yet; compare the clocks'],
  ERR_TLS_CERT_ALTNAME_INVALID: [
    'CertificateWrongHost',
    'its certificate is for another name (tls-server-name of the kubeconfig says which to expect)',
  ],
  ...Object.fromEntries(
    [
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      'UNABLE_TO_GET_ISSUER_CERT',
      'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
      'SELF_SIGNED_CERT_IN_CHAIN',
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'CERT_SIGNATURE_FAILURE',
    ].map((code) => [
      code,
      [
        'CertificateUnknownAuthority',
        'its certificate is of an authority that the kubeconfig does not name (certificate-authority-data)',
      ] as const,
    ]),
  ),
}

/** Alerts by which a server refuses the certificate that we show, or that we show none. */
const clientRefused = /ALERT_(BAD_CERTIFICATE|UNKNOWN_CA|CERTIFICATE_(EXPIRED|REVOKED|UNKNOWN|REQUIRED))/

const tlsCodes = /^(CERT_|ERR_TLS_|ERR_SSL_|ERR_OSSL_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|EPROTO)/

/** The failure of a connection. It has the same text each time: no ports of ours, no durations. */
export function connectionError(server: string, error: unknown): KubeError {
  let deepest = error
  while (deepest instanceof Error && deepest.cause instanceof Error) deepest = deepest.cause
  // Several addresses of one name fail together.
  if (deepest instanceof AggregateError) [deepest] = deepest.errors
  const code = deepest instanceof Error && 'code' in deepest ? String(deepest.code) : ''
  const text = deepest instanceof Error ? deepest.message : String(deepest)
  if (code === 'ADDRESS_REFUSED') {
    const message = `${server} is not connected to: ${text}`
    return new KubeError('unreachable', message, { reason: 'AddressNotAllowed', cause: error })
  }
  if (clientRefused.test(code)) {
    const message = `${server} does not accept our client certificate`
    return new KubeError('untrusted', message, { reason: 'ClientCertificateRefused', cause: error })
  }
  if (tlsCodes.test(code)) {
    const [reason, words] = untrusted[code] ?? ['NotTrusted', text]
    return new KubeError('untrusted', `${server} cannot be trusted: ${words}`, { reason, cause: error })
  }
  if (deepest instanceof Error && deepest.name === 'HTTPParserError') {
    const message = `${server} answers with something that is not HTTP`
    return new KubeError('garbled', message, { reason: 'NotHttp', cause: error })
  }
  const [reason, words] = unreachable[code] ?? ['Unreachable', text]
  return new KubeError('unreachable', `${server} does not answer: ${words}`, { reason, cause: error })
}

/** The request as a whole took too long, whatever its parts did. */
export function deadlineError(server: string): KubeError {
  return new KubeError('unreachable', `${server} does not answer: no whole answer in time`, {
    reason: 'AnswerTimeout',
  })
}
