import { describe, expect, it } from 'vitest'
import { readSettings } from '../../process/settings/read.ts'
import { serverSettings } from '../../process/settings/server.ts'
import type { Settings } from '../../process/settings/setting.ts'
import { workerSettings } from '../../process/settings/worker.ts'

const settings = {
  NAME: { type: 'string', summary: 'A name.', isRequired: true, expected: 'a name' },
  COUNT: { type: 'integer', min: 1, max: 9, summary: 'A count.', default: '3', expected: 'a small number' },
  KEYS: { type: 'keys', summary: 'Keys.', isSecret: true },
  PROGRAMS: { type: 'programs', summary: 'Programs.', default: '' },
  FOR: { type: 'duration', summary: 'A time.', default: '2h' },
  ON: { type: 'boolean', summary: 'A switch.', default: 'false' },
} as const satisfies Settings

describe('settings', () => {
  it('are parsed by type, with their defaults, and absent without one', () => {
    expect(readSettings(settings, { NAME: 'a', OTHER: 'x' })).toEqual({
      NAME: 'a',
      COUNT: 3,
      PROGRAMS: [],
      FOR: 7_200_000,
      ON: false,
    })
    const key = Buffer.alloc(32, 7).toString('base64')
    const all = {
      NAME: 'a',
      COUNT: '9',
      KEYS: `${key}, ${key},`,
      PROGRAMS: 'aws  eks get-token,gke',
      ON: 'true',
    }
    expect(readSettings(settings, all)).toMatchObject({
      COUNT: 9,
      KEYS: [key, key],
      PROGRAMS: [['aws', 'eks', 'get-token'], ['gke']],
      ON: true,
    })
  })

  it('are refused together, with their valid values, and without secrets', () => {
    const wrong = { COUNT: '10', KEYS: 'canary', FOR: '7', ON: 'perhaps' }
    expect(() => readSettings(settings, wrong)).toThrow(
      expect.objectContaining({
        code: 'INVALID_INPUT',
        message: [
          'the environment is invalid:',
          '  NAME: is missing. Set it to a name.',
          '  COUNT: must be at most 9, got "10". Set it to a small number.',
          '  KEYS: must be keys of at least 32 bytes as base64, separated by commas.',
          '  FOR: must be a number with one of the units s, m, h and d, got "7".',
          '  ON: must be true or false, got "perhaps".',
        ].join('\n'),
      }),
    )
  })

  it('with mirrors replace addresses by addresses and folders, and by nothing else', () => {
    const mirrors = { M: { type: 'mirrors', summary: 'Mirrors.', default: '' } } as const satisfies Settings
    const given =
      'https://a.example=https://b.example/x?y=1, oci://c.example/d=/srv/charts,/e=oci+http://f:5000'
    expect(readSettings(mirrors, { M: given }).M).toEqual([
      ['https://a.example', 'https://b.example/x?y=1'],
      ['oci://c.example/d', '/srv/charts'],
      ['/e', 'oci+http://f:5000'],
    ])
    for (const wrong of ['https://a.example', 'a=b', 'https://a.example=ftp://b'])
      expect(() => readSettings(mirrors, { M: wrong }), wrong).toThrow('must be replacements such as')
  })

  it.each<[string, Settings]>([
    ['servers', serverSettings],
    ['workers', workerSettings],
  ])('of %s have valid defaults, and summaries that are sentences', (_, declared) => {
    const all = Object.entries(declared)
    for (const [name, { summary }] of all) expect(summary, name).toMatch(/^\S.*\.$/)
    for (const [name, { expected }] of all.filter(([, { isRequired }]) => isRequired))
      expect(expected, name).toBeDefined()
    const optional = Object.fromEntries(all.filter(([, { isRequired }]) => isRequired !== true))
    expect(() => readSettings(optional, {})).not.toThrow()
  })
})
