import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'vite'

/*
 * Builds the web pages, with compressed copies of their files, which servers send to browsers that accept them.
 */

const web = fileURLToPath(new URL('../web/vite.config.ts', import.meta.url))
const assets = fileURLToPath(new URL('../dist/web/assets', import.meta.url))

/** Other types, such as fonts in WOFF2 and images, are compressed already. */
const compressible = /\.(?:js|css|svg|json|ttf|webmanifest)$/

/** A tenth of the time of the highest quality, and 4 % longer. */
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

async function compress(path: string): Promise<void> {
  const content = await readFile(path)
  await writeFile(`${path}.br`, await promisify(brotliCompress)(content, quality))
  await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }))
}

await build({ configFile: web, logLevel: 'error' })
const names = await readdir(assets, { recursive: true })
await Promise.all(names.filter((name) => compressible.test(name)).map((name) => compress(join(assets, name))))
