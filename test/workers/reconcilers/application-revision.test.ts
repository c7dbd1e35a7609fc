import { describe, expect, it } from 'vitest'
import {
  ApplyOwnedDocument,
  OpenedDefinitionDocument,
  OpenedPartsDocument,
} from '../../../workers/generated/documents.ts'
import type { ReconcileContext } from '../../../workers/engine/reconciler.ts'
import { ApplicationRevision } from '../../../workers/reconcilers/application-revision.ts'
import { digest, shopDefinition } from '../../support/applications-delivered.ts'

/** Returns the context of a reconcile of revision 3, and what it writes. */
function contextOf(spec: Record<string, unknown>, state: Record<string, unknown> = {}) {
  const written: unknown[] = []
  const stored: Record<string, unknown> = { ...state }
  const context = {
    object: {
      id: '7',
      name: 'shop-r3',
      projectName: 'default',
      manifestSpec: { number: 3, images: [], ...spec },
      status: { outputs: { definition: 'shop-r3', generation: 4, images: [] } },
    },
    epoch: 1,
    state,
    assertHeld: () => undefined,
    updateState: (changes: Record<string, unknown>) => Object.assign(stored, changes),
    client: {
      execute: async (document: unknown, variables: { documents?: unknown[] }) => {
        if (document === OpenedDefinitionDocument)
          return { result: { generation: 5, spec: { ...shopDefinition('shop').spec, source: { git: 'x' } } } }
        if (document === OpenedPartsDocument)
          return {
            base: { spec: shopDefinition('shop', 'hello').spec },
            source: { spec: shopDefinition('shop', 'good-bye').spec },
          }
        expect(document).toBe(ApplyOwnedDocument)
        written.push(...(variables.documents ?? []))
        const object = { ready: true, generation: 1, observedGeneration: 1 }
        return {
          result: { objects: [object], leaving: [], heldBack: [], held: [], awaited: null, taken: null },
        }
      },
    },
  }
  return { context: context as unknown as ReconcileContext, written, stored }
}

const environment = {} as Parameters<(typeof ApplicationRevision)['ensure']>[1]
const image = { name: 'example.com/shop', digest: digest('a') }
const other = { name: 'example.com/gone', digest: digest('b') }

describe('an ApplicationRevision', () => {
  it('copies the definition with the images that this has', async () => {
    const { context, written, stored } = contextOf({ images: [image, other], delivered: [image.name] })
    expect(await ApplicationRevision.ensure(context, environment)).toMatchObject({
      outcome: 'done',
      outputs: { definition: 'shop-r3', generation: 5, images: [image] },
    })
    expect(written).toEqual([
      {
        kind: 'WorkloadDefinition',
        name: 'shop-r3',
        project: 'default',
        spec: shopDefinition('shop').spec,
        field: 'spec.definition',
      },
    ])
    expect(stored).toEqual({ recorded: true })
  })

  it('never copies it again', async () => {
    const { context, written } = contextOf({}, { recorded: true })
    expect(await ApplicationRevision.ensure(context, environment)).toMatchObject({
      outcome: 'done',
      outputs: { generation: 4 },
    })
    expect(written).toEqual([])
  })

  it('is made of two others, after a promotion of parts', async () => {
    const annotation = 'config.Deployment/web.spec.template.metadata.annotations.greeting'
    for (const [only, greeting] of [
      [['image'], 'hello'],
      [[annotation], 'good-bye'],
    ] as const) {
      const { context, written } = contextOf({ images: [image], composition: { base: 1, revision: 2, only } })
      expect(await ApplicationRevision.ensure(context, environment)).toMatchObject({
        outcome: 'done',
        outputs: { images: [image] },
      })
      expect(written).toMatchObject([{ spec: shopDefinition('shop', greeting).spec }])
    }
  })

  it('is invalid if the definition lacks an image that was delivered', async () => {
    const { context, written } = contextOf({ images: [other], delivered: [other.name] })
    expect(await ApplicationRevision.ensure(context, environment)).toMatchObject({
      outcome: 'failed',
      retryable: false,
      cause: {
        reason: 'InvalidRevision',
        message: 'The definition has no image example.com/gone; it has example.com/shop.',
      },
    })
    expect(written).toEqual([])
  })
})
