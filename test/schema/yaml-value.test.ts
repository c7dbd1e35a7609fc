import { describe, expect, it } from 'vitest'
import { digestManifests } from '../../schema/manifests.ts'
import { readYamlValues } from '../../schema/ordinary-yaml.ts'

const secret = 'apiVersion: v1\nkind: Secret\nmetadata: {name: login}\nstringData:\n  '

describe('a text without quotes that YAML takes for something else', () => {
  it.each(['*hunter2', '&hunter2', '!hunter2', '!!hunter2', '@hunter2', '`hunter2', '%hunter2'])(
    'is refused where it begins, with what to do, and not quoted: %s',
    (text) => {
      const { errors } = digestManifests(`${secret}password: ${text}\n  user: anna\n`)
      expect(errors).toEqual([
        expect.objectContaining({ line: 5, column: 13, remedy: expect.stringMatching(/ in quotes\.$/) }),
      ])
      expect(JSON.stringify(errors)).not.toContain('hunter2')
    },
  )

  it('is a text in quotes, and an anchor of nothing may have aliases', () => {
    for (const text of ['*hunter2', '&hunter2', '!hunter2'])
      expect([...readYamlValues(`password: '${text}'\n`)]).toMatchObject([{ value: { password: text } }])
    expect([...readYamlValues('a: &none\nb: *none\nc: !!str\n')]).toMatchObject([
      { value: { a: null, b: null, c: '' }, errors: [] },
    ])
  })
})
