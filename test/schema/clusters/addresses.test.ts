import { describe, expect, it } from 'vitest'
import { createAddressRules, isAddressRange } from '../../../schema/clusters/addresses.ts'

const byDefault = createAddressRules({ allow: [], deny: [] })
const what = (address: string): string | undefined => byDefault.refusalOf(address)?.what

describe('addresses of clusters', () => {
  it.each([
    ['127.0.0.1', 'loopback'],
    ['127.255.255.254', 'loopback'],
    ['::1', 'loopback'],
    ['0.0.0.0', 'unspecified'],
    ['0.1.2.3', 'unspecified'],
    ['::', 'unspecified'],
    ['169.254.169.254', 'link-local'],
    ['169.254.170.2', 'link-local'],
    ['fe80::1', 'link-local'],
    ['fe80::1%eth0', 'link-local'],
    ['febf::1', 'link-local'],
    ['fec0::1', 'site-local'],
    ['224.0.0.1', 'multicast'],
    ['ff02::1', 'multicast'],
    ['255.255.255.255', 'reserved'],
    ['240.0.0.1', 'reserved'],
    ['fd00:ec2::254', 'metadata'],
    ['168.63.129.16', 'metadata'],
    ['100.100.100.200', 'metadata'],
    // IPv4 addresses as IPv6.
    ['::ffff:127.0.0.1', 'loopback'],
    ['::ffff:7f00:1', 'loopback'],
    ['0:0:0:0:0:ffff:a9fe:a9fe', 'link-local'],
    ['::127.0.0.1', 'loopback'],
    ['::ffff:0:127.0.0.1', 'loopback'],
    ['64:ff9b::7f00:1', 'loopback'],
    ['64:ff9b::169.254.169.254', 'link-local'],
    ['2002:7f00:1::', 'loopback'],
    ['2002:a9fe:a9fe::5', 'link-local'],
    ['64:ff9b:1::7f00:1', 'translated'],
    ['2001:0:4136:e378:8000:63bf:3fff:fdd2', 'tunnelled'],
    // Not an address in the form that sockets accept.
    ['127.1', 'an invalid IP address'],
    ['2130706433', 'an invalid IP address'],
    ['0x7f.0.0.1', 'an invalid IP address'],
    ['0177.0.0.1', 'an invalid IP address'],
    ['', 'an invalid IP address'],
    ['localhost', 'an invalid IP address'],
  ])('refuse %s', (address, word) => {
    expect(what(address)).toContain(word)
  })

  it.each([
    '10.0.0.1',
    '172.16.5.4',
    '192.168.49.2',
    '100.64.0.1',
    '203.0.113.7',
    '8.8.8.8',
    '2606:4700::1111',
    'fd12:3456::1',
    '::ffff:10.0.0.1',
    '64:ff9b::a00:1',
    '2002:a00:1::',
  ])('may be %s', (address) => {
    expect(what(address)).toBeUndefined()
  })

  it('are matched by the narrowest range that contains them', () => {
    const rules = createAddressRules({
      allow: ['127.0.0.0/8', '0.0.0.0/0', '10.1.2.3'],
      deny: ['10.0.0.0/8', '192.168.1.0/24', 'fd00::/8', '127.0.0.9/32'],
    })
    const allowed = (address: string): boolean => rules.refusalOf(address) === undefined
    expect(['127.0.0.1', '10.1.2.3', '8.8.8.8', '192.168.2.1', 'fe00::1'].filter(allowed)).toHaveLength(5)
    // Allowing everything does not allow the ranges that are refused by default.
    const refused = [
      '10.1.2.4',
      '192.168.1.7',
      'fd00::1',
      '127.0.0.9',
      '169.254.169.254',
      '::1',
      '::ffff:10.0.0.1',
    ]
    expect(refused.filter(allowed)).toEqual([])
    expect(rules.refusalOf('10.1.2.4')?.what).toContain('QLEET_CLUSTER_DENY')
  })

  it.each([
    ['::ffff:10.0.0.0/104', ['10.1.2.3', '::ffff:10.1.2.3', '::10.1.2.3'], ['11.0.0.1', '::ffff:11.0.0.1']],
    ['::ffff:a01:203', ['10.1.2.3', '::ffff:10.1.2.3'], ['10.1.2.4']],
    ['::ffff:0:0/96', ['10.1.2.3', '::ffff:8.8.8.8'], ['fd00::1']],
    ['64:ff9b::/96', ['64:ff9b::a01:203'], ['10.1.2.3', 'fd00::1']],
    ['2002:a00::/24', ['2002:a01:203::1'], ['10.1.2.3', '2002:b01:203::1']],
  ])('may be denied as IPv6: %s', (range, denied, others) => {
    const rules = createAddressRules({ allow: [], deny: [range] })
    const refused = (address: string): boolean => rules.refusalOf(address) !== undefined
    expect([...denied, ...others].filter(refused)).toEqual(denied)
  })

  it('may be allowed as IPv6', () => {
    const rules = createAddressRules({ allow: ['::ffff:127.0.0.0/104'], deny: [] })
    expect(rules.refusalOf('127.0.0.1')).toBeUndefined()
  })

  it('may be restricted to the allowed ones', () => {
    const rules = createAddressRules({ allow: ['10.1.0.0/16'], deny: ['0.0.0.0/0', '::/0'] })
    expect(['10.1.9.9', '::ffff:10.1.9.9'].map((each) => rules.refusalOf(each))).toEqual([
      undefined,
      undefined,
    ])
    for (const each of ['10.2.0.1', '8.8.8.8', '2606:4700::1111']) expect(rules.refusalOf(each)).toBeDefined()
  })

  it('are refused with the setting and the range that would allow them', () => {
    expect(byDefault.refusalOf('::ffff:127.0.0.1')?.remedy).toContain('QLEET_CLUSTER_ALLOW=127.0.0.0/8 ')
    expect(byDefault.refusalOf('::1')?.remedy).toContain('QLEET_CLUSTER_ALLOW=::1/128 ')
  })
})

describe('ranges of the settings', () => {
  it.each(['10.0.0.0/8', '127.0.0.1', '::1', 'fd00::/8', '0.0.0.0/0'])('may be %s', (text) => {
    expect(isAddressRange(text)).toBe(true)
  })

  it.each([
    '',
    '10/8',
    '10.0.0.0/33',
    '::/129',
    '10.0.0.0/8/8',
    '10.0.0.0/x',
    'localhost',
    '0x7f.1',
    '127.1',
  ])('may not be %j', (text) => {
    expect(isAddressRange(text)).toBe(false)
  })
})
