import type { Command, Option } from '../command.ts'
import { hasUnprintable } from '../../schema/printable.ts'
import { kebabCase } from '../../schema/names.ts'
import { verbs } from '../../schema/permissions.ts'
import type { CommandContext } from '../context.ts'
import { allKinds } from '../kind-data.ts'
import type { DocumentField } from '../documents/document-fields.ts'
import { findKindByNoun, nounOf } from '../kind-names.ts'
import { outputFormats } from '../objects/formats.ts'
import { oneLine } from '../terminal/width.ts'
import { shells } from './completion.ts'
import { connectionOptions, globalOptions } from './options.ts'

type Candidate = readonly [word: string, description: string]

/** Milliseconds after which a request for names is given up, since the user has pressed Tab and is waiting. */
const requestTimeout = 1000

/**
 * Returns a handler that prints one candidate per line, followed by a tab and its description. On any failure it prints
 * nothing, which makes the shell offer files.
 */
export function completer(commands: readonly Command[]) {
  return async ({ args }: { args: { words: readonly string[] } }, context: CommandContext): Promise<void> => {
    const words = args.words.slice(0, -1)
    const last = args.words.at(-1) ?? ''
    const candidates = await candidatesFor(commands, { words, last }, context)
    const lines = candidates
      .filter(([word]) => word.startsWith(last))
      // The shell would split a word with spaces into several.
      .filter(([word]) => !/\s/.test(word) && !hasUnprintable(word))
      .map(([word, description]) => `${word}\t${oneLine(description)}\n`)
    context.io.stdout.write(lines.join(''))
  }
}

async function candidatesFor(
  commands: readonly Command[],
  { words, last }: { words: readonly string[]; last: string },
  context: CommandContext,
): Promise<Candidate[]> {
  const plain = withoutOptions(commands, words)
  const command = [...commands]
    .sort((a, b) => b.name.length - a.name.length)
    .find(({ name }) => plain.slice(0, name.split(' ').length).join(' ') === name)
  const prefix = command === undefined ? '' : `${command.name} `
  const below: Candidate[] = commands
    .filter(
      ({ name, hidden }) =>
        hidden !== true && name.startsWith(prefix) && !name.slice(prefix.length).includes(' '),
    )
    .map(({ name, summary }) => [name.slice(prefix.length), summary])
  const options: Readonly<Record<string, Option>> = {
    ...command?.options,
    ...(command === undefined || command.connects === true ? connectionOptions : {}),
    ...globalOptions,
  }
  const before = words.at(-1)
  const [key, open] = Object.entries(options).find((entry) => isWordFor(entry, before)) ?? []
  if (open !== undefined && open.type !== 'flag')
    return isContextOption(command, key) ? instanceNames(context) : optionValues(open)
  if (last.startsWith('-')) {
    return Object.entries(options).map(([name, { summary }]) => [`--${kebabCase(name)}`, summary])
  }
  if (command === undefined) return below
  const given = plain.slice(command.name.split(' ').length)
  return [...(given.length === 0 ? below : []), ...(await argumentValues(command, { given, last }, context))]
}

/** Reports whether an option takes the name of a control plane. `runtime import` has a --context of kubectl. */
function isContextOption(command: Command | undefined, key: string | undefined): boolean {
  return key === 'name' || (key === 'context' && command?.options?.['context'] === undefined)
}

function isWordFor([name, { short }]: readonly [string, Option], word: string | undefined): boolean {
  return word === `--${kebabCase(name)}` || (short !== undefined && word === `-${short}`)
}

/** Removes options and their values, which leaves commands and arguments. */
function withoutOptions(commands: readonly Command[], words: readonly string[]): string[] {
  const all = [...commands.map(({ options = {} }) => options), connectionOptions, globalOptions]
  const withValue = all.flatMap((options) =>
    Object.entries<Option>(options).filter(([, { type }]) => type !== 'flag'),
  )
  return words.filter((word, index) => {
    const before = index === 0 ? undefined : words[index - 1]
    return !word.startsWith('-') && !withValue.some((entry) => isWordFor(entry, before))
  })
}

function optionValues(option: Option): Candidate[] {
  if (option.type !== 'string') return []
  if (option.value === 'FORMAT') return outputFormats.map((word) => [word, ''])
  return (option.choices ?? option.suggestions ?? []).map((word) => [word, ''])
}

async function argumentValues(
  command: Command,
  { given, last }: { given: readonly string[]; last: string },
  context: CommandContext,
): Promise<Candidate[]> {
  const names = Object.keys(command.arguments ?? {})
  const [first] = names
  if (command.name === 'completion') return shells.map((shell) => [shell, ''])
  if (/^config (use|delete|rename)-context$/.test(command.name))
    return given.length === 0 ? instanceNames(context) : []
  if (command.name === 'auth can-i' && given.length === 0) return verbs.map((verb) => [verb, ''])
  if (command.name === 'explain') return explained(last)
  if (command.name === 'kubeconfig') return namesOf('runtime', context)
  if (first === 'application') return given.length === 0 ? namesOf('application', context) : []
  if ((first === 'workload' || first === 'workloads') && !last.includes('/'))
    return given.length === 0 || first === 'workloads' ? namesOf('workload', context) : []
  const isObject = first === 'kind' || first === 'objects' || first === 'words' || first === 'workload'
  if (!isObject && command.name !== 'auth can-i') return []
  if (last.includes('/')) {
    const noun = last.slice(0, last.indexOf('/'))
    return (await namesOf(noun, context)).map(([name, description]) => [`${noun}/${name}`, description])
  }
  const [noun] = command.name === 'auth can-i' ? given.slice(1) : given
  if (noun === undefined) {
    return [...allKinds.map((kind): Candidate => [nounOf(kind), kind.description]), ...shortNouns()]
  }
  return noun.includes('/') ? [] : namesOf(noun, context)
}

/** Completes `KIND.FIELD.FIELD` by one field at a time. */
async function explained(last: string): Promise<Candidate[]> {
  const [noun = '', ...segments] = last.split('.')
  const kind = findKindByNoun(noun)
  if (segments.length === 0 || kind === undefined)
    return [...allKinds.map((each): Candidate => [nounOf(each), each.description]), ...shortNouns()]
  const [{ documentOfKind }, { kindNamed }] = await Promise.all([
    import('../documents/document-fields.ts'),
    import('../../schema/kinds/index.ts'),
  ])
  const parent = segments.slice(0, -1)
  const { fields = [] } =
    parent.reduce<DocumentField | undefined>(
      (at, segment) => at?.fields.find(({ name }) => name === segment),
      documentOfKind(kindNamed(kind.kind)),
    ) ?? {}
  return fields.map(({ name, description }) => [[noun, ...parent, name].join('.'), description])
}

async function instanceNames({ config }: CommandContext): Promise<Candidate[]> {
  const { QleetOSInstances: instances } = await config.read()
  return instances.map(({ Name, APIServer }) => [Name, APIServer])
}

function shortNouns(): Candidate[] {
  return ['workload', 'runtime'].map((noun) => [noun, findKindByNoun(noun)?.description ?? ''])
}

async function namesOf(noun: string, context: CommandContext): Promise<Candidate[]> {
  const kind = findKindByNoun(noun)
  if (kind === undefined) return []
  const names = async (): Promise<Candidate[]> => {
    const { client } = await context.connect()
    const found: Candidate[] = []
    for await (const { name, status } of client.objects.list(kind.kind)) found.push([name, status.phase])
    return found
  }
  const timeout = new Promise<Candidate[]>(
    (resolve) => void setTimeout(() => resolve([]), requestTimeout).unref(),
  )
  return Promise.race([names().catch(() => []), timeout])
}
