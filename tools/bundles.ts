import { readdirSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { BuildOptions, Plugin } from 'esbuild'

/* What the bundles of qleetctl and of the programs of a control plane have in common. */

/** Drops all languages of zod's messages except English: they account for a third of the code that commands load. */
export const englishOnly: Plugin = {
  name: 'english-only',
  setup(bundling) {
    bundling.onLoad({ filter: /node_modules\/zod\/v4\/locales\/index\.js$/ }, ({ path }) => ({
      contents: "export { default as en } from './en.js'",
      resolveDir: dirname(path),
    }))
  },
}

/**
 * Loads `node:http` with `require`. An import creates a namespace of all exports, and one of them is `WebSocket`, which loads all of
 * undici: 10 to 45 ms and 13 MB of each process.
 */
export const requiredHttp: Plugin = {
  name: 'required-http',
  setup(bundling) {
    bundling.onResolve({ filter: /^(node:)?http$/ }, ({ kind }) =>
      kind === 'import-statement' ? { path: 'node:http', namespace: 'required' } : undefined,
    )
    bundling.onLoad({ filter: /./, namespace: 'required' }, ({ path }) => ({
      contents: `module.exports = require('${path}')`,
    }))
  },
}

/** The options of a bundle of ES modules in several files, with the packages that they need. */
export const inModules = {
  outExtension: { '.js': '.mjs' },
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  legalComments: 'none',
  logLevel: 'warning',
  // Packages that are CommonJS call `require`. The name of the import is one that no package and no minifier uses.
  banner: {
    js: "import{createRequire as __qleetRequire}from'node:module';const require=__qleetRequire(import.meta.url);",
  },
} as const satisfies BuildOptions

export interface FormerFiles {
  /** The paths of the files of this build. */
  except: Iterable<string>
  /** Milliseconds. Programs that are running may still load their chunks, so recent files stay. */
  olderThan: number
}

/** Removes the files of earlier builds from a folder. */
export function removeFormerFiles(folder: string, { except, olderThan }: FormerFiles): void {
  const made = new Set(except)
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name)
    if (entry.isFile() && !made.has(file) && Date.now() - statSync(file).mtimeMs > olderThan) rmSync(file)
  }
}
