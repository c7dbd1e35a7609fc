import { readFile } from 'node:fs/promises'
import { z } from 'zod'

const Lock = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      integrity: z.string().optional(),
      license: z.string().optional(),
      dev: z.boolean().optional(),
      devOptional: z.boolean().optional(),
      optional: z.boolean().optional(),
      peer: z.boolean().optional(),
    }),
  ),
})

/** A package of package-lock.json. */
export interface LockedPackage {
  /** The folder, for example `node_modules/zod`. */
  path: string
  name: string
  version: string
  integrity: string
  license: string | undefined
}

/** The packages of package-lock.json. */
export interface Locked {
  /** Those that servers and workers need, which is what `npm ci --omit=dev --omit=optional` installs. */
  production: LockedPackage[]
  /** Returns a package by its name. */
  named(name: string): LockedPackage
}

export async function readLock(file: string | URL): Promise<Locked> {
  const { packages } = Lock.parse(JSON.parse(await readFile(file, 'utf8')))
  const all = Object.entries(packages)
    .filter(([path]) => path !== '')
    .map(([path, { version = '', integrity = '', license, ...flags }]) => ({
      path,
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version,
      integrity,
      license,
      isProduction: Object.keys(flags).length === 0,
    }))
  return {
    production: all.filter(({ isProduction }) => isProduction),
    named: (name) => {
      const found = all.find(({ path }) => path === `node_modules/${name}`)
      if (found === undefined) throw new Error(`package-lock.json has no ${name}`)
      return found
    },
  }
}
