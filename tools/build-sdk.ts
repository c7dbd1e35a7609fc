import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { build } from 'esbuild'
import { rollup } from 'rollup'
import { dts } from 'rollup-plugin-dts'
import packageJson from '../package.json' with { type: 'json' }

/*
 * Builds the package @qleetos/client-sdk, by default into dist/client-sdk: the SDK as an ES module and as CommonJS, with its
 * types, and without dependencies. Publish it from that folder: npm publish.
 */

const entry = 'client-sdk/index.ts'
const { out } = parseArgs({ options: { out: { type: 'string', default: 'dist/client-sdk' } } }).values

/** Packages that the bundle contains, whose licenses it therefore carries. */
const bundled = {
  'eventsource-parser': 'LICENSE',
  '@0no-co/graphql.web': 'LICENSE.md',
  '@graphql-typed-document-node/core': 'LICENSE',
}

await rm(out, { recursive: true, force: true })
await mkdir(out, { recursive: true })
await Promise.all([
  bundle('esm', 'index.js'),
  bundle('cjs', 'index.cjs'),
  declareTypes(),
  writeFile(`${out}/package.json`, `${JSON.stringify(manifest(), null, 2)}\n`),
  writeFile(`${out}/THIRD-PARTY-LICENSES`, await licenses()),
  copyFile('client-sdk/README.md', `${out}/README.md`),
  copyFile('LICENSE', `${out}/LICENSE`),
])

async function bundle(format: 'esm' | 'cjs', file: string): Promise<void> {
  await build({
    entryPoints: [entry],
    outfile: `${out}/${file}`,
    bundle: true,
    format,
    platform: 'neutral',
    mainFields: ['module', 'main'],
    target: 'es2022',
    legalComments: 'none',
    logLevel: 'warning',
  })
}

/** Writes the types twice, since CommonJS and ES modules each need a file of their own. */
async function declareTypes(): Promise<void> {
  const types = await rollup({
    input: entry,
    plugins: [dts({ includeExternal: Object.keys(bundled) })],
    onwarn: ({ message }) => {
      throw new Error(message)
    },
  })
  for (const file of ['index.d.ts', 'index.d.cts'])
    await types.write({ file: `${out}/${file}`, format: 'es' })
  await types.close()
}

function manifest(): object {
  const { version, license } = packageJson
  return {
    name: '@qleetos/client-sdk',
    version,
    description: 'Typed client of QleetOS for Node.js, Deno, Bun and browsers.',
    keywords: ['qleetos', 'kubernetes', 'graphql', 'client', 'sdk'],
    license,
    type: 'module',
    sideEffects: false,
    engines: { node: '>=20' },
    main: './index.cjs',
    module: './index.js',
    types: './index.d.ts',
    exports: {
      '.': {
        import: { types: './index.d.ts', default: './index.js' },
        require: { types: './index.d.cts', default: './index.cjs' },
      },
      './package.json': './package.json',
    },
    files: ['index.*', 'THIRD-PARTY-LICENSES'],
  }
}

async function licenses(): Promise<string> {
  const texts = Object.entries(bundled).map(async ([name, file]) => {
    return `${name}\n\n${await readFile(`node_modules/${name}/${file}`, 'utf8')}`
  })
  return (await Promise.all(texts)).join(`\n${'-'.repeat(80)}\n\n`)
}
