import type { ObjectDocument } from '../../client-sdk/index.ts'
import { invalidInput } from '../../schema/errors.ts'
import { checkObject, type ObjectInput } from '../../schema/inputs.ts'
import { defined } from '../../schema/defined.ts'
import { usageError } from '../cli-error.ts'
import type { CommandContext } from '../context.ts'
import { create } from './create.ts'
import { parseFormat } from './formats.ts'
import { readSecretValues, type SecretValues, type ValueOptions } from './secret-values.ts'
import { applyBuilt, reportApplied, reportValid, writeOptions, type WriteInput } from './write.ts'

interface SecretOptions extends WriteInput, ValueOptions {
  config: string | undefined
  workload: string | undefined
  namespace: string | undefined
  runtime: string | undefined
  type: string | undefined
  secretName: string | undefined
  update: boolean
}

interface SecretInput {
  args: { name: string | undefined }
  options: SecretOptions
}

/** Creates a SecretDefinition from values on the command line, and its instance if it is to be delivered. */
export async function createSecret({ args, options }: SecretInput, context: CommandContext): Promise<void> {
  const { config } = options
  if (config !== undefined) {
    if (args.name !== undefined) throw usageError('the file of --config names the Secret: omit NAME')
    return create({ args: { kind: 'secret' }, options: { ...options, config } }, context)
  }
  if (args.name === undefined) throw usageError('set the NAME of the Secret')
  parseFormat(options.output)
  const values = await readSecretValues(context.io, options)
  if (values.data === undefined && values.binaryData === undefined)
    throw usageError('set --from-literal, --from-file or --from-env-file')
  const documents = documentsOf(args.name, values, options)
  const errors = documents.flatMap((document) => checkObject(document, '').errors)
  if (errors.length > 0) throw invalidInput(errors)
  if (options.dryRun === 'client') return reportValid(context, documents, options)
  const { client } = await context.connect()
  const applied = await applyBuilt(client, documents, { ...writeOptions(options), withReach: true })
  await reportApplied(context, client, { applied, options })
}

type SecretDocument = ObjectDocument & ObjectInput

function documentsOf(name: string, values: SecretValues, options: SecretOptions): SecretDocument[] {
  const { workload, namespace, runtime, type, secretName, project } = options
  // Version 0: the object must not exist.
  const identity = { name, ...defined({ project }), ...(options.update ? {} : { expectedVersion: 0 }) }
  const definition = { ...identity, kind: 'SecretDefinition', spec: { ...values } }
  const delivery = defined({ workloadInstance: workload, namespace, runtime, type, secretName })
  if (Object.keys(delivery).length === 0) return [definition]
  if (workload === undefined && namespace === undefined)
    throw usageError('set --workload or --namespace, to say where the Secret is delivered')
  return [definition, { ...identity, kind: 'SecretInstance', spec: { definition: name, ...delivery } }]
}
