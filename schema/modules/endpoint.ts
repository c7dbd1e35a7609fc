/** Returns the URL of the API server of a module; one without a scheme is plain HTTP, as in the legacy system. Undefined if invalid. */
export function moduleUrl(endpoint: string): URL | undefined {
  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(endpoint) ? endpoint : `http://${endpoint}`
  // URL parsers ignore whitespace and normalise other characters to similar ones.
  if (!/^[!-~]+$/.test(text) || /[?#\\]/.test(text) || !URL.canParse(text)) return undefined
  const url = new URL(text)
  const isHttp = ['http:', 'https:'].includes(url.protocol)
  return isHttp && url.username === '' && url.password === '' && url.hostname !== '' ? url : undefined
}
