// Bundles qleetctl into dist/cli, for Node 20 and newer: TypeScript cannot run there, and one file loads faster than
// hundreds. What only some commands need (YAML, zod, the kinds) becomes files of its own, loaded by those commands.
import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const repository = fileURLToPath(new URL('..', import.meta.url))
const folder = join(repository, 'dist/cli')

/** Zod brings its messages in fifty languages, a third of all that commands load; ours are English. */
const englishOnly = {
  name: 'english-only',
  setup(bundling) {
    bundling.onLoad({ filter: /node_modules\/zod\/v4\/locales\/index\.js$/ }, () => ({
      contents: "export { default as en } from './en.js'",
      resolveDir: join(repository, 'node_modules/zod/v4/locales'),
    }))
  },
}

const { metafile } = await build({
  absWorkingDir: repository,
  entryPoints: { qleetctl: 'cli/qleetctl.ts' },
  outdir: folder,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  metafile: true,
  plugins: [englishOnly],
  minifyWhitespace: true,
  minifySyntax: true,
  legalComments: 'none',
  logLevel: 'warning',
  // Commander is CommonJS inside; its name is one that no minifier picks.
  banner: {
    js: "import{createRequire as __qleetRequire}from'node:module';const require=__qleetRequire(import.meta.url);",
  },
})

// A qleetctl that runs meanwhile may still load its files, so older ones stay for a while.
const made = new Set(Object.keys(metafile.outputs).map((path) => join(repository, path)))
for (const name of readdirSync(folder)) {
  const file = join(folder, name)
  if (!made.has(file) && Date.now() - statSync(file).mtimeMs > 3_600_000) rmSync(file, { recursive: true })
}
