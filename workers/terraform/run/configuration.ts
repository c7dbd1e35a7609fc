import { createHash } from 'node:crypto'
import { cp, mkdir, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { z } from 'zod'
import { isRecord } from '../../../schema/manifests.ts'
import { didYouMean } from '../../../schema/similar.ts'
import type { Job } from '../job.ts'
import { errorsInText } from './events.ts'
import { RunError } from './failure.ts'
import type { Ended } from './program.ts'

/* The files of a run: the configuration or its module, the variables, the pinned providers, and where the state is. */

type Run = (folder: string, args: readonly string[]) => Promise<Ended>

/** The configuration of a run in its folder. */
export interface Prepared {
  /** The folder in which the program runs. */
  folder: string
  /** The digest of the files of the module; undefined without one. */
  moduleDigest: string | undefined
}

/** Overrides a backend that the configuration may have: the state is kept by the control plane. */
const backend = 'terraform {\n  backend "local" {}\n}\n'

const lockFileName = '.terraform.lock.hcl'

/** Writes the files of a run. Fetches the module, which has to be the one that was found first. */
export async function prepare(job: Job, run: Run): Promise<Prepared> {
  const { folder, moduleDigest } =
    job.module === undefined
      ? { folder: join(job.folder, 'configuration'), moduleDigest: undefined }
      : await fetchModule(job, job.module, run)
  await mkdir(folder, { recursive: true })
  if (job.configuration !== undefined) await writeFile(join(folder, 'main.tf'), job.configuration)
  const declared = await declaredVariables(folder)
  assertDeclared(declared, job)
  const optional = Object.entries(job.optionalVariables).filter(([name]) => declared.includes(name))
  const values = { ...Object.fromEntries(optional), ...job.variables }
  await writeFile(join(folder, 'qleetos_override.tf'), backend)
  // Files are read in the order of their names; later ones take precedence.
  if (job.varsDocument !== undefined)
    await writeFile(join(folder, 'zz-qleetos-1.auto.tfvars'), job.varsDocument, { mode: 0o600 })
  await writeFile(join(folder, 'zz-qleetos-2.auto.tfvars.json'), JSON.stringify(values), { mode: 0o600 })
  if (job.lockFile !== undefined) await writeFile(join(folder, lockFileName), job.lockFile)
  return { folder, moduleDigest }
}

/** Returns the dependency lock file; undefined if the configuration needs no providers to be installed. */
export async function readLockFile(folder: string): Promise<string | undefined> {
  return readFile(join(folder, lockFileName), 'utf8').catch(() => undefined)
}

async function fetchModule(
  job: Job,
  { source, version, digest }: NonNullable<Job['module']>,
  run: Run,
): Promise<{ folder: string; moduleDigest: string }> {
  const fetched = join(job.folder, 'fetched')
  await mkdir(fetched, { recursive: true })
  const call = { source, ...(version === undefined ? {} : { version }) }
  await writeFile(join(fetched, 'main.tf.json'), JSON.stringify({ module: { main: call } }))
  const { code, stderr } = await run(fetched, ['get', '-no-color'])
  if (code !== 0) {
    const blocked = /Invalid (module source|version constraint)|not a valid/i.test(stderr)
    throw new RunError('ModuleNotFetched', `Module ${source} cannot be fetched: ${errorsInText(stderr)}`, {
      blocked,
    })
  }
  const at = await moduleFolder(fetched)
  const root = join(fetched, '.terraform', 'modules', 'main')
  const found = await digestOf(root)
  const expected = digest ?? job.moduleDigest
  if (expected !== undefined && found !== expected) {
    const remedy =
      digest === undefined
        ? 'Edit the definition to accept them, for example its version.'
        : 'Correct module.digest of the definition, or its source and version.'
    throw new RunError(
      'ModuleChanged',
      `The files of module ${source} have digest ${found} instead of ${expected}. ${remedy}`,
    )
  }
  // The whole package: a module may refer to others in it.
  const copy = join(job.folder, 'configuration')
  await cp(root, copy, { recursive: true, verbatimSymlinks: true })
  await rm(fetched, { recursive: true, force: true })
  return { folder: join(copy, relative(root, at)), moduleDigest: found }
}

const ModulesJson = z.object({ Modules: z.array(z.object({ Key: z.string(), Dir: z.string() })) })

/** Returns the folder of the fetched module, which may be within a package. */
async function moduleFolder(fetched: string): Promise<string> {
  const text = await readFile(join(fetched, '.terraform', 'modules', 'modules.json'), 'utf8')
  const found = ModulesJson.parse(JSON.parse(text)).Modules.find(({ Key }) => Key === 'main')
  const folder = join(fetched, found?.Dir ?? '')
  const within = await realpath(fetched)
  const path = await realpath(folder)
  if (!path.startsWith(`${within}${sep}`))
    throw new RunError('ModuleNotFetched', 'The module is outside of the folder of the run.')
  return folder
}

/** Returns a digest of the names and the content of all files, without the metadata of Git. */
async function digestOf(folder: string): Promise<string> {
  const hash = createHash('sha256')
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => ({ entry, path: relative(folder, join(entry.parentPath, entry.name)) }))
    .filter(({ path }) => !path.split(sep).includes('.git'))
    .toSorted((one, other) => (one.path < other.path ? -1 : 1))
  for (const { entry, path } of files) {
    if (entry.isSymbolicLink())
      throw new RunError(
        'ModuleNotFetched',
        `The module contains a symbolic link, ${path}, which is not allowed.`,
      )
    const content = createHash('sha256')
      .update(await readFile(join(folder, path)))
      .digest('hex')
    hash.update(`${content} ${path}\n`)
  }
  return `sha256:${hash.digest('hex')}`
}

/** Throws a RunError for variables that the configuration does not declare: Terraform only warns of them. */
function assertDeclared(declared: readonly string[], job: Job): void {
  const given = [...Object.keys(job.variables), ...Object.keys(job.secretVariables)]
  const undeclared = given.filter((name) => !declared.includes(name))
  if (undeclared.length > 0) throw undeclaredVariables(undeclared, declared)
}

/** Returns the error for variables that the configuration does not declare. */
export function undeclaredVariables(names: readonly string[], declared: readonly string[] = []): RunError {
  const [first = ''] = names
  const known =
    declared.length === 0
      ? 'It declares none.'
      : `It declares ${declared.toSorted().slice(0, 50).join(', ')}.`
  const remedy = didYouMean(first, declared) || known
  return new RunError(
    'UndeclaredVariable',
    `The configuration does not declare variable ${names.join(', ')}. ${remedy}`,
  )
}

/** Returns the variables that the files of a configuration declare. */
async function declaredVariables(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => /\.(tf|tofu)(\.json)?$/.test(name))
  const found = await Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name), 'utf8')
      return name.endsWith('.json') ? inJson(text) : inText(text)
    }),
  )
  return [...new Set(found.flat())]
}

function inText(text: string): string[] {
  return [...text.matchAll(/^[ \t]*variable[ \t]+"?([A-Za-z_][\w-]*)"?[ \t]*\{/gm)].map(
    ([, name = '']) => name,
  )
}

function inJson(text: string): string[] {
  try {
    const json: unknown = JSON.parse(text)
    const variables = isRecord(json) ? json['variable'] : undefined
    return (Array.isArray(variables) ? variables : [variables]).flatMap((each: unknown) =>
      isRecord(each) ? Object.keys(each) : [],
    )
  } catch {
    return []
  }
}
