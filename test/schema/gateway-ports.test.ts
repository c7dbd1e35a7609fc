import { expect, it } from 'vitest'
import { HttpPort } from '../../schema/gateway-ports.ts'

const problemOf = (path: string): string | undefined => HttpPort.safeParse({ path }).error?.issues[0]?.message

it.each(['/', '/api/v1', '/a%20b', "/!$&'()*+,;=:@._~-"])('accepts the path %s', (path) => {
  expect(problemOf(path)).toBeUndefined()
})

it.each([
  'api',
  '/a b',
  '/a?b',
  '/a#b',
  '/a[b',
  '/a]b',
  '/a\\b',
  '/a^b',
  '/a`b',
  '/a{b}',
  '/a|b',
  '/a%2',
  '/ä',
])('refuses the path %s, as the Gateway API does', (path) => {
  expect(problemOf(path)).toContain('contain only letters, digits')
})

it.each(['/a//b', '/a/../b', '/a/.', '/a%2Fb'])('refuses the path %s, which has two meanings', (path) => {
  expect(problemOf(path)).toContain('must not contain')
})
