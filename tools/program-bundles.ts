import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'esbuild'
import { englishOnly, inModules, removeFormerFiles, requiredHttp } from './bundles.ts'

const repository = fileURLToPath(new URL('..', import.meta.url))

/** A control plane that runs while this one is built may load its chunks long after its start. */
const week = 7 * 24 * 3_600_000

/** Packages that find files of their own by their location. */
const external = ['piscina', '@prisma/client']

/** Packages that are imported on demand, such as the SDKs of clouds, remain packages. */
const onDemand: Plugin = {
  name: 'on-demand',
  setup(bundling) {
    bundling.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'dynamic-import' ? { path, external: true } : undefined,
    )
  },
}

/**
 * The ES modules of graphql, for packages that are CommonJS or import it on demand too, since there may be only one graphql. Imports of
 * a CommonJS module copy its exports, one closure each, in every module that has one.
 */
const modulesOfGraphql: Plugin = {
  name: 'modules-of-graphql',
  setup(bundling) {
    bundling.onResolve({ filter: /^graphql(\/|$)/ }, ({ path }) => ({
      path: fileURLToPath(import.meta.resolve(path)).replace(/\.js$/, '.mjs'),
    }))
  },
}

/**
 * Bundles programs into a folder, each under the path of its source: a few files start sooner and need less memory than thousands
 * (docs/decisions/079-bundled-programs.md). Paths are relative to the repository.
 */
export async function bundlePrograms(sources: readonly string[], folder: string): Promise<void> {
  const { outputFiles } = await build({
    ...inModules,
    absWorkingDir: repository,
    entryPoints: [...sources],
    outbase: repository,
    outdir: join(repository, folder),
    chunkNames: 'chunks/[name]-[hash]',
    target: 'node24',
    external,
    plugins: [modulesOfGraphql, onDemand, englishOnly, requiredHttp],
    // In a bundle, it finds no `require`, and hashes in JavaScript.
    alias: { '@apollo/utils.createhash': 'node:crypto' },
    // For `NODE_OPTIONS=--enable-source-maps`. Stack traces have the names of functions without them.
    sourcemap: 'linked',
    sourcesContent: false,
    write: false,
  })
  for (const { path, text } of outputFiles) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, path.endsWith('.mjs') ? inAscii(text) : text)
  }
  removeFormerFiles(join(repository, folder), {
    except: outputFiles.map(({ path }) => path),
    olderThan: week,
  })
}

/** Escapes other characters, which occur only in literals and comments: one is enough for V8 to keep a source in two bytes per character. */
function inAscii(source: string): string {
  return source.replaceAll(
    /[^\0-\x7f]/g,
    (unit) => String.raw`\u` + unit.charCodeAt(0).toString(16).padStart(4, '0'),
  )
}
