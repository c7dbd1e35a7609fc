import { Copy, Download } from 'lucide-react'
import { useMemo, useState, type ReactElement } from 'react'
import { Button } from 'react-aria-components'
import { stringify } from 'yaml'
import type { AnyObject } from '../../../../client-sdk/index.ts'
import { apiVersion } from '../../../../schema/api-version.ts'
import { client } from '../../data/session.ts'
import { useLoaded } from '../../data/load.ts'
import { deferred } from '../../parts/deferred.tsx'
import { saveFile } from '../../parts/download.ts'
import { Skeleton } from '../../parts/basics.tsx'
import { Toggle } from '../../parts/toggle.tsx'
import { text } from './text.ts'
import { copyText } from './copy-text.ts'
import type { View } from './use-view.ts'

const CodeView = deferred(
  () => import('./code-view.tsx'),
  <div className="skeleton-frame">
    <Skeleton lines={10} />
  </div>,
)

/** The document of the object, as `qleetctl apply` reads it, and how it was before. */
export default function YamlTab({ view: { object } }: { view: View }): ReactElement {
  const [isComplete, setComplete] = useState(false)
  const [before, setBefore] = useState<number>()
  const { value: generations = [] } = useLoaded(`${object.id} ${object.generation}`, () =>
    readGenerations(object),
  )
  const content = useMemo(
    () => (isComplete ? stringify(object.manifest) : documentOf(object)),
    [object, isComplete],
  )
  const compared = generations.find(({ generation }) => generation === before)
  return (
    <>
      <div className="toolbar">
        {compared === undefined && (
          <Toggle isOn={isComplete} onChange={setComplete}>
            {text.yaml.complete}
          </Toggle>
        )}
        {generations.length > 1 && (
          <label className="toggle">
            {text.yaml.compare}
            <select
              className="input"
              value={before ?? ''}
              onChange={({ target }) => {
                setComplete(false)
                setBefore(target.value === '' ? undefined : Number(target.value))
              }}
            >
              <option value="">{text.yaml.noCompare}</option>
              {generations
                .filter(({ generation }) => generation < object.generation)
                .map(({ generation }) => (
                  <option key={generation} value={generation}>
                    {text.history.generation(generation)}
                  </option>
                ))}
            </select>
          </label>
        )}
        <span className="grow" />
        <Button className="button" onPress={() => void copyText(content)}>
          <Copy size={14} aria-hidden />
          {text.yaml.copy}
        </Button>
        <Button
          className="button"
          onPress={() => saveFile(`${object.name}.yaml`, 'application/yaml', content)}
        >
          <Download size={14} aria-hidden />
          {text.yaml.download}
        </Button>
      </div>
      <div className="code-frame">
        <CodeView
          label={text.yaml.label}
          content={content}
          {...(compared === undefined ? {} : { before: documentOf(object, compared.spec) })}
        />
      </div>
      <p className="soft small">{text.yaml.secrets}</p>
    </>
  )
}

/** Returns an object as files describe it, without what only the server sets. */
function documentOf(
  { kind, name, projectName, labels, manifest, manifestSpec }: AnyObject,
  spec = manifestSpec,
): string {
  const { annotations = {} } = manifest.metadata
  return stringify({
    apiVersion,
    kind,
    metadata: {
      name,
      ...(projectName === null ? {} : { project: projectName }),
      ...(Object.keys(labels).length === 0 ? {} : { labels }),
      ...(Object.keys(annotations).length === 0 ? {} : { annotations }),
    },
    spec,
  })
}

/** Returns the specs that the object had, newest first, as far as the change log has them. */
async function readGenerations({ id }: AnyObject): Promise<{ generation: number; spec: unknown }[]> {
  const changes = await client.changes({ objectId: id, last: 200 })
  const specs = new Map<number, unknown>()
  for (const { generation, after, operation } of changes)
    if (after !== null && (operation === 'CREATE' || operation === 'UPDATE')) specs.set(generation, after)
  return [...specs].map(([generation, spec]) => ({ generation, spec })).reverse()
}
