import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { offences } from './online.ts'

const folder = join(import.meta.dirname, '../../prisma/migrations')

/** Made their indexes before the rule, when no table anywhere was large. Applied migrations are never edited. */
const before = new Set(['20261121060000_reconciling_until'])

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
  it.each([
    'ALTER TABLE "Object" DROP COLUMN "spec"',
    'DROP TABLE "Change"',
    'ALTER TABLE "Object" RENAME COLUMN "a" TO "b"',
    'ALTER TABLE "Object" ADD COLUMN "a" TEXT NOT NULL',
    'ALTER TABLE "Object" ALTER COLUMN "a" SET NOT NULL',
    'ALTER TABLE "Object" ALTER COLUMN "a" TYPE bigint',
    'ALTER TABLE "Object" ADD COLUMN "a" UUID DEFAULT gen_random_uuid()',
    'CREATE INDEX "a" ON "Object"("a")',
    'CREATE UNIQUE INDEX "a" ON "Object"("a")',
    'ALTER TABLE "Object" ADD CONSTRAINT "a" FOREIGN KEY ("a") REFERENCES "Object"("id")',
    'ALTER TABLE "Object" ADD CONSTRAINT "a" UNIQUE ("a")',
    'UPDATE "Object" SET "a" = 1',
    'CREATE INDEX CONCURRENTLY "a" ON "Object"("a"); CREATE INDEX CONCURRENTLY "b" ON "Object"("b")',
    '-- contract: unused since never\nALTER TABLE "Object" DROP COLUMN "a"',
  ])('refuse %s', (sql) => {
    expect(offences(sql, ['1_first'])).not.toEqual([])
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
