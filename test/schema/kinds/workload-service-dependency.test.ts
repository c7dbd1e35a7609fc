import { describe, expect, it } from 'vitest'
import { checkObject } from '../../../schema/inputs.ts'

function errorsOf(spec: Record<string, unknown>) {
  const complete = { workloadInstance: 'app', upstreamHost: 'rpc.ankr.com', ...spec }
  return checkObject({ kind: 'WorkloadServiceDependency', name: 'rpc', spec: complete }, '').errors
}

describe('WorkloadServiceDependency', () => {
  it.each([
    { upstreamHost: 'rpc.ankr.com' },
    { upstreamHost: 'RPC.Ankr.com' },
    { upstreamHost: 'xn--mnchen-3ya.example' },
    { upstreamHost: '192.0.2.1' },
    { upstreamHost: 'localhost' },
    { upstreamHost: '3scale.net', upstreamPort: 1, upstreamTls: false },
    { upstreamPath: '/' },
    { upstreamPath: '/eth/a%20b/$1;c=d@e' },
    { upstreamPath: '/eth?key=aB3-_.~&format=' },
  ])('accepts %o', (spec) => {
    expect(errorsOf(spec)).toEqual([])
  })

  it.each([
    ['upstreamHost', 'https://rpc.ankr.com/eth', 'without a scheme and a path'],
    ['upstreamHost', 'rpc.ankr.com/eth', 'set the path in upstreamPath'],
    ['upstreamHost', 'rpc.ankr.com:8545', 'set the port in upstreamPort'],
    ['upstreamHost', '2001:db8::1', 'IPv6 addresses require a host name'],
    ['upstreamHost', '[::1]', 'IPv6 addresses require a host name'],
    ['upstreamHost', 'münchen.example', 'must be in its ASCII form "xn--mnchen-3ya.example"'],
    ['upstreamHost', '例え.jp', 'must be in its ASCII form "xn--r8jz45g.jp"'],
    ['upstreamHost', '192.0.2.256', 'IPv4 address'],
    ['upstreamHost', '1.2.3', 'IPv4 address'],
    ['upstreamHost', 'rpc.ankr.com.', 'must be a host name of letters'],
    ['upstreamHost', 'a b', 'must be a host name of letters'],
    ['upstreamHost', '*.example.com', 'must be a host name of letters'],
    ['upstreamHost', '', 'must be a host name of letters'],
    ['upstreamHost', 7, 'must be a host name'],
    ['upstreamPath', 'eth', 'must start with "/"'],
    ['upstreamPath', '', 'must start with "/"'],
    ['upstreamPath', '/a b', 'without spaces and "#"'],
    ['upstreamPath', '/a#b', 'without spaces and "#"'],
    ['upstreamPath', '/ä', 'printable ASCII'],
    ['upstreamPath', '/a?b', 'must have a query of pairs'],
    ['upstreamPath', '/a?b=%20', 'must have a query of pairs'],
    ['upstreamPort', 0, 'must be at least 1'],
    ['upstreamPort', 65536, 'must be at most 65535'],
    ['upstreamPort', 1.5, 'must be an integer'],
    ['upstreamPort', '443', 'must be a number'],
    ['upstreamTls', 'yes', 'must be true or false'],
  ])('refuses %s %o with its own message', (field, value, message) => {
    const errors = errorsOf({ [field]: value })
    expect(errors).toMatchObject([
      { path: `spec.${field}`, message: expect.stringContaining(message), value: JSON.stringify(value) },
    ])
  })
})
