import { fileURLToPath } from 'node:url'
import { defineConfig } from 'prisma/config'

// Prisma would download its schema engine; this one is in node_modules already.
process.env['PRISMA_SCHEMA_ENGINE_BINARY'] ??= fileURLToPath(
  new URL('./tools/schema-engine.mjs', import.meta.url),
)

export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  // `generate` wants some URL, though it connects to nothing.
  datasource: { url: process.env['DATABASE_URL'] ?? 'postgresql://qleet@127.0.0.1:5432/qleet' },
})
