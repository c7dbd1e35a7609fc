import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { postgresBinaries } from '../../embedded/postgres-binaries.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

async function installation(version: string, names = ['postgres', 'initdb']): Promise<string> {
  const folder = await temporaryFolder()
  for (const name of names) {
    await writeFile(join(folder, name), `#!/bin/sh\necho '${name} (PostgreSQL) ${version}'\n`)
    await chmod(join(folder, name), 0o755)
  }
  return folder
}

/** Returns the npm package as on a system with musl: with its programs, but without their loader. */
async function packageForGlibc(): Promise<string> {
  const folder = await temporaryFolder()
  for (const name of ['postgres', 'initdb']) {
    await writeFile(join(folder, name), '#!/lib/no-such-loader.so\n')
    await chmod(join(folder, name), 0o755)
  }
  return folder
}

interface Machine {
  env: Record<string, string>
  /** The folder of the programs from npm. */
  ofPackage?: string
}

async function search({ env, ofPackage }: Machine) {
  return postgresBinaries({
    account: undefined,
    copyFolder: '/none',
    env,
    packaged: async () => ofPackage,
    usualFolders: [],
  })
}

describe('the search for Postgres', () => {
  test('uses a release from npm, whatever its package reports as the version', async () => {
    const copyFolder = await temporaryFolder()
    const found = await postgresBinaries({ account: undefined, copyFolder, env: { PATH: '' } })
    expect(found).toMatchObject({ origin: 'npm', major: '18', version: expect.stringMatching(/^18\.\d+$/) })
  })

  test('prefers the folder in QLEET_POSTGRES_BIN', async () => {
    const [named, ofPackage] = [await installation('17.6'), await installation('18.4')]
    expect(await search({ env: { QLEET_POSTGRES_BIN: named }, ofPackage })).toEqual({
      initdb: join(named, 'initdb'),
      postgres: join(named, 'postgres'),
      version: '17.6',
      major: '17',
      origin: 'QLEET_POSTGRES_BIN',
    })
  })

  test.each([
    ['is too old', () => installation('16.11')],
    ['has no initdb', () => installation('18.4', ['postgres'])],
    ['does not run here', packageForGlibc],
  ])('refuses that folder if its Postgres %s', async (_, make) => {
    const named = await make()
    await expect(search({ env: { QLEET_POSTGRES_BIN: named } })).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: `QLEET_POSTGRES_BIN is '${named}', which has no postgres and initdb of version 17 or newer that run here: set it to a folder that has them`,
    })
  })

  test('uses an installed one if that of npm does not run, as with musl', async () => {
    const [old, installed, ofPackage] = [
      await installation('15.1'),
      await installation('18.3'),
      await packageForGlibc(),
    ]
    const found = await search({ env: { PATH: `${old}:${installed}` }, ofPackage })
    expect(found).toMatchObject({ origin: 'installed', version: '18.3', major: '18' })
  })

  test('reports in one sentence what is missing and what to do', async () => {
    const bin = await temporaryFolder()
    await mkdir(join(bin, 'empty'))
    await writeFile(join(bin, 'apk'), '#!/bin/sh\n')
    await chmod(join(bin, 'apk'), 0o755)
    await expect(search({ env: { PATH: bin }, ofPackage: await packageForGlibc() })).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message:
        "No Postgres was found; the Postgres of the npm package does not run here, because it needs glibc: run 'apk add postgresql18', or set QLEET_POSTGRES_BIN to the folder with postgres and initdb of version 17 or newer",
    })
    await expect(search({ env: { PATH: '' } })).rejects.toMatchObject({
      message: expect.stringMatching(
        /the npm package with Postgres for .* is not installed: run 'npm ci --include=optional'/,
      ),
    })
  })
})
