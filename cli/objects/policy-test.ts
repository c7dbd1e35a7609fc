import { z } from 'zod'
import type { ObjectDocument } from '../../client-sdk/index.ts'
import { counted } from '../../schema/counted.ts'
import { invalidInput, shownValue, type FieldError } from '../../schema/errors.ts'
import { checkObject, type Draft, type ObjectInput } from '../../schema/inputs.ts'
import { defaultProject, parseQualifiedName } from '../../schema/names.ts'
import { policyErrors } from '../../schema/policies/cel/policy-errors.ts'
import { createManifestReader, type Subject } from '../../schema/policies/cel/subject.ts'
import {
  RuleRunner,
  uncheckedKinds,
  violationError,
  type NamedException,
  type NamedPolicy,
} from '../../schema/policies/cel/violations.ts'
import { defaultTier } from '../../schema/profiles/built-in.ts'
import { usageError } from '../cli-error.ts'
import type { CommandContext } from '../context.ts'
import { readNamedFiles, type FilesInput } from './files.ts'
import { documentOf, locatingErrors, reportWarnings } from './write.ts'

interface PolicyTestInput {
  options: FilesInput & { tier: string | undefined; at: string | undefined }
}

/** Checks the objects of files against the policies of files, without a server: as if all objects were created. */
export async function policyTest({ options }: PolicyTestInput, context: CommandContext): Promise<void> {
  const desired = await readNamedFiles(context, 'policy test', options)
  const drafts = desired.map((each, index) => ({
    path: `documents[${index}]`,
    // The documents were validated when they were read.
    draft: checkObject(inputOf(documentOf(each)), '').draft,
  }))
  const { errors, warnings, checked } = violationsIn(
    drafts.flatMap(({ path, draft }) => (draft === undefined ? [] : [{ path, draft }])),
    { tier: options.tier, now: timeOf(options.at) },
  )
  reportWarnings(context.io, [{ warnings }])
  await locatingErrors(desired, async () => {
    if (errors.length > 0) throw invalidInput(errors)
  })
  context.io.stdout.write(`${counted(checked, 'object')} ${checked === 1 ? 'meets' : 'meet'} the policies.\n`)
}

function timeOf(at: string | undefined): Date {
  if (at === undefined) return new Date()
  if (z.iso.datetime({ offset: true }).safeParse(at).success) return new Date(at)
  throw usageError(`--at: invalid time ${shownValue(at)}. Give a time such as 2026-11-27T17:00:00Z`)
}

function inputOf({ kind, name, project, labels, annotations, spec = {} }: ObjectDocument): ObjectInput {
  return { kind, name, project, labels, annotations, spec }
}

interface Checked {
  path: string
  draft: Draft
}

function violationsIn(
  objects: readonly Checked[],
  { tier: givenTier, now }: { tier: string | undefined; now: Date },
): { errors: FieldError[]; warnings: string[]; checked: number } {
  const invalid = objects.flatMap(({ path, draft: { kind, spec } }) =>
    policyErrors({ kind: kind.kind, spec }, `${path}.spec`),
  )
  if (invalid.length > 0) return { errors: invalid, warnings: [], checked: 0 }
  const named = <Named>(wanted: string): Named[] =>
    objects.flatMap(({ draft: { kind, name, spec } }) =>
      kind.kind === wanted ? [{ name, spec: spec as unknown } as Named] : [],
    )
  const set = {
    policies: named<NamedPolicy>('Policy'),
    exceptions: named<NamedException>('PolicyException'),
  }
  const find = (kind: string, reference: unknown, project: string): Draft['spec'] | undefined => {
    const target = parseQualifiedName(String(reference), project)
    return objects.find(
      ({ draft }) =>
        draft.kind.kind === kind && draft.name === target.name && draft.project === target.project,
    )?.draft.spec
  }
  const tierOf = ({ spec, project }: Draft): string => {
    const owner = objects.find(({ draft }) => draft.kind.kind === 'Project' && draft.name === project)
    const tier = spec['tier'] ?? owner?.draft.spec['tier']
    return tier === undefined
      ? (givenTier ?? defaultTier)
      : parseQualifiedName(String(tier), defaultProject).name
  }
  const runner = new RuleRunner(createManifestReader())
  const subjects = objects.filter(({ draft }) => !uncheckedKinds.has(draft.kind.kind))
  const errors: FieldError[] = []
  const warnings: string[] = []
  for (const { path, draft } of subjects) {
    const { kind, name, labels, annotations = {}, spec } = draft
    const project = kind.kind === 'Project' ? name : kind.scope === 'global' ? '' : draft.project
    const to = kind.references.find(({ field }) => field === 'definition')?.to
    const subject: Subject = {
      object: { kind, name, project, labels, annotations, spec },
      operation: 'create',
      tier: tierOf(draft),
      actor: 'qleetctl',
      now,
      definition: to === undefined ? undefined : find(to, spec['definition'], draft.project),
    }
    for (const violation of runner.violations(set, subject)) {
      const error = violationError(violation, path)
      if (violation.rule.severity !== 'warn') errors.push(error)
      else warnings.push(`${kind.kind} ${shownValue(name)}: ${error.message}. ${error.remedy}`)
    }
  }
  return { errors, warnings, checked: subjects.length }
}
