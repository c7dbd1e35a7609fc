/** Returns `glibc` or `musl`, the names that package-lock.json uses, or undefined on systems other than Linux. */
export function libc() {
  if (process.platform !== 'linux') return undefined
  // Otherwise the report would resolve host names.
  process.report.excludeNetwork = true
  return process.report.getReport().header.glibcVersionRuntime === undefined ? 'musl' : 'glibc'
}
