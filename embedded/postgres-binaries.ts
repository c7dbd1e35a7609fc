import { join } from 'node:path'
import { PlatformError } from '../schema/errors.ts'
import { postgresPackage } from './postgres-package.ts'
import { findProgram, isExecutable, isOlder, pathFolders, versionOf } from './programs.ts'
import type { Account } from './service-account.ts'

export interface PostgresBinaries {
  initdb: string
  postgres: string
  /** As `postgres --version` prints it. */
  version: string
  /** The major version, as `PG_VERSION` in a database folder has it. */
  major: string
  /** Where the programs come from, for users. */
  origin: string
}

/** Older ones lack the locale of ours, which orders strings the same on every machine. */
const oldestPostgres = '17'

export interface PostgresSearch {
  /** Who runs it; undefined: our own account. */
  account: Account | undefined
  /** Where a copy of the npm package goes when the account cannot reach the package. */
  copyFolder: string
  /** @default process.env */
  env?: NodeJS.ProcessEnv
  /** @default the npm package for this platform */
  packaged?: typeof postgresPackage
  /** Where distributions put it, out of everybody's PATH. */
  usualFolders?: readonly string[]
}

/**
 * Postgres to run: in the folder that QLEET_POSTGRES_BIN names, else of the npm package, else, where that does not run
 * (it needs glibc), one that is installed.
 *
 * Thrown when there is none: `UNAVAILABLE`, saying what to install.
 */
export async function postgresBinaries(search: PostgresSearch): Promise<PostgresBinaries> {
  const { account, copyFolder, env = process.env } = search
  const { packaged = postgresPackage, usualFolders = foldersOfDistributions } = search
  const named = env['QLEET_POSTGRES_BIN']
  if (named !== undefined && named !== '') {
    const found = await binariesIn(named, 'QLEET_POSTGRES_BIN')
    if (found !== undefined) return found
    throw new PlatformError(
      'UNAVAILABLE',
      `QLEET_POSTGRES_BIN names '${named}', which has no postgres and initdb of version ${oldestPostgres} or newer that run here: set it to the folder of such`,
    )
  }
  const ofPackage = await packaged(account, copyFolder)
  const found = ofPackage === undefined ? undefined : await binariesIn(ofPackage, 'npm')
  if (found !== undefined) return found
  for (const folder of [...pathFolders(env), ...usualFolders]) {
    const installed = await binariesIn(folder, 'installed')
    if (installed !== undefined) return installed
  }
  const why =
    ofPackage === undefined
      ? `npm has installed no Postgres for ${process.platform}-${process.arch}`
      : 'the Postgres of npm does not run here, where it needs glibc'
  throw new PlatformError(
    'UNAVAILABLE',
    `There is no Postgres, because ${why}: ${await remedy(env)}, or set QLEET_POSTGRES_BIN to the folder with postgres and initdb of version ${oldestPostgres} or newer`,
  )
}

/** Those of Alpine, Debian, and the packages of postgresql.org for Fedora. */
const foldersOfDistributions = ['18', '17'].flatMap((major) => [
  `/usr/libexec/postgresql${major}`,
  `/usr/lib/postgresql/${major}/bin`,
  `/usr/pgsql-${major}/bin`,
])

async function binariesIn(folder: string, origin: string): Promise<PostgresBinaries | undefined> {
  const [initdb, postgres] = [join(folder, 'initdb'), join(folder, 'postgres')]
  if (!(await isExecutable(initdb)) || !(await isExecutable(postgres))) return undefined
  const version = await versionOf(postgres, /\(PostgreSQL\) (\d+\S*)/)
  if (version === undefined || isOlder(version, oldestPostgres)) return undefined
  return { initdb, postgres, version, major: /^\d+/.exec(version)?.[0] ?? version, origin }
}

async function remedy(env: NodeJS.ProcessEnv): Promise<string> {
  const remedies = [
    ['apk', 'apk add postgresql18'],
    ['dnf', 'dnf install postgresql-server'],
    ['pacman', 'pacman -S postgresql'],
  ] as const
  for (const [program, command] of remedies) {
    if ((await findProgram(program, env)) !== undefined) return `run '${command}'`
  }
  return "run 'npm ci --include=optional'"
}
