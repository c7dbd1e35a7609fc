import { join } from 'node:path'
import { PlatformError } from '../schema/errors.ts'
import { postgresPackage } from './postgres-package.ts'
import { findProgram, isExecutable, isOlder, pathFolders, versionOf } from './programs.ts'
import type { Account } from './service-account.ts'

export interface PostgresBinaries {
  initdb: string
  postgres: string
  /** The version that `postgres --version` prints. */
  version: string
  /** The major version, in the format of `PG_VERSION` in a database folder. */
  major: string
  /** The source of the programs, for users. */
  origin: string
}

/** The minimum version: older ones lack the builtin locale, which sorts strings the same on every machine. */
const oldestPostgres = '17'

export interface PostgresSearch {
  /** The account that runs it; undefined for the account of this process. */
  account: Account | undefined
  /** The folder for a copy of the npm package, if the account cannot access the package itself. */
  copyFolder: string
  /** @default process.env */
  env?: NodeJS.ProcessEnv
  /** @default the npm package for this platform */
  packaged?: typeof postgresPackage
  /** Install folders of distributions, which are not in the PATH. */
  usualFolders?: readonly string[]
}

/**
 * Finds Postgres: in the folder QLEET_POSTGRES_BIN, otherwise in the npm package, otherwise, if that does not run because it
 * needs glibc, an installed one.
 *
 * Throws `UNAVAILABLE`, with the remedy, when there is none.
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
      `QLEET_POSTGRES_BIN is '${named}', which has no postgres and initdb of version ${oldestPostgres} or newer that run here: set it to a folder that has them`,
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
      ? `the npm package with Postgres for ${process.platform}-${process.arch} is not installed`
      : 'the Postgres of the npm package does not run here, because it needs glibc'
  throw new PlatformError(
    'UNAVAILABLE',
    `No Postgres was found; ${why}: ${await remedy(env)}, or set QLEET_POSTGRES_BIN to the folder with postgres and initdb of version ${oldestPostgres} or newer`,
  )
}

/** The folders of Alpine, Debian, and the postgresql.org packages for Fedora. */
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
