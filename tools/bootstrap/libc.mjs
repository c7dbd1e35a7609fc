/** `glibc` or `musl`, as package-lock.json calls them; undefined on other systems than Linux. */
export function libc() {
  if (process.platform !== 'linux') return undefined
  // Names of hosts, which it would look up otherwise, are of no interest.
  process.report.excludeNetwork = true
  return process.report.getReport().header.glibcVersionRuntime === undefined ? 'musl' : 'glibc'
}
