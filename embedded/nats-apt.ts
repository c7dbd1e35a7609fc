import { execFile } from 'node:child_process'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { NatsSource } from './nats-source.ts'
import { findProgram } from './programs.ts'

const run = promisify(execFile)

/** The next release series and its signing keys, by origin of the packages. */
const distributions: Record<string, { next: string; component: string; keys: string }> = {
  Debian: { next: 'testing', component: 'main', keys: '/usr/share/keyrings/debian-archive-keyring.gpg' },
  Ubuntu: { next: 'devel', component: 'universe', keys: '/usr/share/keyrings/ubuntu-archive-keyring.gpg' },
}

/** The package of the distribution's next release, from the mirror of this machine. It depends only on libc. */
export const aptNext: NatsSource = {
  origin: 'the next release of this distribution',
  id: 'apt-next',
  async fetch(folder, env) {
    const apt = await prepareApt(folder, env)
    if (apt === undefined) return undefined
    const mirror = (await apt.mirror(apt.ownCache)) ?? (await apt.mirror(await apt.update()))
    if (mirror === undefined) return undefined
    const { uri, next, component, keys } = mirror
    const sources = join(folder, 'sources.list')
    await writeFile(sources, `deb [signed-by=${keys}] ${uri} ${next} ${component}\n`)
    const only = ['-o', `Dir::Etc::SourceList=${sources}`, '-o', 'Dir::Etc::SourceParts=/dev/null']
    return apt.unpack(await apt.update(only))
  },
}

/** The package of the installed release. */
export const aptRelease: NatsSource = {
  origin: 'this distribution',
  id: 'apt',
  async fetch(folder, env) {
    const apt = await prepareApt(folder, env)
    if (apt === undefined) return undefined
    // With the package lists of this machine this takes a second. Slimmed images have none, or outdated ones that name a
    // package which the mirror has replaced; then lists of our own are fetched.
    return apt.unpack(apt.ownCache).catch(async () => apt.unpack(await apt.update()))
  },
}

async function prepareApt(folder: string, env: NodeJS.ProcessEnv) {
  const [apt, dpkg] = await Promise.all(['apt-get', 'dpkg-deb'].map((name) => findProgram(name, env)))
  if (apt === undefined || dpkg === undefined) return undefined
  const cache = join(folder, 'cache')
  const lists = join(folder, 'lists')
  await mkdir(join(cache, 'archives/partial'), { recursive: true })
  await mkdir(join(lists, 'partial'), { recursive: true })
  const ownCache = ['-o', `Dir::Cache=${cache}`]

  async function call(args: readonly string[]): Promise<string> {
    // As root, apt would download as user `_apt`, who cannot write to this folder.
    const quiet = ['-qq', '-o', 'APT::Sandbox::User=root', '-o', 'Acquire::Retries=2']
    const brief = ['-o', 'Acquire::Languages=none', '-o', 'Acquire::http::Timeout=30']
    const all = [...quiet, ...brief, '-o', 'Acquire::https::Timeout=30', ...args]
    return (await run(apt ?? '', all, { cwd: folder, env, timeout: 300_000, maxBuffer: 16_000_000 })).stdout
  }

  return {
    ownCache,
    /** Fetches package lists into the folder, and returns the options that use them. */
    async update(options: readonly string[] = []): Promise<string[]> {
      const all = [...options, ...ownCache, '-o', `Dir::State::Lists=${lists}`]
      await call([...all, 'update'])
      return all
    },
    /** Returns the mirror of this release; undefined if no package list names it. */
    async mirror(options: readonly string[]) {
      const format = '$(ORIGIN) $(COMPONENT) $(RELEASE) $(REPO_URI)'
      const targets = await call([...options, 'indextargets', '--format', format, 'Identifier: Packages'])
      for (const line of targets.split('\n')) {
        const [origin = '', component, release = '', uri = ''] = line.split(' ')
        const distribution = distributions[origin]
        // Update and security pockets are separate from the release and have no next one.
        if (distribution === undefined || component !== 'main' || release.includes('-')) continue
        return { uri, ...distribution }
      }
      return undefined
    },
    /** Downloads and unpacks nats-server, and returns the path of the program. */
    async unpack(options: readonly string[]): Promise<string> {
      await call([...options, 'download', 'nats-server'])
      const archive = (await readdir(folder)).find((name) => name.endsWith('.deb'))
      if (archive === undefined) throw new Error('apt-get download left no package behind')
      await run(dpkg ?? '', ['-x', join(folder, archive), join(folder, 'unpacked')], { env })
      return join(folder, 'unpacked/usr/sbin/nats-server')
    },
  }
}
