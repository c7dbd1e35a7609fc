import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { cacheFolder } from '../../embedded/cache-folder.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

describe('the cache folder', () => {
  test('is the one in QLEET_CACHE_DIR', async () => {
    expect(await cacheFolder('/data', { QLEET_CACHE_DIR: '/named', XDG_CACHE_HOME: '/other' })).toBe('/named')
  })

  test('is shared by all projects of the user', async () => {
    const home = await temporaryFolder()
    expect(await cacheFolder('/data', { XDG_CACHE_HOME: home })).toBe(join(home, 'qleet'))
  })

  test('is part of the data folder if the user has no writable home', async () => {
    const file = join(await temporaryFolder(), 'file')
    await writeFile(file, '')
    expect(await cacheFolder('/data', { XDG_CACHE_HOME: file })).toBe('/data/cache')
  })
})
