import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { violationsOf, rules } from './online.ts'

const folder = join(import.meta.dirname, '../../prisma/migrations')

/** Exempt: one created its index before the rule existed, one renamed the contract before the first release. */
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
      expect(violationsOf(sql, names.slice(0, names.indexOf(name)))).toEqual([])
    },
  )
})

describe('the rules for migrations', () => {
  const violations = [
    ['ALTER TABLE "Object" DROP COLUMN "spec"', 'removes'],
    ['DROP TABLE "Change"', 'removes'],
    ['ALTER TABLE "Object" RENAME COLUMN "a" TO "b"', 'renames'],
    ['ALTER TABLE "Object" ADD COLUMN "a" TEXT NOT NULL', 'does not set it'],
    ['ALTER TABLE "Object" ALTER COLUMN "a" SET NOT NULL', 'reads the whole table'],
    ['ALTER TABLE "Object" ALTER COLUMN "a" TYPE bigint', 'rewrites the whole table'],
    ['ALTER TABLE "Object" ADD COLUMN "a" UUID DEFAULT gen_random_uuid()', 'rewrites the whole table'],
    ['CREATE INDEX "a" ON "Object"("a")', 'blocks all writes'],
    ['CREATE UNIQUE INDEX "a" ON "Object"("a")', 'blocks all writes'],
    [
      'ALTER TABLE "Object" ADD CONSTRAINT "a" FOREIGN KEY ("a") REFERENCES "Object"("id")',
      'checks the whole table',
    ],
    ['ALTER TABLE "Object" ADD CONSTRAINT "a" UNIQUE ("a")', 'creates an index under a lock'],
    ['UPDATE "Object" SET "a" = 1', 'changes rows of a large table'],
    [
      'CREATE INDEX CONCURRENTLY "a" ON "Object"("a"); CREATE INDEX CONCURRENTLY "b" ON "Object"("b")',
      'needs a separate migration',
    ],
    [
      '-- contract: unused since never\nALTER TABLE "Object" DROP COLUMN "a"',
      '"never" is not an earlier migration',
    ],
  ] as const

  it.each(violations)('refuse %s: %s', (sql, why) => {
    expect(violationsOf(sql, ['1_first'])).toContainEqual(expect.stringContaining(why))
  })

  it.each(rules)('each have an example that violates them, and a remedy: $why', ({ why }) => {
    expect(why).toMatch(/\(.+\)$/)
    expect(violations.flatMap(([sql]) => violationsOf(sql, []))).toContainEqual(expect.stringContaining(why))
  })

  it.each([
    'ALTER TABLE "Object" ADD COLUMN "a" TEXT',
    'ALTER TABLE "Object" ADD COLUMN "a" BOOLEAN NOT NULL DEFAULT false',
    'CREATE INDEX CONCURRENTLY "a" ON "Object"("a");',
    'CREATE TABLE "New" ("id" BIGSERIAL NOT NULL); CREATE INDEX "a" ON "New"("id"); ALTER TABLE "New" ADD CONSTRAINT "b" FOREIGN KEY ("id") REFERENCES "Object"("id")',
    'ALTER TABLE "Object" ADD CONSTRAINT "a" CHECK ("a" IS NOT NULL) NOT VALID',
    '-- contract: unused since 1_first\nALTER TABLE "Object" DROP COLUMN "a"',
    '-- DROP TABLE "Object" is only a comment\nSELECT 1',
  ])('allow %s', (sql) => {
    expect(violationsOf(sql, ['1_first'])).toEqual([])
  })
})
