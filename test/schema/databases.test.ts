import { describe, expect, it } from 'vitest'
import { isOlderVersion } from '../../schema/databases.ts'
import { bindDatabase } from '../../schema/dependencies/databases.ts'

describe('isOlderVersion', () => {
  it.each([
    ['9', '18', true],
    ['18', '9', false],
    ['18', '18', false],
    ['10.11', '11.4', true],
    ['11.8', '11.4', false],
    ['11', '11.4', true],
  ])('compares %s with %s', (version, other, isOlder) => {
    expect(isOlderVersion(version, other)).toBe(isOlder)
  })
})

describe('bindDatabase', () => {
  const address = {
    provider: 'mariadb-operator' as const,
    engine: 'mysql' as const,
    host: 'mariadb.a.svc',
    port: 3306,
    database: 'app',
    username: 'app',
  }

  it('waits for the password', () => {
    expect(bindDatabase(address, {})).toBeUndefined()
  })

  it('encodes the password in addresses, and names the software', () => {
    expect(bindDatabase(address, { password: 'a/b@c&d' })).toEqual({
      type: 'mysql',
      entries: {
        provider: 'mariadb',
        host: 'mariadb.a.svc',
        port: '3306',
        database: 'app',
        username: 'app',
        password: 'a/b@c&d',
        uri: 'mysql://app:a%2Fb%40c%26d@mariadb.a.svc:3306/app',
        'jdbc-uri': 'jdbc:mysql://mariadb.a.svc:3306/app?user=app&password=a%2Fb%40c%26d',
      },
    })
  })
})
