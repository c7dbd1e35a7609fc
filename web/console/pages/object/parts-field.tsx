import type { ReactElement } from 'react'
import { CheckboxGroup, Label } from 'react-aria-components'
import { partsBetween, type RevisionContent } from '../../../../schema/delivery/parts.ts'
import type { NamedPart } from '../../../../schema/delivery/part-tree.ts'
import { shownValue } from '../../../../schema/errors.ts'
import { useLoaded } from '../../data/load.ts'
import { client } from '../../data/session.ts'
import { withShortDigests } from '../../data/values.ts'
import { Failed, Skeleton } from '../../parts/basics.tsx'
import { ToggleOption } from '../../parts/toggle.tsx'
import { text } from './text.ts'
import type { DeliveryState } from './delivery-of.ts'

type Revision = DeliveryState['revisions'][number]

/** The parts by which a revision differs from the one that runs, to choose from. */
export function PartsField({
  state,
  base,
  revision,
  chosen,
  onChange,
}: {
  state: DeliveryState
  base: Revision
  revision: number
  chosen: readonly string[]
  onChange: (chosen: readonly string[]) => void
}): ReactElement {
  const source = state.revisions.find(({ spec }) => spec.number === revision)
  const { value, error } = useLoaded(`${base.object.id} ${source?.object.id}`, async () => {
    if (source === undefined) return []
    const [before, after] = await Promise.all([contentOf(base), contentOf(source)])
    return partsBetween(before, after)
  })
  if (error !== undefined) return <Failed error={error} />
  if (value === undefined) return <Skeleton lines={3} />
  if (value.length === 0) return <p className="soft">{text.action.noParts}</p>
  return (
    <CheckboxGroup className="parts" value={[...chosen]} onChange={onChange}>
      <Label>{text.action.partsLabel}</Label>
      {value.map((part) => (
        <ToggleOption key={part.part} value={part.part} className="toggle part">
          <PartText part={part} />
        </ToggleOption>
      ))}
    </CheckboxGroup>
  )
}

function PartText({ part: { part, before, after } }: { part: NamedPart }): ReactElement {
  return (
    <span className="part-text">
      <span className="mono">{part}</span>
      <span className="soft small">
        <del>{valueText(before)}</del> <ins>{valueText(after)}</ins>
      </span>
    </span>
  )
}

/** Returns a value in one line, with the start of each digest. */
function valueText(value: unknown): string {
  if (value === undefined) return '–'
  const shown = typeof value === 'string' ? value : shownValue(value)
  return withShortDigests(shown)
}

/** Reads what a revision consists of. */
async function contentOf({ object, spec, outputs }: Revision): Promise<RevisionContent> {
  const name = outputs.definition ?? object.name
  const definition = await client.objects.get({
    kind: 'WorkloadDefinition',
    name,
    project: object.projectName,
  })
  // The server has validated it with the schema of the kind.
  const content = (definition?.manifestSpec ?? {}) as RevisionContent['definition']
  return { definition: content, images: outputs.images ?? [], jobs: spec.jobs ?? [] }
}
