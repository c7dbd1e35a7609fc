import { KubeError } from './kube-error.ts'

/** The reason and the message for each error code of a failed connection. */
const unreachable: Readonly<Record<string, readonly [reason: string, words: string]>> = {
  ECONNREFUSED: ['ConnectionRefused', 'connection refused'],
  UND_ERR_CONNECT_TIMEOUT: ['ConnectionTimeout', 'no connection in time'],
  ETIMEDOUT: ['ConnectionTimeout', 'no connection in time'],
  ENOTFOUND: ['NameNotFound', 'its host name is unknown'],
  EAI_AGAIN: ['NameNotFound', 'its host name cannot be resolved'],
  EHOSTUNREACH: ['NoRoute', 'no route to it'],
  ENETUNREACH: ['NoRoute', 'no route to it'],
  ECONNRESET: ['ConnectionBroken', 'connection broken off'],
  EPIPE: ['ConnectionBroken', 'connection broken off'],
  UND_ERR_SOCKET: ['ConnectionBroken', 'connection broken off'],
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: ['ConnectionBroken', 'the response was cut short'],
  UND_ERR_HEADERS_TIMEOUT: ['AnswerTimeout', 'no response in time'],
  UND_ERR_BODY_TIMEOUT: ['AnswerTimeout', 'the response stalled'],
}

const untrusted: Readonly<Record<string, readonly [reason: string, words: string]>> = {
  CERT_HAS_EXPIRED: ['CertificateExpired', 'its certificate has expired'],
  CERT_NOT_YET_VALID: ['CertificateNotYetValid', 'its certificate is not valid yet; compare the clocks'],
  ERR_TLS_CERT_ALTNAME_INVALID: [
    'CertificateWrongHost',
    'its certificate is for another host name (tls-server-name of the kubeconfig sets the expected one)',
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
        'its certificate is signed by an authority that the kubeconfig does not contain (certificate-authority-data)',
      ] as const,
    ]),
  ),
}

/** Responses that are no TLS, as those of a server of plain HTTP. */
const notTls = /^ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST|RECORD_LAYER_FAILURE)$/

/** TLS alerts by which a server refuses our client certificate, or the lack of one. */
const clientRefused = /ALERT_(BAD_CERTIFICATE|UNKNOWN_CA|CERTIFICATE_(EXPIRED|REVOKED|UNKNOWN|REQUIRED))/

const tlsCodes = /^(CERT_|ERR_TLS_|ERR_SSL_|ERR_OSSL_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|EPROTO)/

/** Returns the error for a failed connection. Its message is stable: it contains no local ports and no durations. */
export function connectionError(server: string, error: unknown): KubeError {
  let deepest = error
  while (deepest instanceof Error && deepest.cause instanceof Error) deepest = deepest.cause
  // The addresses of one host name fail together.
  if (deepest instanceof AggregateError) [deepest] = deepest.errors
  const code = deepest instanceof Error && 'code' in deepest ? String(deepest.code) : ''
  const detail = deepest instanceof Error ? deepest.message : String(deepest)
  if (code === 'ADDRESS_REFUSED') {
    const message = `${server} may not be connected to: ${detail}`
    return new KubeError('unreachable', message, { reason: 'AddressNotAllowed', cause: error })
  }
  if (clientRefused.test(code)) {
    const message = `${server} does not accept our client certificate`
    return new KubeError('untrusted', message, { reason: 'ClientCertificateRefused', cause: error })
  }
  if (notTls.test(code)) {
    const message =
      `${server} does not respond with TLS, as a server of plain HTTP; correct its address and port in the kubeconfig, ` +
      'and begin it with http:// only if nothing else can read the traffic'
    return new KubeError('untrusted', message, { reason: 'NotTls', cause: error })
  }
  if (tlsCodes.test(code)) {
    const [reason, words] = untrusted[code] ?? ['NotTrusted', opensslReason(deepest) ?? detail]
    return new KubeError('untrusted', `${server} cannot be trusted: ${words}`, { reason, cause: error })
  }
  if (deepest instanceof Error && deepest.name === 'HTTPParserError') {
    const message = `${server} returned something that is not HTTP`
    return new KubeError('garbled', message, { reason: 'NotHttp', cause: error })
  }
  const [reason, words] = unreachable[code] ?? ['Unreachable', detail]
  return new KubeError('unreachable', `${server} is unreachable: ${words}`, { reason, cause: error })
}

/** Returns the reason of an error of OpenSSL, whose message names threads, files and lines as well; undefined for other errors. */
function opensslReason(error: unknown): string | undefined {
  return error instanceof Error && 'reason' in error && typeof error.reason === 'string'
    ? error.reason
    : undefined
}

/** Returns the error for a request that exceeded its deadline. */
export function deadlineError(server: string): KubeError {
  return new KubeError('unreachable', `${server} is unreachable: no complete response in time`, {
    reason: 'AnswerTimeout',
  })
}

export function tooLongError(
  server: string,
  { statusCode: status, maxBytes }: { statusCode: number; maxBytes: number },
): KubeError {
  const message = `${server} returned more than ${maxBytes} bytes`
  return new KubeError('garbled', message, { status, reason: 'AnswerTooLong' })
}
