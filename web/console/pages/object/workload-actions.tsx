import type { ReactElement } from 'react'
import type { AnyObject } from '../../../../client-sdk/index.ts'
import { isRecord } from '../../../../schema/records.ts'
import { useLoaded } from '../../data/load.ts'
import { reverseOfEdit } from '../../data/reverses.ts'
import { client } from '../../data/session.ts'
import { Field } from '../../parts/field.tsx'
import { text } from './text.ts'
import { ActionDialog } from './action-dialog.tsx'
import { editedDocument } from './edited.ts'
import { ReasonField } from './fields.tsx'

interface DialogProps {
  object: AnyObject
  onClose: () => void
}

/** Replaces the pods of a workload. */
export function RestartDialog({ object, onClose }: DialogProps): ReactElement {
  return (
    <ActionDialog
      verb={text.object.restart}
      title={text.action.restartTitle(object.name)}
      note={text.action.restartNote}
      plan={(planning, { reason = '' }) =>
        planning.apply(
          [editedDocument(object, (spec) => ({ ...spec, restartedAt: new Date().toISOString() }))],
          { dryRun: true, ...(reason === '' ? {} : { reason }) },
        )
      }
      onClose={onClose}
    >
      <ReasonField />
    </ActionDialog>
  )
}

/** Kinds that always have replicas. */
const scalable = ['Deployment', 'StatefulSet', 'ReplicaSet', 'ReplicationController']

/** Sets the number of replicas of a resource, whatever the definition says. */
export function ScaleDialog({ object, onClose }: DialogProps): ReactElement {
  const { value: resources = [] } = useLoaded(object.id, () => resourcesOf(object))
  const scaled = scaleOf(object)
  return (
    <ActionDialog
      verb={text.object.scale}
      title={text.action.scaleTitle(object.name)}
      plan={(planning, { resource = '', replicas = '', reason = '' }) => {
        const [kind = '', name = ''] = resource.split('/')
        const others = scaled.filter((each) => each['name'] !== name)
        const scale = [...others, { kind, name, replicas: Number(replicas) }]
        return planning.apply([editedDocument(object, (spec) => ({ ...spec, scale }))], {
          dryRun: true,
          ...(reason === '' ? {} : { reason }),
        })
      }}
      reverse={([after]) => reverseOfEdit(object, after)}
      onClose={onClose}
    >
      <Field label={text.action.resource}>
        <select name="resource" required>
          {resources.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      </Field>
      <Field label={text.action.replicas}>
        <input
          name="replicas"
          type="number"
          min={0}
          max={1000}
          required
          defaultValue={String(scaled[0]?.['replicas'] ?? '')}
        />
      </Field>
      <ReasonField />
    </ActionDialog>
  )
}

function scaleOf({ manifestSpec }: AnyObject): Record<string, unknown>[] {
  const scale: unknown = isRecord(manifestSpec) ? manifestSpec['scale'] : undefined
  return Array.isArray(scale) ? scale.filter(isRecord) : []
}

/** Returns the resources with replicas of the definition of a workload, as `Deployment/web`. */
async function resourcesOf({ manifestSpec, projectName, kind }: AnyObject): Promise<string[]> {
  const definition: unknown = isRecord(manifestSpec) ? manifestSpec['definition'] : undefined
  if (typeof definition !== 'string') return []
  const [first = '', second] = definition.split('/')
  const found = await client.objects.get({
    kind: kind.replace(/Instance$/, 'Definition'),
    name: second ?? first,
    project: second === undefined ? projectName : first,
  })
  const resources: unknown = found?.status.outputs['resources']
  if (!Array.isArray(resources)) return []
  return resources
    .filter(isRecord)
    .filter((each) => scalable.includes(String(each['kind'])))
    .map((each) => `${String(each['kind'])}/${String(each['name'])}`)
}
