import { mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  createDataFolder,
  loadOrCreateSecret,
  readSmallFile,
  writeSmallFile,
} from '../../../process/children/data-folder.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

describe('a data folder', () => {
  test('is created for its owner alone', async () => {
    const folder = await createDataFolder(join(await temporaryFolder(), 'deep/down'))
    expect(await modeOf(folder)).toBe(0o700)
  })

  test('loses the permissions of other users', async () => {
    const folder = await temporaryFolder()
    await mkdir(join(folder, 'open'), { mode: 0o755 })
    await createDataFolder(join(folder, 'open'))
    expect(await modeOf(join(folder, 'open'))).toBe(0o710)
  })

  test('that cannot be created is named in the error', async () => {
    const file = join(await temporaryFolder(), 'file')
    await writeFile(file, '')
    await expect(createDataFolder(join(file, 'folder'))).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining(join(file, 'folder')),
    })
  })
})

describe('a small file', () => {
  test('is readable by its owner alone, without temporary files beside it', async () => {
    const folder = await temporaryFolder()
    await writeSmallFile(join(folder, 'note'), 'text')
    expect(await modeOf(join(folder, 'note'))).toBe(0o600)
    expect(await readSmallFile(join(folder, 'note'))).toBe('text')
    expect(await readdir(folder)).toEqual(['note'])
  })

  test('that is missing reads as undefined', async () => {
    expect(await readSmallFile(join(await temporaryFolder(), 'none'))).toBeUndefined()
  })

  test('replaces a link instead of following it', async () => {
    const folder = await temporaryFolder()
    await writeFile(join(folder, 'victim'), 'untouched')
    await symlink(join(folder, 'victim'), join(folder, 'note'))
    await writeSmallFile(join(folder, 'note'), 'text')
    expect(await readFile(join(folder, 'victim'), 'utf8')).toBe('untouched')
  })

  test('keeps a secret once it is created', async () => {
    const file = join(await temporaryFolder(), 'secret')
    const secret = await loadOrCreateSecret(file)
    expect(secret).toMatch(/^[\w-]{32}$/)
    expect(await loadOrCreateSecret(file)).toBe(secret)
  })
})

async function modeOf(path: string): Promise<number> {
  return (await stat(path)).mode & 0o777
}
