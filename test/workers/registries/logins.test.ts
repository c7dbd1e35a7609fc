import { describe, expect, it } from 'vitest'
import { loginAt } from '../../../workers/registries/logins.ts'

function basic(login: string): string {
  return `Basic ${Buffer.from(login).toString('base64')}`
}

function dockerConfig(auths: Record<string, object>): Record<string, string> {
  return { '.dockerconfigjson': JSON.stringify({ auths }) }
}

describe('loginAt', () => {
  const plain = { registry: 'https://example.com/', username: 'ci', password: 'geheim' }

  it.each([
    ['the registry of a password', 'example.com', plain, basic('ci:geheim')],
    ['another registry than that of a password', 'evil.example', plain, undefined],
    [
      'a host of auths',
      'example.com:5000',
      dockerConfig({ 'example.com:5000': { auth: 'Y2k6Z2VoZWlt' } }),
      basic('ci:geheim'),
    ],
    [
      'a user of auths',
      'example.com',
      dockerConfig({ 'https://example.com': { username: 'ci', password: 'x' } }),
      basic('ci:x'),
    ],
    [
      'Docker Hub',
      'docker.io',
      dockerConfig({ 'https://index.docker.io/v1/': { auth: 'eA==' } }),
      'Basic eA==',
    ],
    [
      'a host that is not listed',
      'evil.example',
      dockerConfig({ 'example.com': { auth: 'eA==' } }),
      undefined,
    ],
  ])('returns the login for %s', (_, registry, values, expected) => {
    expect(loginAt(registry, values)).toBe(expected)
  })

  it.each([
    [
      'without the registry that the password is for',
      { username: 'ci', password: 'x' },
      'not all of registry, username and password',
    ],
    ['with another file', { '.dockerconfigjson': '[]' }, 'not a configuration of Docker'],
  ])('refuses a Secret %s', (_, values, message) => {
    expect(() => loginAt('example.com', values)).toThrow(message)
  })
})
