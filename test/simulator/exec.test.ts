import { beforeAll, describe, expect, it } from 'vitest'
import { connectionOf } from '../../schema/clusters/kubeconfig/connection.ts'
import {
  closeInput,
  exitOf,
  openRemoteCommand,
  sendInput,
  statusAfterOutput,
} from '../../schema/clusters/pods/remote-command.ts'
import { accessTo } from '../support/access-to.ts'
import { newNamespace, until, useCluster } from './simulated.ts'

const simulated = useCluster()
let namespace = ''
beforeAll(async () => {
  const { client } = simulated
  namespace = await newNamespace(client)
  const path = `/api/v1/namespaces/${namespace}`
  await client.create(`${path}/configmaps`, { metadata: { name: 'settings' }, data: { COLOUR: 'blue' } })
  await client.create(`${path}/secrets`, { metadata: { name: 'login' }, stringData: { password: 'p4ss' } })
  await client.create(`${path}/pods`, {
    metadata: { name: 'one' },
    spec: {
      containers: [
        {
          name: 'app',
          image: 'example.com/app:1',
          env: [
            { name: 'PLAIN', value: 'as it is' },
            { name: 'PASSWORD', valueFrom: { secretKeyRef: { name: 'login', key: 'password' } } },
            { name: 'POD', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
          ],
          envFrom: [{ configMapRef: { name: 'settings' } }],
        },
      ],
    },
  })
  await until('the pod', async () => {
    const { text } = await client.get(`${path}/pods/one`)
    return text.includes('"phase":"Running"')
  })
})

/** Runs a command, and returns its output and how it ended. */
async function run(command: readonly string[], stdin?: string) {
  const pod = { namespace, name: 'one', cluster: connectionOf(accessTo(simulated.cluster.kubeconfig)) }
  const socket = await openRemoteCommand({
    pod,
    from: 'this machine',
    container: undefined,
    command,
    stdin: stdin !== undefined,
    tty: false,
    signal: AbortSignal.timeout(10_000),
  })
  let [stdout, stderr] = ['', '']
  const ended = statusAfterOutput(socket, {
    stdout: (data) => void (stdout += data.toString()),
    stderr: (data) => void (stderr += data.toString()),
  })
  if (stdin !== undefined) {
    sendInput(socket, Buffer.from(stdin))
    closeInput(socket)
  }
  const exit = exitOf(await ended, 'run the command in')
  return { exit, stdout, stderr }
}

describe('exec in a simulated container', () => {
  it('has the variables that the kubelet sets', async () => {
    const { exit, stdout } = await run(['env'])
    expect(exit).toBe(0)
    expect(stdout.split('\n')).toEqual(
      expect.arrayContaining(['PLAIN=as it is', 'PASSWORD=p4ss', 'POD=one', 'COLOUR=blue', 'HOSTNAME=one']),
    )
  })

  it('runs the lines of a script, and of its input', async () => {
    const script = `echo "$COLOUR" '$COLOUR'; nothing; echo $?`
    expect(await run(['/bin/sh', '-c', script])).toEqual({
      exit: 0,
      stdout: 'blue $COLOUR\n127\n',
      stderr: 'sh: nothing: not found (try help)\n',
    })
    expect(await run(['sh'], 'echo one\nexit 4\necho two\n')).toEqual({
      exit: 4,
      stdout: 'one\n',
      stderr: '',
    })
  })

  it('fails for programs that it does not have, as real containers do', async () => {
    await expect(run(['bash'])).rejects.toThrow('exec: "bash": executable file not found in $PATH')
  })

  it('is refused to requests that are no WebSockets', async () => {
    expect(
      await simulated.client.get(`/api/v1/namespaces/${namespace}/pods/one/exec?command=ls`),
    ).toMatchObject({ code: 400, body: { message: 'Upgrade request required' } })
  })
})
