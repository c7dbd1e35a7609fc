import { describe, expect, it } from 'vitest'
import { projectDocument, useCliServer } from '../support/cli-server.ts'
import { workloadDocument } from '../support/run-cli.ts'

const used = useCliServer()
const { cli, apply } = used

describe('events', () => {
  it('shows the last entries of the change log, oldest first', async () => {
    await apply(projectDocument('logged'), '--reason', 'for the log')
    const { stdout } = await cli(['events', '--last', '1'])
    const [header, line] = stdout.split('\n')
    expect(header).toMatch(/^TIME +OPERATION +OBJECT +GENERATION +ACTOR +REASON$/)
    expect(line).toMatch(/CREATE +Project\/logged +1 +admin +for the log$/)
    expect(await cli(['events', '--last', '1', '-o', 'name'])).toMatchObject({ stdout: 'project/logged\n' })
  })

  it('leaves out the status and triggers unless they are requested', async () => {
    await apply(workloadDocument('noted'))
    await used.worker.report('WorkloadInstance', 'noted', { phase: 'Ready' })
    await cli(['reconcile', 'workload/noted'])
    const operations = async (...options: string[]) => {
      const { stdout } = await cli(['events', 'workloads', ...options, '-o', 'json'])
      const { items } = JSON.parse(stdout) as { items: { operation: string; name: string }[] }
      return items.filter(({ name }) => name === 'noted').map(({ operation }) => operation)
    }
    expect(await operations()).toEqual(['CREATE'])
    expect(await operations('--all')).toEqual(['CREATE', 'STATUS', 'TRIGGER'])
    expect(await operations('--operation', 'status,trigger')).toEqual(['STATUS', 'TRIGGER'])
    expect(await operations('--since', '1h')).toEqual(['CREATE'])
    expect(await cli(['events', '--operation', 'UPDAT'])).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('Did you mean UPDATE?'),
    })
  })

  it('says on stderr that an object has none', async () => {
    await apply(projectDocument('eventless'))
    expect(await cli(['events', 'project/eventless'])).toEqual({
      exit: 0,
      stdout: '',
      stderr: 'No events found for Project eventless.\n',
    })
  })
})

describe('history', () => {
  it('shows what was changed, by whom and why, also of a deleted object', async () => {
    await apply(projectDocument('old', 'first'))
    const updated = await apply(projectDocument('old', 'second'), '--reason', 'a new name')
    expect(updated).toMatchObject({ exit: 0, stderr: '' })
    const { exit, stdout } = await cli(['history', 'project/old'])
    expect(exit).toBe(0)
    expect(stdout.replaceAll(/\d{4}-\S+Z/g, 'TIME').split('\n')).toEqual([
      expect.stringMatching(/^GENERATION +TIME +OPERATION +ACTOR +REASON +CHANGED$/),
      expect.stringMatching(/^1 +TIME +CREATE +admin$/),
      expect.stringMatching(/^2 +TIME +UPDATE +admin +a new name +description: first → second$/),
      '',
    ])
    const asJson = JSON.parse((await cli(['history', 'project/old', '-o', 'json'])).stdout) as object
    expect(asJson).toMatchObject({
      items: [{}, { before: { description: 'first' }, after: { description: 'second' } }],
    })
    await cli(['delete', 'project', 'old'])
    expect((await cli(['history', 'project', 'old'])).stdout).toContain('DELETE')
    expect(await cli(['history', 'project', 'odl'])).toMatchObject({ exit: 4 })
  })

  it('shows changes of labels and annotations', async () => {
    await apply(projectDocument('labelled', 'same'))
    await cli(['label', 'project/labelled', 'team=shop'])
    await cli(['annotate', 'project/labelled', 'example.com/owner=anna'])
    await cli(['label', 'project/labelled', 'team-'])
    const { stdout } = await cli(['history', 'project/labelled'])
    const changed = stdout.split('\n').map((line) => /UPDATE +admin +(.*)$/.exec(line)?.[1])
    expect(changed.filter((each) => each !== undefined)).toEqual([
      'labels.team: <unset> → shop',
      'annotations.example.com/owner: <unset> → anna',
      'labels.team: shop → <unset>',
    ])
  })

  it('prints the document of a generation, which apply reads', async () => {
    await apply(projectDocument('back', 'first'))
    await apply(projectDocument('back', 'second'))
    const { stdout } = await cli(['history', 'project/back', '--generation', '1'])
    expect(await apply(stdout)).toMatchObject({ exit: 0, stdout: 'project/back updated\n' })
    const { stdout: now } = await cli(['get', 'project/back', '-o', 'jsonpath={.spec.description}'])
    expect(now).toBe('first\n')
    expect(await cli(['history', 'project/back', '--generation', '9'])).toMatchObject({
      exit: 4,
      stderr: expect.stringContaining('It has 1, 2, 3.'),
    })
  })
})
