import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { jsonInYaml } from '../../../../workers/kube/client/json-in-yaml.ts'

it('is JSON without anything that YAML 1.1 reads differently', () => {
  const value = { 'a \u2028 b': ['\u0085', 'c \u2029', '\u007F\u009B', '\uFEFF\uFFFE', 'ünï 🎈 "\\"\n'] }
  const text = jsonInYaml(value)
  expect(text).not.toMatch(/[\p{Cc}\u2028\u2029\uFEFF\uFFFE]/u)
  expect(text).toContain('ünï 🎈')
  expect(JSON.parse(text)).toEqual(value)
  expect(parse(text, { version: '1.1' })).toEqual(value)
})
