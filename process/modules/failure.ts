const failures: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'it refuses connections',
  ECONNRESET: 'it closed the connection',
  ENOTFOUND: 'its host name is unknown',
  EAI_AGAIN: 'its host name cannot be looked up',
  EHOSTUNREACH: 'its host is unreachable',
  ENETUNREACH: 'its network is unreachable',
  ETIMEDOUT: 'the connection timed out',
  UND_ERR_CONNECT_TIMEOUT: 'the connection timed out',
  UND_ERR_HEADERS_TIMEOUT: 'it did not respond in time',
  UND_ERR_BODY_TIMEOUT: 'its response stopped',
  UND_ERR_SOCKET: 'it closed the connection',
  UND_ERR_HEADERS_OVERFLOW: 'the headers of its response are too long',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'its response is not as long as it said',
}

/** Returns why a request got no response, for users: `it` is the API server. Reveals no address. */
export function failureOf(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = 'code' in cause ? String(cause.code) : ''
    if (code === 'ADDRESS_REFUSED') return cause.message
    const known = failures[code]
    if (known !== undefined) return known
    if (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code))
      return `its certificate is not accepted (${code}); set caCertificate to the authority that issued it`
    if (code.startsWith('HPE_')) return 'its response is not HTTP'
  }
  return 'the connection failed'
}
