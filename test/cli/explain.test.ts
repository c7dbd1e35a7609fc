import { describe, expect, it } from 'vitest'
import { allKinds } from '../../schema/kinds/index.ts'
import { documentOfKind } from '../../cli/documents/document-fields.ts'
import { nounOf } from '../../cli/kind-names.ts'
import { runCli } from '../support/run-cli.ts'

const explain = (...argv: string[]) => runCli(['explain', ...argv])

describe('explain', () => {
  it.each(allKinds)('describes every field of $kind', async (kind) => {
    const { exit, stdout } = await explain(`${nounOf(kind)}.spec`)
    expect(exit).toBe(0)
    const { fields } = documentOfKind(kind)
    const spec = fields.find(({ name }) => name === 'spec')
    for (const { name, type, description } of spec?.fields ?? []) {
      expect(description).not.toBe('')
      expect(stdout).toContain(`  ${name} <${type}>`)
    }
  })

  it('shows values, limits, references and immutable fields', async () => {
    const drift = await explain('workload.spec.drift')
    expect(drift.stdout).toContain('FIELD:  spec.drift <string>')
    expect(drift.stdout).toContain('  - report: Drift is reported but not reverted.')
    const namespace = await explain('workload.namespace')
    expect(namespace.stdout).toContain('FIELD:  spec.namespace <string>')
    expect(namespace.stdout).toContain('Limits: at most 63 characters.')
    expect(namespace.stdout).toContain('Immutable: cannot change after creation.')
    const definition = await explain('workload.spec.definition')
    expect(definition.stdout).toContain('Refers to: WorkloadDefinition, as NAME or PROJECT/NAME.')
    const project = await explain('workload.metadata.project')
    expect(project.stdout).toContain('Default: "default".')
    const kubeconfig = await explain('runtime.spec.kubeconfig')
    expect(kubeconfig.stdout).toContain('Secret: stored encrypted and never returned.')
  })

  it('shows all fields as a tree with --recursive', async () => {
    const { stdout } = await explain('workload', '--recursive')
    expect(stdout).toMatch(/\n {2}metadata <Object> -required-\n {4}name <string> -required-\n/)
    expect(stdout).toMatch(/\n {4}guardThresholds <Object>\n {6}count <integer>\n/)
    expect(stdout).toMatch(/\n {4}conditions <\[\]Object>\n {6}type <string>\n/)
  })

  it('shows an example', async () => {
    expect((await explain('wd')).stdout).toMatch(/EXAMPLE OF A SPEC.*\n {2}yamlDocument: \|\n/)
  })

  it('fits the terminal', async () => {
    const { stdout } = await runCli(['explain', 'workload.spec'], { columns: 60 })
    // oxlint-disable-next-line no-control-regex -- bold names
    const lines = stdout.replaceAll(/\u001B\[\d+m/g, '').split('\n')
    expect(lines.filter((line) => line.length > 60)).toEqual([])
  })

  it.each([
    ['workload.spec.drft', 'WorkloadInstance has no field "spec.drft". Did you mean "spec.drift"?'],
    ['workload.drift.x', 'List its fields: qleetctl explain workload-instance --recursive'],
    ['worklod', 'There is no kind "worklod". Did you mean "workload"?'],
  ])('refuses %s', async (path, reason) => {
    const { exit, stdout, stderr } = await explain(path)
    expect({ exit, stdout }).toEqual({ exit: 2, stdout: '' })
    expect(stderr).toContain(reason)
  })
})
