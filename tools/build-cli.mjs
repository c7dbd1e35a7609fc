// Bundles qleetctl into dist/cli, for Node 20 and newer, which cannot run TypeScript. One file also loads faster than
// hundreds. Modules that only some commands need (YAML, zod, the kinds) are split into chunks that those commands load.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { allKinds } from '../cli/kind-data.ts'
import { englishOnly, inModules, removeFormerFiles, requiredHttp } from './bundles.ts'

const repository = fileURLToPath(new URL('..', import.meta.url))
const folder = join(repository, 'dist/cli')

/** Puts the data of all kinds into the bundle, instead of what computes it from the registry. */
const kindData = {
  name: 'kind-data',
  setup(bundling) {
    bundling.onLoad({ filter: /\/cli\/kind-data\.ts$/ }, () => ({
      // Engines parse JSON faster than the same text as JavaScript.
      contents: `export const allKinds = JSON.parse(${JSON.stringify(JSON.stringify(allKinds))})`,
      loader: 'js',
    }))
  },
}

const { metafile } = await build({
  ...inModules,
  absWorkingDir: repository,
  entryPoints: { qleetctl: 'cli/qleetctl.ts' },
  outdir: folder,
  target: 'node20',
  metafile: true,
  plugins: [englishOnly, kindData, requiredHttp],
  minifyWhitespace: true,
  minifySyntax: true,
})

removeFormerFiles(folder, {
  except: Object.keys(metafile.outputs).map((path) => join(repository, path)),
  olderThan: 3_600_000,
})
