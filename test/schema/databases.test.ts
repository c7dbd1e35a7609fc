import { describe, expect, it } from 'vitest'
import { bindDatabase } from '../../schema/dependencies/databases.ts'

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
