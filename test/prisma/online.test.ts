import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { offences, rules } from './online.ts'

const folder = join(import.meta.dirname, '../../prisma/migrations')

/** Exempt: one made its index before the rule existed, one renamed the contract before the first release. */
const before = new Set(['20261121060000_reconciling_until', '20261122120000_standard_terms'])

describe('migrations', async () => {
  const names = (await readdir(folder, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
  test.each(names.filter((name) => !before.has(name)))(
    '%s is online, and expands or contracts',
    async (name) => {
      const sql = await readFile(join(folder, name, 'migration.sql'), 'utf8')
      expect(offences(sql, names.slice(0, names.indexOf(name)))).toEqual([])
    },
  )
})

describe('the rules for migrations', () => {
  const violations = [
    ['ALTER TABLE "Object" DROP COLUMN "spec"', 'takes away'],
    ['DROP TABLE "Change"', 'takes away'],
    ['ALTER TABLE "Object" RENAME COLUMN "a" TO "b"', 'renames'],
    ['ALTER TABLE "Object" ADD COLUMN "a" TEXT NOT NULL', 'does not fill it'],
    ['ALTER TABLE "Object" ALTER COLUMN "a" SET NOT NULL', 'reads the whole table'],
    ['ALTER TABLE "Object" ALTER COLUMN "a" TYPE bigint', 'writes the whole table anew'],
    ['ALTER TABLE "Object" ADD COLUMN "a" UUID DEFAULT gen_random_uuid()', 'writes the whole table anew'],
    ['CREATE INDEX "a" ON "Object"("a")', 'stops all writes'],
    ['CREATE UNIQUE INDEX "a" ON "Object"("a")', 'stops all writes'],
    [
      'ALTER TABLE "Object" ADD CONSTRAINT "a" FOREIGN KEY ("a") REFERENCES "Object"("id")',
      'checks the whole table',
    ],
    ['ALTER TABLE "Object" ADD CONSTRAINT "a" UNIQUE ("a")', 'makes an index under a lock'],
    ['UPDATE "Object" SET "a" = 1', 'changes rows of a large table'],
    [
      'CREATE INDEX CONCURRENTLY "a" ON "Object"("a"); CREATE INDEX CONCURRENTLY "b" ON "Object"("b")',
      'needs a migration of its own',
    ],
    [
      '-- contract: unused since never\nALTER TABLE "Object" DROP COLUMN "a"',
      '"never", since which it is unused',
    ],
  ] as const

  it.each(violations)('refuse %s: %s', (sql, why) => {
    expect(offences(sql, ['1_first'])).toContainEqual(expect.stringContaining(why))
  })

  it.each(rules)('are each broken by one of these, and say what to do: $why', ({ why }) => {
    expect(why).toMatch(/\(.+\)$/)
    expect(violations.flatMap(([sql]) => offences(sql, []))).toContainEqual(expect.stringContaining(why))
  })

  it.each([
    'ALTER TABLE "Object" ADD COLUMN "a" TEXT',
    'ALTER TABLE "Object" ADD COLUMN "a" BOOLEAN NOT NULL DEFAULT false',
    'CREATE INDEX CONCURRENTLY "a" ON "Object"("a");',
    'CREATE TABLE "New" ("id" BIGSERIAL NOT NULL); CREATE INDEX "a" ON "New"("id"); ALTER TABLE "New" ADD CONSTRAINT "b" FOREIGN KEY ("id") REFERENCES "Object"("id")',
    'ALTER TABLE "Object" ADD CONSTRAINT "a" CHECK ("a" IS NOT NULL) NOT VALID',
    '-- contract: unused since 1_first\nALTER TABLE "Object" DROP COLUMN "a"',
    '-- DROP TABLE "Object" is only talked of here\nSELECT 1',
  ])('let pass %s', (sql) => {
    expect(offences(sql, ['1_first'])).toEqual([])
  })
})
