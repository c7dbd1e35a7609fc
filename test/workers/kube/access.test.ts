import { describe, expect, it } from 'vitest'
import { stringify } from 'yaml'
import { accessOf } from '../../../workers/kube/access.ts'

const encoded = (text: string): string => Buffer.from(text).toString('base64')

function kubeconfig(cluster: object = {}, user: object = {}, more: object = {}): string {
  return stringify({
    'current-context': 'a',
    contexts: [
      { name: 'a', context: { cluster: 'a', user: 'a' } },
      { name: 'b', context: { cluster: 'b', user: 'a' } },
    ],
    clusters: [
      { name: 'a', cluster: { server: 'https://a.example.com:6443/', ...cluster } },
      { name: 'b', cluster: { server: 'https://b.example.com' } },
    ],
    users: [{ name: 'a', user }],
    ...more,
  })
}

describe('accessOf', () => {
  it('takes a client certificate, an authority and the name to expect', () => {
    const text = kubeconfig(
      { 'certificate-authority-data': encoded('CA'), 'tls-server-name': 'kubernetes' },
      { 'client-certificate-data': encoded('CERT'), 'client-key-data': encoded('KEY') },
    )
    expect(accessOf(text)).toEqual({
      server: 'https://a.example.com:6443',
      ca: 'CA',
      serverName: 'kubernetes',
      certificate: 'CERT',
      key: 'KEY',
    })
  })

  it('takes a token, in the context that is asked for', () => {
    expect(accessOf(kubeconfig({}, { token: 't' }), 'b')).toEqual({
      server: 'https://b.example.com',
      token: 't',
    })
  })

  it.each([
    [
      'a file of the worker',
      kubeconfig({ 'certificate-authority': '/etc/passwd' }),
      'use certificate-authority-data',
    ],
    ['a token in a file', kubeconfig({}, { tokenFile: '/run/token' }), 'names a file in tokenFile'],
    ['a program', kubeconfig({}, { exec: { command: 'sh' } }), 'gets its credentials from exec'],
    ['an old plugin', kubeconfig({}, { 'auth-provider': { name: 'gcp' } }), 'which Kubernetes has given up'],
    ['a proxy', kubeconfig({ 'proxy-url': 'socks5://x' }), 'goes through a proxy'],
    ['somebody else', kubeconfig({}, { as: 'admin' }), 'acts as somebody else'],
    ['an address that is none', kubeconfig({ server: 'a.example.com' }), 'is not one of https://HOST:PORT'],
    [
      'an address with a password',
      kubeconfig({ server: 'https://me:secret@a.example.com' }),
      'has a password in it',
    ],
    [
      'a context that is not there',
      kubeconfig({}, {}, { 'current-context': 'x' }),
      'no context "x"; it has a, b',
    ],
    ['text', 'hello', 'not complete'],
    ['broken YAML', '{', 'not YAML'],
  ])('refuses %s, saying what to use', (_, text, message) => {
    expect(() => accessOf(text)).toThrow(message)
    expect(() => accessOf(text)).not.toThrow('secret@')
  })
})
